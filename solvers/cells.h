// Sets of cells as 81 bits, so that a few word operations treat a whole grid at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "solvers/sudoku.h"

namespace sudoku {

// Bit c of the 81 stands for cell c; rows 0..5 lie in `low`, rows 6..8 in `high`, so that no row
// and no band is cut in two.
struct CellSet {
  static constexpr int kLowCells = 54;

  std::uint64_t low = 0;
  std::uint64_t high = 0;

  bool operator==(const CellSet&) const = default;

  friend constexpr CellSet operator&(CellSet a, CellSet b) {
    return {a.low & b.low, a.high & b.high};
  }

  friend constexpr CellSet operator|(CellSet a, CellSet b) {
    return {a.low | b.low, a.high | b.high};
  }

  friend constexpr CellSet operator^(CellSet a, CellSet b) {
    return {a.low ^ b.low, a.high ^ b.high};
  }

  constexpr CellSet& operator|=(CellSet other) { return *this = *this | other; }

  constexpr CellSet without(CellSet other) const { return {low & ~other.low, high & ~other.high}; }

  constexpr bool empty() const { return (low | high) == 0; }
};

inline constexpr CellSet kAllCells = {(std::uint64_t{1} << 54) - 1, (std::uint64_t{1} << 27) - 1};

constexpr CellSet set_of(int cell) {
  if (cell < CellSet::kLowCells) return {std::uint64_t{1} << cell, 0};
  return {0, std::uint64_t{1} << (cell - CellSet::kLowCells)};
}

// Of a set that is not empty.
constexpr int first_of(CellSet set) {
  if (set.low != 0) return std::countr_zero(set.low);
  return CellSet::kLowCells + std::countr_zero(set.high);
}

template <typename Visit>
constexpr void for_each_cell(CellSet set, Visit visit) {
  for (std::uint64_t left = set.low; left != 0; left &= left - 1)
    visit(std::countr_zero(left));
  for (std::uint64_t left = set.high; left != 0; left &= left - 1)
    visit(CellSet::kLowCells + std::countr_zero(left));
}

// Bits per byte of a word, after Warren, Hacker's Delight, 2nd edition, 5-1. x86-64 has no
// instruction for it before SSE4.2, and the library's function costs a call.
constexpr std::uint64_t count_in_bytes(std::uint64_t word) {
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  return (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
}

constexpr int count(CellSet set) {
  const std::uint64_t sums = count_in_bytes(set.low) + count_in_bytes(set.high);
  return static_cast<int>(sums * 0x0101010101010101 >> 56);
}

static_assert(count(kAllCells) == 81 && count(set_of(80)) == 1);

// House 0..8 is a row, 9..17 a column, 18..26 a box.
constexpr bool in_house(int cell, int house) {
  return row_of(cell) == house || 9 + column_of(cell) == house || 18 + box_of(cell) == house;
}

constexpr std::array<CellSet, 27> all_houses() {
  std::array<CellSet, 27> houses{};
  for (int house = 0; house < 27; ++house) {
    for (int cell = 0; cell < kCells; ++cell)
      if (in_house(cell, house)) houses[house] |= set_of(cell);
  }
  return houses;
}

inline constexpr std::array<CellSet, 27> kHouses = all_houses();

constexpr std::array<CellSet, kCells> all_peers() {
  std::array<CellSet, kCells> peers{};
  for (int cell = 0; cell < kCells; ++cell) {
    const CellSet houses =
        kHouses[row_of(cell)] | kHouses[9 + column_of(cell)] | kHouses[18 + box_of(cell)];
    peers[cell] = houses.without(set_of(cell));
  }
  return peers;
}

inline constexpr std::array<CellSet, kCells> kPeers = all_peers();
static_assert(count(kPeers[40]) == 20);

}  // namespace sudoku
