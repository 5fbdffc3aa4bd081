// One field of a CSV table.
#pragma once

#include <string>

namespace sudoku {

// RFC 4180: quoted when it has to be.
std::string csv_field(const std::string& text);

}  // namespace sudoku
