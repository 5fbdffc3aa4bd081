// The command that takes a closer look at puzzles that slowed, with both builds.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/gate/matching.h"
#include "harness/results/result.h"

namespace sudoku {

// `sudoku-bench ab` on `file`, with the solvers of these rows: those from outside as they were
// named for either side.
std::vector<std::string> repeat_command(const RunResult& base, const RunResult& fresh,
                                        std::span<const RowPair> rows, const std::string& file);

}  // namespace sudoku
