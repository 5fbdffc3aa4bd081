// A constructed result for tests of what is made from results.
#pragma once

#include "harness/results/result.h"

namespace sudoku {

// Two datasets. On the large one: a fast row, a reference, a row on a sample with timeouts, a tie
// in chunks and a wrong answer; on the small one a sweep over threads, interrupted.
RunResult example_result();

}  // namespace sudoku
