// Boards for people, as text and as a picture.
#pragma once

#include <span>
#include <string>

#include "solvers/pencilmarks.h"

namespace sudoku::solve {

// Text of a puzzle and its solution, two boards side by side (a pencilmark puzzle, whose board
// shows candidates, above its solution), ending with a line feed. With `colour`, clues are bold and
// found digits coloured by terminal escapes.
std::string drawn(PuzzleRef puzzle, const Grid& solution, bool colour);

// Text of a single board, drawn like a puzzle that is shown beside its solution.
std::string drawn(PuzzleRef puzzle, bool colour);

// The puzzle and its solutions (possibly none), four boards to a row, as a self-contained SVG.
std::string svg_of(PuzzleRef puzzle, std::span<const Grid> solutions);

}  // namespace sudoku::solve
