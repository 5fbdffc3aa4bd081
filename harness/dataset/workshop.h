// Makes puzzles by a recipe, many side by side, so that batch solvers get batches of questions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "harness/dataset/recipe.h"
#include "solvers/solver.h"

namespace sudoku::dataset {

struct GeneratedPuzzle {
  Grid puzzle = kEmptyGrid;
  Grid solution = kEmptyGrid;  // kEmptyGrid when there is not exactly one
  double score = 0;            // how hard it is; 0 unless the recipe asks for hard puzzles
};

// How hard a puzzle is.
using Score = std::function<double(const Grid& puzzle)>;

// A puzzle in the making: see workshop.cpp.
class Draft;

// One per thread. A puzzle depends on the recipe and on its number, not on what is made with it,
// and is the same on every machine if its score is.
class Workshop {
 public:
  // `solver` proves what it answers, and outlives the workshop. `score` is for hard puzzles.
  Workshop(const Recipe& recipe, Solver& solver, Score score);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  // Makes puzzles `first`, first + 1, ... Stops once `cancelled` is true, leaving the rest blank.
  void make(std::uint64_t first, std::span<GeneratedPuzzle> puzzles,
            const std::atomic<bool>& cancelled);

 private:
  struct Open {
    std::unique_ptr<Draft> draft;
    std::size_t place = 0;  // of its puzzle in what make() was given
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
