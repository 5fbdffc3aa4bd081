// The figures of a row from what was added up.
#pragma once

#include <cstdint>

#include "harness/results/sums.h"

namespace sudoku {

// Fills everything of `row` that was measured, but what compares it with other rows; `seed` is of
// the intervals. A row with a wrong answer, or disqualified, gets no speed figure at all.
void set_figures(ResultRecord& row, const RowSums& sums, std::uint64_t seed);

}  // namespace sudoku
