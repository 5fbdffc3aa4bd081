// The 324 things that a solution does exactly once: it fills each cell, and puts each digit into
// each row, each column and each box.
#pragma once

#include <array>
#include <cstddef>

#include "solvers/sudoku.h"

namespace sudoku {

inline constexpr std::size_t kConstraints = 324;
// A choice is a digit in a cell, numbered by choice_of.
inline constexpr std::size_t kChoices = 729;

constexpr std::size_t choice_of(int cell, int digit) {
  return static_cast<std::size_t>(9 * cell + digit - 1);
}

// The constraints that digit 1..9 in the cell satisfies. Constraints 0..80 are those of the cells.
constexpr std::array<int, 4> constraints_of(int cell, int digit) {
  return {cell, 81 + 9 * row_of(cell) + digit - 1, 162 + 9 * column_of(cell) + digit - 1,
          243 + 9 * box_of(cell) + digit - 1};
}

}  // namespace sudoku
