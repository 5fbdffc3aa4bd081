// Draws the puzzles of the bundled datasets, one at a time.
#pragma once

#include <cstdint>

#include "harness/dataset/generated_puzzle.h"
#include "harness/dataset/random.h"
#include "harness/dataset/reduction.h"
#include "solvers/solver.h"

namespace sudoku {

// The same seed draws the same puzzles on every machine, whatever the solver, which must prove
// uniqueness: it only answers questions. (hard() ranks by its guesses and so depends on it.)
//
// Full grids come from a search that draws its digits; they are not drawn uniformly. Puzzles are
// made of them from the top down: clues go in random order as long as a condition holds.
class Generator {
 public:
  Generator(Solver& solver, std::uint64_t seed) : solver_(solver), random_(seed) {}

  Grid full_grid();

  // About `clues` clues, never fewer, solved by singles alone.
  GeneratedPuzzle easy(int clues);

  // No clue can go without a second solution.
  GeneratedPuzzle minimal();

  // The one of `candidates` minimal puzzles on which the solver guesses most.
  GeneratedPuzzle hard(int candidates);

  // Several solutions: a minimal puzzle without one to four of its clues.
  GeneratedPuzzle several();

  // No solution, though no two clues contradict each other and singles do not show it: a minimal
  // puzzle with one wrong digit added.
  GeneratedPuzzle none();

  Random& random() { return random_; }

 private:
  Answer ask(const Grid& puzzle);

  Solver& solver_;
  Random random_;
};

}  // namespace sudoku
