// A constructed result for tests of what is made from results.
#pragma once

#include "harness/results/result.h"

namespace sudoku {

// Two datasets. On the large one: a fast row, a reference, a row on a sample with timeouts, a tie
// in chunks and a wrong answer; on the small one a sweep over threads, interrupted.
RunResult example_result();

// After a change of its blocks: makes the totals of a row what its blocks add up to.
void add_up(ResultRecord& row);

// So many times as fast, block by block.
void speed_up(ResultRecord& row, double factor);

}  // namespace sudoku
