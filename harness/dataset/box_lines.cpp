#include "harness/dataset/box_lines.h"

namespace sudoku {

BoxLines lines_of(const Grid& grid, int corner, Direction direction) {
  BoxLines lines{};
  for (int line = 0; line < 3; ++line) {
    for (int i = 0; i < 3; ++i) {
      const DigitSet digit = set_of(grid.cells[line_cell(corner, direction, line, i)]);
      lines[line] = static_cast<DigitSet>(lines[line] | digit);
    }
  }
  return lines;
}

// A box with a, b, c in its lines leaves b, c, a or c, a, b to the next; or two of b and one of c
// in the first line, two of c and one of a, two of a and one of b; or what all these leave to the
// third box. That makes 2 + 2 x 27.
std::array<Split, kSplits> splits_of(const BoxLines& lines) {
  const DigitSet a = lines[0];
  const DigitSet b = lines[1];
  const DigitSet c = lines[2];
  std::array<Split, kSplits> splits{};
  splits[0] = {{b, c, a}, {c, a, b}};
  splits[1] = {{c, a, b}, {b, c, a}};
  std::size_t i = 2;
  for_choices(lines, [&](DigitSet x, DigitSet y, DigitSet z) {
    const BoxLines one = {static_cast<DigitSet>(b - y + z), static_cast<DigitSet>(c - z + x),
                          static_cast<DigitSet>(a - x + y)};
    const BoxLines other = {static_cast<DigitSet>(c - z + y), static_cast<DigitSet>(a - x + z),
                            static_cast<DigitSet>(b - y + x)};
    splits[i++] = {one, other};
    splits[i++] = {other, one};
  });
  return splits;
}

}  // namespace sudoku
