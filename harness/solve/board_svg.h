// Boards as a picture.
#pragma once

#include <span>
#include <string>

#include "solvers/sudoku.h"

namespace sudoku {

// The puzzle and its solutions (there may be none) beside each other, four boards to a row, as an
// SVG document that refers to nothing outside it.
std::string svg_of(const Grid& puzzle, std::span<const Grid> solutions);

}  // namespace sudoku
