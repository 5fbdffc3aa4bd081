// Makes many puzzles side by side, so that batch solvers get batches of their questions.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harness/dataset/draft.h"

namespace sudoku {

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

}  // namespace sudoku
