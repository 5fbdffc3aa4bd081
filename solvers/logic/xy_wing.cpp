// XY-wing: a pivot with candidates x, y sees pincers with candidates x, z and y, z. Whichever the
// pivot is, one of the pincers is z, so every cell that sees both pincers loses z.
#include <bit>

#include "solvers/logic/deduction.h"

namespace sudoku::logic {

namespace {

CellSet cells_with_two(const Board& board) {
  CellSet cells;
  for_each_cell(board.blanks, [&](int cell) {
    if (std::popcount(board.candidates[cell]) == 2) cells |= set_of(cell);
  });
  return cells;
}

std::optional<Deduction> wing_of(const Board& board, int pivot, int one, int other) {
  const Digits xy = board.candidates[pivot];
  const Digits xz = board.candidates[one];
  const Digits yz = board.candidates[other];
  // Pivot and pincers must have three different pairs of candidates, of three digits in all.
  if (std::popcount(static_cast<Digits>(xy | xz | yz)) != 3 || xz == yz) return std::nullopt;
  if (xz == xy || yz == xy) return std::nullopt;

  const auto z = static_cast<Digits>(xz & yz);
  const int digit = std::countr_zero(z);
  Deduction deduction{.digits = z, .cells = set_of(pivot), .others = set_of(one) | set_of(other)};
  deduction.removed[digit] = board.places[digit] & kPeers[one] & kPeers[other];
  return deduction.leads_on() ? std::optional(deduction) : std::nullopt;
}

}  // namespace

std::optional<Deduction> xy_wing(const Board& board) {
  std::optional<Deduction> found;
  const CellSet pairs = cells_with_two(board);
  for_each_cell(pairs, [&](int pivot) {
    for_each_cell(pairs & kPeers[pivot], [&](int one) {
      for_each_cell(pairs & kPeers[pivot], [&](int other) {
        if (one < other && !found) found = wing_of(board, pivot, one, other);
      });
    });
  });
  return found;
}

}  // namespace sudoku::logic
