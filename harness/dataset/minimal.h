// Which puzzles are minimal: without any one of their clues they have several solutions.
#pragma once

#include <span>
#include <vector>

#include "solvers/solver.h"

namespace sudoku {

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

}  // namespace sudoku
