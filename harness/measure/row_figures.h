// The figures of a row from what was added up.
#pragma once

#include "harness/results/sums.h"

namespace sudoku {

// Fills everything of `row` that was measured but its speed, whose interval depends on the other
// rows of the dataset (comparison.h). A row with a wrong answer, or disqualified, gets no figure of
// time at all.
void set_figures(ResultRecord& row, const RowSums& sums);

}  // namespace sudoku
