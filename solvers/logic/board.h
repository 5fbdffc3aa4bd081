// The blanks of a puzzle and their candidates, as the techniques look at them: by digit and by
// cell.
#pragma once

#include <array>
#include <cstdint>

#include "solvers/propagation.h"

namespace sudoku {

// A set of nine things, bit i for thing i: digits (bit d-1 for digit d), places in a house.
using NineBits = std::uint16_t;
using Digits = NineBits;

// The cells of each house in reading order; houses are numbered as in kHouses.
constexpr std::array<std::array<int, 9>, 27> cells_of_houses() {
  std::array<std::array<int, 9>, 27> cells{};
  for (int house = 0; house < 27; ++house) {
    int i = 0;
    for (int cell = 0; cell < kCells; ++cell)
      if (in_house(cell, house)) cells[house][i++] = cell;
  }
  return cells;
}

inline constexpr std::array<std::array<int, 9>, 27> kHouseCells = cells_of_houses();

struct Board {
  CellSet blanks;
  std::array<CellSet, 9> places{};          // places[d - 1]: the blanks that can hold digit d
  std::array<Digits, kCells> candidates{};  // of blanks; empty where a digit is filled

  explicit Board(const Places& open) : blanks(kAllCells.without(open.filled)) {
    for (int digit = 0; digit < 9; ++digit) {
      places[digit] = open.of[digit] & blanks;
      for_each_cell(places[digit], [&](int cell) {
        candidates[cell] = static_cast<Digits>(candidates[cell] | 1U << digit);
      });
    }
  }

  // The candidates of each cell of a house.
  std::array<NineBits, 9> cells_of(int house) const {
    std::array<NineBits, 9> cells{};
    for (int i = 0; i < 9; ++i)
      cells[i] = candidates[kHouseCells[house][i]];
    return cells;
  }

  // Where in a house the digit can go.
  NineBits places_in(int house, int digit) const {
    unsigned mask = 0;
    for (int i = 0; i < 9; ++i)
      mask |= (candidates[kHouseCells[house][i]] >> digit & 1U) << i;
    return static_cast<NineBits>(mask);
  }
};

}  // namespace sudoku
