// Cells of the document's joint figures, made coarser.
#pragma once

#include "harness/results/contest.h"

namespace sudoku {

// Bins of which `from` make an octave become bins of which `to` make one; bin 0 stays apart. `to`
// divides `from`.
CellsRecord coarser(const CellsRecord& cells, unsigned from, unsigned to);

}  // namespace sudoku
