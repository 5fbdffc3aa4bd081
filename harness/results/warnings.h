// Warnings of several sources in one list.
#pragma once

#include <string>
#include <vector>

namespace sudoku {

// Those that are not there already.
void add_warnings(std::vector<std::string>& warnings, const std::vector<std::string>& more);

}  // namespace sudoku
