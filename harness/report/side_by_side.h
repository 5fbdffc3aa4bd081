// Several runs in one Markdown document.
#pragma once

#include <span>
#include <string>

#include "harness/report/input.h"

namespace sudoku {

// What each run came to, and a table with a column for each run.
std::string side_by_side(std::span<const ReportInput> inputs);

// How the runs are told apart: the file's name without ".json", or its whole path.
std::string label_of(std::span<const ReportInput> inputs, const ReportInput& input);

}  // namespace sudoku
