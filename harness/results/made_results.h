// Made-up results to try reports on: larger and nastier than the example.
#pragma once

#include <cstddef>

#include "harness/results/result.h"

namespace sudoku {

// Every solver on every dataset on 1 and 2 threads, with everything that a run records, of the
// sizes that 100,000 puzzles a dataset would leave.
RunResult large_result(std::size_t solvers, std::size_t datasets);

// Names with markup, script, quotes, shell syntax, formulas, right-to-left marks, bytes that are
// not UTF-8, and 10,000 characters; figures that are not known; puzzles that are none.
RunResult hostile_result();

// The same solvers on the same datasets, on one of several days; from the 15th on the first solver
// is slower by a tenth and the second one guesses more.
RunResult result_of_day(unsigned day);

}  // namespace sudoku
