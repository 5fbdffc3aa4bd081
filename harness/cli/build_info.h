// What this program was built from, and how.
#pragma once

#include "harness/results/result.h"

namespace sudoku {

ToolRecord tool_record();

}  // namespace sudoku
