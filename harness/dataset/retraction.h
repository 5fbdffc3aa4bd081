// Takes clues from a puzzle that a player puts back one after the other, by hidden singles alone.
#pragma once

#include "harness/dataset/reduction.h"

namespace sudoku {

// Tries each clue once, in that order. It goes when its digit then has no other place in its row,
// its column or its box.
Grid retracted(const Grid& full, const CellOrder& order);

}  // namespace sudoku
