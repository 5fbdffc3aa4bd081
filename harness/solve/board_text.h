// Boards as people look at them, in characters.
#pragma once

#include <string>

#include "solvers/sudoku.h"

namespace sudoku {

// A puzzle and what was found, side by side; with `colour`, clues are bold and found digits
// coloured, for terminals. Ends with a line feed.
std::string drawn(const Grid& puzzle, const Grid& solution, bool colour);

// A puzzle alone.
std::string drawn(const Grid& puzzle, bool colour);

}  // namespace sudoku
