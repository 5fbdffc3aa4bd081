// Command lines as a shell takes them.
#pragma once

#include <string>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

std::string shell_quoted(const std::vector<std::string>& command);

// Runs the row's solver on that puzzle alone, as the run did.
std::string repeat_command(const RunResult& run, const ResultRecord& row,
                           const std::string& puzzle);

}  // namespace sudoku
