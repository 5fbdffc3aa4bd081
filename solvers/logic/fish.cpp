// X-wing (2) and swordfish (3): in n rows a digit lies only in n columns, so it can go from these
// columns' other rows; the same with rows and columns exchanged.
#include "solvers/logic/choices.h"

namespace sudoku::logic {

namespace {

constexpr int kRows = 0;  // the first house of each kind
constexpr int kColumns = 9;

CellSet cells_of(int kind, NineBits lines) {
  CellSet cells;
  for_each_bit(lines, [&](int i) { cells |= kHouses[kind + i]; });
  return cells;
}

std::optional<Deduction> fish_of(const Board& board, int digit, int base, int size) {
  const int cover = kColumns - base;
  std::array<NineBits, 9> places{};
  for (int line = 0; line < 9; ++line)
    places[line] = board.places_in(base + line, digit);

  return first_closed(places, size, [&](NineBits lines, NineBits crossing) {
    Deduction deduction{.digits = static_cast<Digits>(1U << digit),
                        .houses = Houses{lines} << base,
                        .covers = Houses{crossing} << cover};
    deduction.removed[digit] =
        board.places[digit] & cells_of(cover, crossing).without(cells_of(base, lines));
    return deduction.leads_on() ? std::optional(deduction) : std::nullopt;
  });
}

}  // namespace

std::optional<Deduction> fish(const Board& board, int size) {
  for (int digit = 0; digit < 9; ++digit) {
    for (const int base : {kRows, kColumns})
      if (auto deduction = fish_of(board, digit, base, size)) return deduction;
  }
  return std::nullopt;
}

}  // namespace sudoku::logic
