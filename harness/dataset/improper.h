// Reasons why a puzzle is not proper or a solution is wrong, where one line can give one.
#pragma once

#include <optional>
#include <string>

#include "solvers/pencilmarks.h"

namespace sudoku::dataset {

// Why a puzzle has no solution, as its clues or naked and hidden singles show it: "two 5s in
// column 3", "r4c4 has no candidate", "5 has no place in box 3" or "singles lead to a
// contradiction: ..."; nothing when they show none.
std::optional<std::string> why_none(PuzzleRef puzzle);

// Why a puzzle that has solutions has several: two digits or two lines can be exchanged in each of
// them, or there are too few clues. Nothing when none of this holds.
std::optional<std::string> why_several(PuzzleRef puzzle);

// Why a full grid does not solve a puzzle: it breaks a clue or candidate, or repeats a digit.
// Nothing when it solves the puzzle.
std::optional<std::string> why_wrong(PuzzleRef puzzle, const Grid& solution);

}  // namespace sudoku::dataset
