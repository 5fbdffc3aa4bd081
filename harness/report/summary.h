// Summary of a run for a terminal.
#pragma once

#include <string>

#include "harness/result/document.h"

namespace sudoku::report {

// Result tables with notes, column definitions, warnings; escape sequences only if `colour`.
std::string summary(const result::RunResult& run, bool colour);

}  // namespace sudoku::report
