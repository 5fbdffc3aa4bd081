// Takes clues away from a puzzle, to make others of it and to see whether any can go.
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

// Takes clues away in a given order as long as a condition holds that every puzzle with more clues
// meets, too: one solution, or being solved by singles.
//
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
  std::size_t asked_ = 0;  // cells of order_ that are decided or in question
  int step_;               // clues to try together
  int clues_;
  int taken_ = 0;  // clues that the question lacks
  int fewest_;
  int needed_ = 0;
};

// Tries each clue of a full grid once, in that order, and takes it away when its digit then has no
// other place in its row, its column or its box. So hidden singles alone put the clues back, the
// last first.
Grid retracted(const Grid& full, const CellOrder& order);

// Tells which puzzles are minimal: without any one of their clues they have several solutions.
// Looks at many puzzles at once, so that batch solvers get batches. One per thread.
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
    int cell = 0;  // of the clue to take away next; kCells: all were tried
  };

  void ask(std::span<const Grid> puzzles, const Budget& budget);
  void keep_undecided(std::span<const Grid> puzzles, std::span<char> minimal);

  Solver& solver_;
  std::vector<Candidate> candidates_;  // puzzles whose minimality is still open
  std::vector<Grid> reduced_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku::dataset
