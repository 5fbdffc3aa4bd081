// Why a step is right, in the words of players.
#pragma once

#include <string>

#include "solvers/logic/deduction.h"

namespace sudoku {

// "r1c1"
std::string name_of_cell(int cell);

// "row 3", "column 2", "box 4"
std::string name_of_house(int house);

// `board` is what it was deduced from.
std::string reason_of(const Deduction& deduction, const Board& board);

}  // namespace sudoku
