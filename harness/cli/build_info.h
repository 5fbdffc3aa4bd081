// The revision, compiler and flags that this program was built from.
#pragma once

#include "harness/result/document.h"

namespace sudoku::cli {

result::ToolRecord tool_record();

}  // namespace sudoku::cli
