// For tests of `ilp`: what its integer program shows besides the answer.
#pragma once

#include <optional>

#include "solvers/sudoku.h"

namespace sudoku {

struct IlpSolution {
  Grid grid = kEmptyGrid;
  // Sum of the weights, 1 to 729, of what the solution chooses: 29,565 for every full grid, since
  // a digit meets each row and each column once. So it checks the program, not the puzzle.
  double objective = 0;
  // No branching was needed: the linear program alone gave whole numbers.
  bool integral_at_root = false;
};

// The first solution, by a program built for it; none when the puzzle has none.
std::optional<IlpSolution> solve_as_ilp(const Grid& puzzle);

}  // namespace sudoku
