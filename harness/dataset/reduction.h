// Takes clues away from a puzzle, in a given order, as long as a condition holds that holds for
// every puzzle with more clues too: one solution, or being solved by singles.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "harness/base/random.h"
#include "solvers/solver.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

using CellOrder = std::array<int, kCells>;

CellOrder random_order(base::Random& random);

// Asks about one puzzle at a time, so that many can be reduced side by side. What is left is the
// same as if every clue had been tried alone: a clue that could not go cannot go later, and when
// several could go together, each could.
class Reduction {
 public:
  // The condition holds for `puzzle`. Stops at `fewest` clues.
  Reduction(const Grid& puzzle, const CellOrder& order, int fewest);

  bool done() const { return question_ == puzzle_; }

  // The puzzle for which the next answer is wanted; meaningless when done.
  const Grid& question() const { return question_; }

  void hear(bool holds);

  const Grid& puzzle() const { return puzzle_; }

  int clues() const { return clues_; }

  // Clues that cannot go.
  int needed() const { return needed_; }

 private:
  void pose();

  Grid puzzle_;
  Grid question_ = kEmptyGrid;
  CellOrder order_;
  std::size_t tried_ = 0;  // cells of order_ that are decided
  std::size_t asked_ = 0;  // and those in question
  int step_;               // clues to try together
  int clues_;
  int taken_ = 0;  // by the question
  int fewest_;
  int needed_ = 0;
};

// Which puzzles are minimal: without any one of their clues they have several solutions.

// Finds out for many puzzles at once, so that batch solvers get batches. One per thread.
class MinimalityTest {
 public:
  // `solver` proves what it answers; it must outlive the test.
  explicit MinimalityTest(Solver& solver) : solver_(solver) {}

  // Sets minimal[i] to 1 when puzzles[i] is minimal, else to 0. Only proper puzzles are minimal:
  // answers[i] says which are.
  void run(std::span<const Grid> puzzles, std::span<const Answer> answers, const Budget& budget,
           std::span<char> minimal);

 private:
  struct Candidate {
    std::size_t puzzle = 0;
    int cell = 0;  // of the clue that is taken away next; kCells: none is left
  };

  void ask(std::span<const Grid> puzzles, const Budget& budget);
  void keep_undecided(std::span<const Grid> puzzles, std::span<char> minimal);

  Solver& solver_;
  std::vector<Candidate> candidates_;  // not known to be or not to be minimal
  std::vector<Grid> reduced_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku::dataset
