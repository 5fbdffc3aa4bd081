// A result in the formats that other tools read. Rows without a sound figure (wrong answers,
// disqualified, nothing measured) are left out: these formats have no way to say so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::result {

struct ExportFormat {
  std::string_view name;  // as on the command line
  std::string_view about;
  std::string (*write)(const RunResult& run);
};

// gbench             Google Benchmark's JSON, schema version 1: a repetition per process, or round
// bmf                Bencher Metric Format
// bigger-is-better   github-action-benchmark's customBiggerIsBetter: puzzles per second
// smaller-is-better  github-action-benchmark's customSmallerIsBetter: nanoseconds a puzzle
// otava-csv          Apache Otava: a header and one line, a column per row of the result
const std::vector<ExportFormat>& export_formats();

}  // namespace sudoku::result
