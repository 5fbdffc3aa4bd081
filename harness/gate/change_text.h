// Changes as verdicts print them.
#pragma once

#include <string>

#include "harness/results/result.h"

namespace sudoku {

std::string change_text(double ratio);  // "+12.3 %"

// "+12.3 % (+10.1 to +14.6)"; without an interval that is infinite.
std::string change_text(const Estimate& ratio);

std::string size_text(double change);      // "6.2 %"; "over 100 %"
std::string seen_text(double detectable);  // that a slow-down of this size would have been seen

}  // namespace sudoku
