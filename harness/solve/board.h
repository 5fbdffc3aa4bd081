// Boards as people look at them: in characters, and as a picture.
#pragma once

#include <span>
#include <string>

#include "solvers/sudoku.h"

namespace sudoku::solve {

// A puzzle and what was found, side by side; with `colour`, clues are bold and found digits
// coloured, for terminals. Ends with a line feed.
std::string drawn(const Grid& puzzle, const Grid& solution, bool colour);

// A puzzle alone, in the same form.
std::string drawn(const Grid& puzzle, bool colour);

// The puzzle and its solutions (there may be none) beside each other, four boards to a row, as an
// SVG document that refers to nothing outside it.
std::string svg_of(const Grid& puzzle, std::span<const Grid> solutions);

}  // namespace sudoku::solve
