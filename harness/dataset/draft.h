// A puzzle in the making.
#pragma once

#include <functional>
#include <memory>

#include "harness/dataset/generated_puzzle.h"
#include "harness/dataset/random.h"
#include "harness/dataset/recipe.h"
#include "solvers/solver.h"

namespace sudoku {

// Does not call a solver but waits for its answers, so that those of many drafts can be asked for
// together. What becomes of it depends on its random numbers and those answers alone.
class Draft {
 public:
  Draft() = default;
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  virtual ~Draft() = default;

  // Whether this has one solution has to be known before it goes on. Null: nothing has to.
  virtual const Grid* question() const { return nullptr; }

  // Goes on for a little while, with the answer to its question if it had one. True when the
  // puzzle is complete.
  virtual bool advance(const Answer& answer) = 0;

  virtual GeneratedPuzzle puzzle() const = 0;
};

// How hard a puzzle is.
using Score = std::function<double(const Grid& puzzle)>;

// Of any kind. `score` is for hard ones, and has to outlive the draft.
std::unique_ptr<Draft> new_draft(const Recipe& recipe, const Random& random, const Score& score);

std::unique_ptr<Draft> new_full_grid(const Random& random);
std::unique_ptr<Draft> new_minimal(const Random& random);
std::unique_ptr<Draft> new_several(const Random& random);
std::unique_ptr<Draft> new_none(const Random& random);
std::unique_ptr<Draft> new_with_clues(const Random& random, int clues);
std::unique_ptr<Draft> new_random_clues(const Random& random, int clues);
std::unique_ptr<Draft> new_easy(const Random& random, int clues);
std::unique_ptr<Draft> new_kaggle_like(const Random& random);
std::unique_ptr<Draft> new_hard(const Random& random, const Climb& climb, const Score& score);

}  // namespace sudoku
