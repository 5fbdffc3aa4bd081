// Constructed results, for tests of what is made from results and to try reports on.
#pragma once

#include <cstddef>

#include "harness/result/document.h"

namespace sudoku::result {

// Two datasets. On the large one: a fast row, a reference, a row on a sample with timeouts, a tie
// in chunks and a wrong answer; on the small one a sweep over threads, interrupted.
RunResult example_result();

// After a change of its blocks: makes the totals of a row what its blocks add up to.
void add_up(Row& row);

// Makes the row so many times as fast, block by block.
void speed_up(Row& row, double factor);

// Every solver on every dataset on 1 and 2 threads, with everything that a run records, of the
// sizes that 100,000 puzzles a dataset would leave.
RunResult large_result(std::size_t solvers, std::size_t datasets);

// Names with markup, script, quotes, shell syntax, formulas, right-to-left marks, bytes that are
// not UTF-8, and 10,000 characters; figures that are not known; puzzles that are none.
RunResult hostile_result();

// The same solvers on the same datasets, on one of several days; from the 15th on the first solver
// is slower by a tenth and the second one guesses more.
RunResult result_of_day(unsigned day);

}  // namespace sudoku::result
