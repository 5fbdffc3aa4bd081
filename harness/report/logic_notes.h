// What a report says of solvers that do not search.
#pragma once

#include <string>
#include <vector>

#include "harness/report/view.h"

namespace sudoku {

// "49.3 %", "all": the share of the row's puzzles that it decided.
std::string solved_text(const ResultRecord& row);

void note_logic(const View& view, std::vector<std::string>& notes);

}  // namespace sudoku
