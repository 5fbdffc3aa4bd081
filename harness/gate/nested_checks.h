// Answers and guesses of two rows that met samples of different sizes.
#pragma once

#include <vector>

#include "harness/gate/checks.h"

namespace sudoku {

// On the largest nested sample that both solved. `is_exact`: neither row has puzzles that ran out
// of time. Empty when they share none.
std::vector<CheckRecord> nested_checks(const RowPair& pair, bool is_exact, bool accept_guesses);

}  // namespace sudoku
