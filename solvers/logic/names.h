// The players' names of cells and houses.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "solvers/sudoku.h"

namespace sudoku::logic {

inline constexpr std::array<std::string_view, 3> kHouseKinds = {"row", "column", "box"};

// The name of a cell, such as "r1c1".
inline std::string name_of_cell(int cell) {
  return "r" + std::to_string(row_of(cell) + 1) + "c" + std::to_string(column_of(cell) + 1);
}

// The name of a house, such as "row 3"; houses are numbered as in kHouses.
inline std::string name_of_house(int house) {
  return std::string(kHouseKinds[static_cast<std::size_t>(house / 9)]) + " " +
         std::to_string(house % 9 + 1);
}

}  // namespace sudoku::logic
