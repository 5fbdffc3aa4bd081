// Cells of the document's joint figures, made coarser.
#pragma once

#include "harness/results/contest.h"

namespace sudoku {

// Bins that become one, in each direction.
struct Merge {
  unsigned x = 1;
  unsigned y = 1;
};

// Bin 0 stays apart.
CellsRecord coarser(const CellsRecord& cells, Merge merge);

}  // namespace sudoku
