// A run on one screen.
#pragma once

#include <string>

#include "harness/results/result.h"

namespace sudoku {

// A table per dataset with its caption and notes, then what the columns mean, then the warnings.
// UTF-8; escape sequences only when `colour`.
std::string summary(const RunResult& run, bool colour);

}  // namespace sudoku
