// Removal of clues from puzzles, to generate puzzles and to test puzzles for minimality.
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

// Removes clues in a given order while a condition holds that adding clues cannot break: having one
// solution, or being solved by singles. The caller tests one reduced puzzle at a time, so that many
// puzzles can be reduced in batches. Clues are tried several at once, with the same result as one
// by one: needed clues stay needed, and clues that can be removed together can be removed singly.
class Reduction {
 public:
  // `puzzle` must meet the caller's condition; removal stops at `fewest` clues.
  Reduction(const Grid& puzzle, const CellOrder& order, int fewest);

  bool done() const { return question_ == puzzle_; }

  // The puzzle for which the caller must test the condition next; meaningless when done().
  const Grid& question() const { return question_; }

  void receive(bool holds);

  const Grid& puzzle() const { return puzzle_; }

  int clues() const { return clues_; }

  // Number of clues found so far that cannot be removed.
  int needed() const { return needed_; }

 private:
  void pose();

  Grid puzzle_;
  Grid question_{};
  CellOrder order_;
  std::size_t tried_ = 0;  // number of cells of order_ whose clues are decided
  std::size_t asked_ = 0;  // number of cells of order_ decided or being tested
  int step_;               // number of clues to remove at once
  int clues_;
  int taken_ = 0;  // number of clues whose removal is being tested
  int fewest_;
  int needed_ = 0;
};

// Finds the minimal puzzles, which have several solutions without any one of their clues. Tests
// many puzzles at once, so that batch solvers get batches. Use one object per thread.
class MinimalityTest {
 public:
  // `solver` must prove its answers and outlive the test.
  explicit MinimalityTest(Solver& solver) : solver_(solver) {}

  // Sets minimal[i] to 1 when puzzles[i], whose answer is answers[i], is minimal, else to 0.
  void run(std::span<const Grid> puzzles, std::span<const Answer> answers, const Budget& budget,
           std::span<char> minimal);

 private:
  struct Undecided {
    std::size_t puzzle = 0;
    int cell = 0;  // cell of the clue to remove next
  };

  void ask(std::span<const Grid> puzzles, const Budget& budget);
  void keep_undecided(std::span<const Grid> puzzles, std::span<char> minimal);

  Solver& solver_;
  std::vector<Undecided> undecided_;  // puzzles whose minimality is undecided
  std::vector<Grid> reduced_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku::dataset
