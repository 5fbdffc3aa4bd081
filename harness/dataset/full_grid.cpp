#include "harness/dataset/full_grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>

#include "harness/dataset/box_lines.h"
#include "harness/dataset/completions.h"

namespace sudoku {

namespace {

void draw_first_box(Grid& grid, Random& random) {
  std::array<char, 9> digits{};
  std::iota(digits.begin(), digits.end(), '1');
  random.shuffle(std::span<char>(digits));
  for (int i = 0; i < 9; ++i)
    grid.cells[9 * (i / 3) + i % 3] = digits[i];
}

// Which digits are in the lines of the box is known, their order is drawn.
void draw_box(Grid& grid, int corner, const BoxLines& lines, Direction direction, Random& random) {
  for (int line = 0; line < 3; ++line) {
    std::array<char, 3> digits{};
    std::size_t n = 0;
    for_digits(lines[line], [&](DigitSet digit) {
      digits[n++] = static_cast<char>('1' + std::countr_zero(digit));
    });
    random.shuffle(std::span<char>(digits));
    for (int i = 0; i < 3; ++i)
      grid.cells[line_cell(corner, direction, line, i)] = digits[i];
  }
}

// Pairs of lines of two boxes that hold the same digits.
int shared(const BoxLines& one, const BoxLines& other) {
  int pairs = 0;
  for (const DigitSet line : one)
    pairs += static_cast<int>(std::ranges::count(other, line));
  return pairs;
}

int repeats(const Grid& frame, int second, int third, Direction direction) {
  const BoxLines a = lines_of(frame, 0, direction);
  const BoxLines b = lines_of(frame, second, direction);
  const BoxLines c = lines_of(frame, third, direction);
  return shared(a, b) + shared(a, c) + shared(b, c);
}

}  // namespace

Grid draw_frame(Random& random) {
  Grid grid = kEmptyGrid;
  draw_first_box(grid, random);
  const auto bands = splits_of(lines_of(grid, 0, Direction::rows));
  const Split& band = bands[random.below(kSplits)];
  draw_box(grid, kBoxCorners[1], band.first, Direction::rows, random);
  draw_box(grid, kBoxCorners[2], band.second, Direction::rows, random);
  const auto stacks = splits_of(lines_of(grid, 0, Direction::columns));
  const Split& stack = stacks[random.below(kSplits)];
  draw_box(grid, kBoxCorners[3], stack.first, Direction::columns, random);
  draw_box(grid, kBoxCorners[6], stack.second, Direction::columns, random);
  return grid;
}

bool is_symmetric(const Grid& frame) {
  return repeats(frame, kBoxCorners[1], kBoxCorners[2], Direction::columns) >= 3 &&
         repeats(frame, kBoxCorners[3], kBoxCorners[6], Direction::rows) >= 3;
}

Grid draw_full_grid(Random& random) {
  for (;;) {
    const Grid frame = draw_frame(random);
    // One number decides whether to keep the frame, and which completion to take.
    const std::uint64_t number = random.below(kMostCompletions);
    // Nearly always saves the counting.
    if (number >= kMostUsualCompletions && !is_symmetric(frame)) continue;
    const Completions completions(frame);
    if (number < completions.count()) return completions.grid(number);
  }
}

}  // namespace sudoku
