// Puzzles in the making, many side by side, so that batch solvers get batches of their questions.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "harness/base/random.h"
#include "harness/dataset/generator.h"
#include "harness/dataset/recipe.h"
#include "harness/dataset/reduction.h"
#include "solvers/solver.h"

namespace sudoku::dataset {

// A puzzle in the making.

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
std::unique_ptr<Draft> new_draft(const Recipe& recipe, const base::Random& random,
                                 const Score& score);

std::unique_ptr<Draft> new_full_grid(const base::Random& random);
std::unique_ptr<Draft> new_minimal(const base::Random& random);
std::unique_ptr<Draft> new_several(const base::Random& random);
std::unique_ptr<Draft> new_none(const base::Random& random);
std::unique_ptr<Draft> new_with_clues(const base::Random& random, int clues);
std::unique_ptr<Draft> new_random_clues(const base::Random& random, int clues);
std::unique_ptr<Draft> new_easy(const base::Random& random, int clues);
std::unique_ptr<Draft> new_kaggle_like(const base::Random& random);
std::unique_ptr<Draft> new_hard(const base::Random& random, const Climb& climb, const Score& score);

// Takes clues from a puzzle that a player puts back one after the other, by hidden singles alone.

// Tries each clue once, in that order. It goes when its digit then has no other place in its row,
// its column or its box.
Grid retracted(const Grid& full, const CellOrder& order);

// One per thread. A puzzle depends on the recipe and on its number, not on what is made with it.
class Workshop {
 public:
  // `solver` proves what it answers, and outlives the workshop. `score` is for hard puzzles.
  Workshop(const Recipe& recipe, Solver& solver, Score score)
      : recipe_(recipe), solver_(solver), score_(std::move(score)) {}

  // Makes puzzles `first`, first + 1, ... Leaves off once `cancelled` is true, the rest unmade.
  void make(std::uint64_t first, std::span<GeneratedPuzzle> puzzles,
            const std::atomic<bool>& cancelled);

 private:
  struct Open {
    std::unique_ptr<Draft> draft;
    std::size_t place = 0;  // of its puzzle
  };

  void ask(const Budget& budget);
  void advance(std::span<GeneratedPuzzle> puzzles, const std::atomic<bool>& cancelled);

  Recipe recipe_;
  Solver& solver_;
  Score score_;
  std::vector<Open> open_;
  std::vector<Grid> questions_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku::dataset
