// The table of one dataset: a row per solver and thread count.
#pragma once

#include "harness/report/table.h"
#include "harness/report/view.h"

namespace sudoku {

// Only the columns that tell rows apart or hold something.
Table figures_table(const View& view);

}  // namespace sudoku
