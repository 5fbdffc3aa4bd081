// One field of a CSV table.
#pragma once

#include <string>
#include <string_view>

namespace sudoku {

// Whether a spreadsheet would take the text for a formula and run it.
bool is_like_formula(std::string_view text);

// A text from a stranger as RFC 4180 has it, quoted when it has to be, and with a ' before what is
// like a formula: it must not run in the spreadsheet of the one who opens the table. Numbers need
// none of this.
std::string csv_field(const std::string& text);

}  // namespace sudoku
