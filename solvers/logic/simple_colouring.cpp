// Simple colouring: when a digit has two places in a house, it is in one of them. Chains of such
// pairs get alternating colours, of which exactly one holds the digit. When two cells of a colour
// see each other, that colour is wrong; another cell that sees both colours cannot hold the digit.
#include "solvers/logic/deduction.h"

namespace sudoku::logic {

namespace {

// The cells of `places` that hold a digit if and only if `cell` does not.
CellSet partners_of(int cell, CellSet places) {
  CellSet partners;
  for (const int house : {row_of(cell), 9 + column_of(cell), 18 + box_of(cell)}) {
    const CellSet in_house = places & kHouses[house];
    if (count(in_house) == 2) partners |= in_house.without(set_of(cell));
  }
  return partners;
}

struct Colours {
  std::array<CellSet, 2> cells;

  CellSet all() const { return cells[0] | cells[1]; }
};

Colours colour_from(int start, CellSet places) {
  Colours colours{.cells = {set_of(start), {}}};
  CellSet fresh = set_of(start);
  for (int colour = 1; !fresh.empty(); colour = 1 - colour) {
    CellSet partners;
    for_each_cell(fresh, [&](int cell) { partners |= partners_of(cell, places); });
    fresh = partners.without(colours.cells[colour]);
    colours.cells[colour] |= fresh;
  }
  return colours;
}

CellSet seen_by(CellSet cells) {
  CellSet seen;
  for_each_cell(cells, [&](int cell) { seen |= kPeers[cell]; });
  return seen;
}

// The first house with two of `cells`; there must be such a house.
int house_with_two(CellSet cells) {
  int house = 0;
  while (count(cells & kHouses[house]) < 2)
    ++house;
  return house;
}

std::optional<Deduction> from_colours(const Board& board, int digit, const Colours& colours) {
  Deduction deduction{.digits = static_cast<Digits>(1U << digit)};
  CellSet losers = board.places[digit].without(colours.all());
  for (const int colour : {0, 1}) {
    deduction.cells = colours.cells[colour];
    deduction.others = colours.cells[1 - colour];
    const CellSet seen = seen_by(deduction.cells);
    if (!(seen & deduction.cells).empty()) {
      deduction.houses = Houses{1} << house_with_two(deduction.cells);
      deduction.removed[digit] = deduction.cells;
      return deduction;
    }
    losers = losers & seen;
  }
  deduction.removed[digit] = losers;
  return losers.empty() ? std::nullopt : std::optional(deduction);
}

}  // namespace

std::optional<Deduction> simple_colouring(const Board& board) {
  for (int digit = 0; digit < 9; ++digit) {
    CellSet left = board.places[digit];
    while (!left.empty()) {
      const Colours colours = colour_from(first_of(left), board.places[digit]);
      left = left.without(colours.all());
      if (colours.cells[1].empty()) continue;  // no chain begins at this cell
      if (auto deduction = from_colours(board, digit, colours)) return deduction;
    }
  }
  return std::nullopt;
}

}  // namespace sudoku::logic
