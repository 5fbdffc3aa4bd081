// Filling the naked and hidden singles of a puzzle, without search.
#pragma once

#include "solvers/solver.h"

namespace sudoku {

// What filling naked and hidden singles (see propagation.h), until none is left, proves: `unique`,
// `none` or, if it neither solves nor refutes the puzzle, `incomplete`.
Outcome try_singles(const Grid& puzzle);

}  // namespace sudoku
