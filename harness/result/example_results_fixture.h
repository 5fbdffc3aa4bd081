// Constructed results for tests and for trying out reports.
#pragma once

#include <cstddef>

#include "harness/result/document.h"

namespace sudoku::result {

// Example of two datasets. The large one has a fast row, a reference, a sampled row with timeouts,
// a tie and a wrong answer; the small one an interrupted run over thread counts.
RunResult example_result();

// The example with every field that a document may have, odd values, and further reasons for
// remarks: a solver that got stuck, one that does less than is said of it, ratios in doubt, others
// that had the CPU, and two machines.
RunResult full_result();

// Recomputes the totals of a row after a change of its blocks.
void add_up(Row& row);

// Divides the times of the row's blocks by `factor`.
void speed_up(Row& row, double factor);

// Every solver on every dataset on 1 and 2 threads, with records as for 100,000 puzzles each.
RunResult large_result(std::size_t solvers, std::size_t datasets);

// Result with unknown figures, invalid puzzles, and names with markup, script, quotes, shell
// syntax, formulas, right-to-left marks, invalid UTF-8 or 10,000 characters.
RunResult hostile_result();

// Result of one day; from day 15 the first solver is 10 % slower and the second guesses more. The
// reference is the last solver.
RunResult result_of_day(unsigned day);

}  // namespace sudoku::result
