// Results as a document to keep, or to put under a pull request.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "harness/report/input.h"

namespace sudoku {

// More rows nobody reads, and more text GitHub does not take as a comment.
inline constexpr std::size_t kMostMarkdownRows = 50;
inline constexpr std::size_t kMostMarkdownBytes = 64'000;

// GitHub's Markdown: verdicts, environment, command, settings, a table per dataset with its slowest
// puzzles and wrong answers, warnings, and what the harness itself costs.
std::string markdown_report(const RunResult& run);

// The same, or several runs side by side.
std::string markdown_report(std::span<const ReportInput> inputs);

}  // namespace sudoku
