// A run as a document to keep.
#pragma once

#include <string>

#include "harness/results/result.h"

namespace sudoku {

// GitHub's Markdown: verdicts, environment, command, settings, a table per dataset with its slowest
// puzzles and wrong answers, warnings, and what the harness itself costs.
std::string markdown_report(const RunResult& run);

// The command line as a shell would take it.
std::string shell_quoted(const std::vector<std::string>& command);

}  // namespace sudoku
