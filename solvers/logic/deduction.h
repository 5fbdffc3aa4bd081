// The techniques beyond singles: each rules out candidates because of other candidates.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "solvers/logic/technique.h"
#include "solvers/propagation.h"

namespace sudoku::logic {

// A set of nine things, bit i for thing i: digits (bit d-1 for digit d), places in a house.
using NineBits = std::uint16_t;
using Digits = NineBits;

template <typename Visit>
void for_each_bit(unsigned bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1)
    visit(std::countr_zero(bits));
}

// The cells of each house in reading order; houses are numbered as in kHouses.
inline constexpr std::array<std::array<int, 9>, 27> kHouseCells = [] {
  std::array<std::array<int, 9>, 27> cells{};
  for (int house = 0; house < 27; ++house) {
    int i = 0;
    for (int cell = 0; cell < kCells; ++cell)
      if (in_house(cell, house)) cells[house][i++] = cell;
  }
  return cells;
}();

// The blanks of a puzzle and their candidates, by digit and by cell.
struct OpenCells {
  CellSet blanks;
  std::array<CellSet, 9> places{};          // places[d - 1]: the blanks that can hold digit d
  std::array<Digits, kCells> candidates{};  // by cell; empty for filled cells

  explicit OpenCells(const Candidates& open) : blanks(kAllCells.without(open.filled)) {
    for (int digit = 0; digit < 9; ++digit) {
      places[digit] = open.of[digit] & blanks;
      for_each_cell(places[digit], [&](int cell) {
        candidates[cell] = static_cast<Digits>(candidates[cell] | 1U << digit);
      });
    }
  }

  // The places of `digit` (0..8) in a house, as positions in kHouseCells[house].
  NineBits places_in(int house, int digit) const {
    unsigned mask = 0;
    for (int i = 0; i < 9; ++i)
      mask |= (candidates[kHouseCells[house][i]] >> digit & 1U) << i;
    return static_cast<NineBits>(mask);
  }
};

using Houses = std::uint32_t;  // a set of houses, bit h for house h

struct Deduction {
  Technique technique = Technique::none;
  std::array<CellSet, 9> removed{};  // removed[d - 1]: the cells that lose digit d

  // The reasons for a deduction, for its explanation; each technique sets some of the fields.
  Digits digits = 0;
  CellSet cells = {};
  CellSet others = {};
  Houses houses = 0;
  Houses covers = 0;
};

// The deduction by the easiest technique; nothing when only search would help.
std::optional<Deduction> easiest_deduction(const OpenCells& board);

void apply(const Deduction& deduction, Candidates& places);

}  // namespace sudoku::logic
