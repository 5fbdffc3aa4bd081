// What this program was built from, and how.
#pragma once

#include "harness/result/document.h"

namespace sudoku::cli {

result::ToolRecord tool_record();

}  // namespace sudoku::cli
