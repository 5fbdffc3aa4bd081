// Sudoku as exact cover: 324 constraints (each cell is filled; each row, column and box has each
// digit), which a solution satisfies exactly once each.
#pragma once

#include <array>
#include <cstddef>

#include "solvers/sudoku.h"

namespace sudoku {

inline constexpr std::size_t kConstraints = 324;
// Number of choices; a choice is one digit in one cell, see choice_of.
inline constexpr std::size_t kChoices = 729;

constexpr std::size_t choice_of(int cell, int digit) {
  return static_cast<std::size_t>(9 * cell + digit - 1);
}

// The four constraints that a choice satisfies. Constraints 0..80 say that cells 0..80 are filled.
constexpr std::array<int, 4> constraints_of(int cell, int digit) {
  return {cell, 81 + 9 * row_of(cell) + digit - 1, 162 + 9 * column_of(cell) + digit - 1,
          243 + 9 * box_of(cell) + digit - 1};
}

}  // namespace sudoku
