// How sentences call a row.
#pragma once

#include <string>

#include "harness/results/result.h"

namespace sudoku {

// "mrv on hard.csv", "mrv on hard.csv (2 threads)".
std::string name_of(const ResultRecord& row);

}  // namespace sudoku
