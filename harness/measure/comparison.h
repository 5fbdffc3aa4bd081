// Speed-ups between the rows of one dataset.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

// Fills `speedup` of every row of one dataset against the reference solver on as many threads, and
// `scaling` against the same solver on the fewest threads, each over the puzzles that both met.
// Rows with a wrong answer neither get one nor serve as a reference.
void compare_rows(std::vector<ResultRecord>& rows, const std::string& reference,
                  std::uint64_t seed);

}  // namespace sudoku
