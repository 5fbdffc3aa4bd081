// Results in formats of other tools. Rows without a sound figure (wrong answers, disqualified,
// nothing measured) are left out, because these formats cannot mark them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::result {

struct ExportFormat {
  std::string_view name;  // name of the format on the command line
  std::string_view about;
  std::string (*write)(const RunResult& run);
};

// All formats in the order of the help text.
const std::vector<ExportFormat>& export_formats();

}  // namespace sudoku::result
