// A run on one screen.
#pragma once

#include <string>

#include "harness/result/document.h"

namespace sudoku::report {

// A table per dataset with its caption and notes, then what the columns mean, then the warnings.
// UTF-8; escape sequences only when `colour`.
std::string summary(const result::RunResult& run, bool colour);

}  // namespace sudoku::report
