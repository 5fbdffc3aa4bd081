// For tests of runs: an observer that shows nothing, a run that keeps no journal, puzzles with one
// solution, the count of an outcome in a row, and a run's warnings.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/journal.h"
#include "harness/run/run.h"

namespace sudoku::run {

using Quiet = RunObserver;

inline result::RunResult run_datasets(const std::vector<std::string>& files,
                                      const options::RunSettings& settings,
                                      const std::atomic<bool>& cancelled, RunObserver& observer) {
  Journal no_journal({});
  return run_datasets(files, settings, cancelled, observer, no_journal);
}

inline std::uint64_t count(const result::RowSums& row, Outcome outcome) {
  return row.outcomes[outcome];
}

// Nine puzzles over and over, which differ in their digits; the seventh begins with a 1.
inline std::string proper_puzzles(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) {
    for (const char c :
         std::string_view("..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51..."
                          "8.3.6.....6.9124...15..\n"))
      lines += '1' <= c && c <= '9' ? static_cast<char>('1' + (c - '1' + i) % 9) : c;
  }
  return lines;
}

// Warnings of a run that have this text.
inline std::vector<std::string> warnings_with(const result::RunResult& result,
                                              std::string_view text) {
  std::vector<std::string> found = result.environment.warnings;
  std::erase_if(found, [text](const std::string& warning) {
    return warning.find(text) == std::string::npos;
  });
  return found;
}

}  // namespace sudoku::run
