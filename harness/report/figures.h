// The table of one dataset: a row per solver and thread count.
#pragma once

#include "harness/base/table.h"
#include "harness/report/view.h"

namespace sudoku::report {

// Only the columns that tell rows apart or hold something.
base::Table figures_table(const View& view);

}  // namespace sudoku::report
