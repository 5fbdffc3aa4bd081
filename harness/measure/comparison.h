// Speed-ups between the rows of one dataset.
#pragma once

#include <vector>

#include "harness/measure/settings.h"
#include "harness/results/result.h"

namespace sudoku {

// Fills `speedup` of every row against the reference solver on as many threads, and `scaling`
// against the same solver on the fewest threads, each over the puzzles that both met. Rows with a
// wrong answer neither get one nor serve as a reference.
void compare_rows(std::vector<ResultRecord>& rows, const RaceSettings& settings);

}  // namespace sudoku
