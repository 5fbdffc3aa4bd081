// Locked candidates: when a digit's places in a box (or line) all lie in the three cells shared
// with a line (or box), the digit is ruled out in the other cells of that line (or box).
#include "solvers/logic/deduction.h"

namespace sudoku::logic {

namespace {

constexpr int kFirstColumn = 9;
constexpr int kFirstBox = 18;

std::optional<Deduction> locked_in(const Board& board, int digit, int box, int line) {
  const CellSet in_box = board.places[digit] & kHouses[box];
  const CellSet in_line = board.places[digit] & kHouses[line];
  const CellSet shared = in_box & in_line;
  const bool all_of_box = shared == in_box;
  const bool all_of_line = shared == in_line;
  if (shared.empty() || all_of_box == all_of_line) return std::nullopt;

  Deduction deduction{.digits = static_cast<Digits>(1U << digit), .cells = shared};
  deduction.removed[digit] = (in_box | in_line).without(shared);
  deduction.houses = Houses{1} << (all_of_box ? box : line);
  deduction.covers = Houses{1} << (all_of_box ? line : box);
  return deduction;
}

}  // namespace

std::optional<Deduction> locked_candidate(const Board& board) {
  for (int digit = 0; digit < 9; ++digit) {
    for (int box = 0; box < 9; ++box) {
      const int row = box / 3 * 3;
      const int column = kFirstColumn + box % 3 * 3;
      for (const int line : {row, row + 1, row + 2, column, column + 1, column + 2})
        if (auto deduction = locked_in(board, digit, kFirstBox + box, line)) return deduction;
    }
  }
  return std::nullopt;
}

}  // namespace sudoku::logic
