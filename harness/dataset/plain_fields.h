// Rows of a CSV file that need no closer look.
#pragma once

#include <string_view>

#include "harness/dataset/layout.h"
#include "harness/dataset/rows.h"

namespace sudoku {

// Takes `line`, which is not filler, into `row` when it is a good row of bare fields: nothing
// quoted, no blanks around the grids. False says nothing about the row, which another parser has to
// look at.
bool take_plain_fields(const Layout& layout, std::string_view line, Row& row);

}  // namespace sudoku
