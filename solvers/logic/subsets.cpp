// Naked subset: n cells of a house have n candidates between them; these digits can go from the
// house's other cells. Hidden subset: n digits have n places in a house between them; other digits
// can go from these cells.
#include "solvers/logic/choices.h"

namespace sudoku::logic {

namespace {

CellSet cells_at(int house, NineBits chosen) {
  CellSet cells;
  for_each_bit(chosen, [&](int i) { cells |= set_of(kHouseCells[house][i]); });
  return cells;
}

// Where in the house each digit can go.
std::array<NineBits, 9> digits_of(const Board& board, int house) {
  std::array<NineBits, 9> places{};
  for (int digit = 0; digit < 9; ++digit)
    places[digit] = board.places_in(house, digit);
  return places;
}

// What follows when these digits belong to these cells: `losers` lose the digits `lost`.
std::optional<Deduction> close(const Board& board, Deduction deduction, CellSet losers,
                               NineBits lost) {
  for_each_bit(lost, [&](int digit) { deduction.removed[digit] = board.places[digit] & losers; });
  if (!deduction.leads_on()) return std::nullopt;
  return deduction;
}

}  // namespace

std::optional<Deduction> naked_subset(const Board& board, int size) {
  for (int house = 0; house < 27; ++house) {
    const auto naked = [&](NineBits chosen, NineBits digits) {
      const CellSet cells = cells_at(house, chosen);
      return close(board, {.digits = digits, .cells = cells, .houses = Houses{1} << house},
                   kHouses[house].without(cells), digits);
    };
    if (auto deduction = first_closed(board.cells_of(house), size, naked)) return deduction;
  }
  return std::nullopt;
}

std::optional<Deduction> hidden_subset(const Board& board, int size) {
  for (int house = 0; house < 27; ++house) {
    const auto hidden = [&](NineBits digits, NineBits chosen) {
      const CellSet cells = cells_at(house, chosen);
      return close(board, {.digits = digits, .cells = cells, .houses = Houses{1} << house}, cells,
                   static_cast<NineBits>(0x1FF & ~digits));
    };
    if (auto deduction = first_closed(digits_of(board, house), size, hidden)) return deduction;
  }
  return std::nullopt;
}

}  // namespace sudoku::logic
