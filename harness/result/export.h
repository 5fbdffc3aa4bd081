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

// All formats, in the order in which help lists them.
const std::vector<ExportFormat>& export_formats();

}  // namespace sudoku::result
