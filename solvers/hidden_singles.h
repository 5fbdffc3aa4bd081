// Hidden singles of one digit, in all 27 houses at once.
//
// Saturating sums (none, one, more) are kept for every position of a word in parallel: cells add
// up to minirows, those to rows and boxes, and cells down the columns.
#pragma once

#include <cstdint>
#include <optional>

#include "solvers/cells.h"

namespace sudoku {

// How many of several bits are set, position by position.
struct Tally {
  std::uint64_t some = 0;  // at least one
  std::uint64_t many = 0;  // at least two

  friend constexpr Tally operator+(Tally a, Tally b) {
    return {a.some | b.some, a.many | b.many | (a.some & b.some)};
  }

  constexpr Tally above(int step) const { return {some >> step, many >> step}; }

  // Position i becomes the sum of positions i, i + step and i + 2 * step.
  constexpr Tally in_threes(int step) const { return *this + above(step) + above(2 * step); }

  constexpr Tally at(std::uint64_t positions) const { return {some & positions, many & positions}; }

  constexpr std::uint64_t one() const { return some & ~many; }
};

// `bits`, and again every `step` positions.
constexpr std::uint64_t repeated(std::uint64_t bits, int step, int times) {
  return times == 0 ? 0 : bits | repeated(bits, step, times - 1) << step;
}

// The houses in one word of a CellSet, each counted at the position of its first cell. Columns are
// those of one band, and only valid in its first row.
struct HouseTallies {
  static constexpr std::uint64_t kMinirows = repeated(1, 3, 18);
  static constexpr std::uint64_t kRows = repeated(1, 9, 6);
  static constexpr std::uint64_t kBoxes = repeated(repeated(1, 3, 3), 27, 2);

  // All cells of the first row and of the first box.
  static constexpr std::uint64_t kRow = 0x1FF;
  static constexpr std::uint64_t kBox = repeated(7, 9, 3);

  Tally rows;
  Tally boxes;
  Tally columns;

  explicit constexpr HouseTallies(std::uint64_t cells) : columns(Tally{cells}.in_threes(9)) {
    // A minirow is what a row and a box share: three cells, counted once for both.
    const Tally minirows = Tally{cells}.in_threes(1).at(kMinirows);
    rows = minirows.in_threes(3).at(kRows);
    boxes = minirows.in_threes(9).at(kBoxes);
  }
};

inline constexpr CellSet kRowStarts = CellSet{HouseTallies::kRows, HouseTallies::kRows} & kAllCells;
inline constexpr CellSet kBoxStarts =
    CellSet{HouseTallies::kBoxes, HouseTallies::kBoxes} & kAllCells;

// The cells of `places` that are alone in a row, a column or a box. Nothing when a house has none
// of them: a digit with these places cannot be placed any more.
constexpr std::optional<CellSet> alone_in_a_house(CellSet places) {
  const HouseTallies low(places.low);
  const HouseTallies high(places.high);
  const Tally columns = (low.columns + low.columns.above(27) + high.columns).at(HouseTallies::kRow);
  const bool no_house_is_empty = CellSet{low.rows.some, high.rows.some} == kRowStarts &&
                                 CellSet{low.boxes.some, high.boxes.some} == kBoxStarts &&
                                 columns.some == HouseTallies::kRow;
  if (!no_house_is_empty) return std::nullopt;

  // A product spreads the first cells over their houses; houses of one kind do not overlap.
  const std::uint64_t in_columns = columns.one() * repeated(1, 9, 6);
  return places & CellSet{low.rows.one() * HouseTallies::kRow |
                              low.boxes.one() * HouseTallies::kBox | in_columns,
                          high.rows.one() * HouseTallies::kRow |
                              high.boxes.one() * HouseTallies::kBox | in_columns};
}

static_assert(alone_in_a_house(kAllCells) == CellSet{});
static_assert(alone_in_a_house(kAllCells.without(kPeers[40])) == set_of(40));
static_assert(!alone_in_a_house(kAllCells.without(kHouses[8])));

}  // namespace sudoku
