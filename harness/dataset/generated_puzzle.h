#pragma once

#include "solvers/sudoku.h"

namespace sudoku {

struct GeneratedPuzzle {
  Grid puzzle = kEmptyGrid;
  Grid solution = kEmptyGrid;  // kEmptyGrid when there is not exactly one
  double score = 0;            // how hard it is, when that was asked for
};

}  // namespace sudoku
