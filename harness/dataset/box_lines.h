// What boxes hold in their rows and columns, and what that leaves to the other boxes of a band or
// of a stack.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solvers/sudoku.h"

namespace sudoku {

using DigitSet = std::uint16_t;            // bit d-1 for digit d
using BoxLines = std::array<DigitSet, 3>;  // what a box holds in its rows, or in its columns

enum class Direction { rows, columns };

// The first cells of boxes, in reading order.
inline constexpr std::array<int, 9> kBoxCorners = {0, 3, 6, 27, 30, 33, 54, 57, 60};

// Cell i of a line of a box.
constexpr int line_cell(int corner, Direction direction, int line, int i) {
  return direction == Direction::rows ? corner + 9 * line + i : corner + 9 * i + line;
}

constexpr DigitSet set_of(char digit) {
  return static_cast<DigitSet>(1U << (digit - '1'));
}

// Calls body with each digit of the set, as a set.
template <typename Body>
constexpr void for_digits(DigitSet digits, Body body) {
  for (; digits != 0; digits = static_cast<DigitSet>(digits & (digits - 1)))
    body(static_cast<DigitSet>(digits & -digits));
}

// Calls body with each way to take a digit from every line, as sets.
template <typename Body>
constexpr void for_choices(const BoxLines& lines, Body body) {
  for_digits(lines[0], [&](DigitSet x) {
    for_digits(lines[1],
               [&](DigitSet y) { for_digits(lines[2], [&](DigitSet z) { body(x, y, z); }); });
  });
}

// The box has to be full.
BoxLines lines_of(const Grid& grid, int corner, Direction direction);

// What the two other boxes of a band may hold in its rows, or those of a stack in its columns.
struct Split {
  BoxLines first;
  BoxLines second;
};

inline constexpr std::size_t kSplits = 56;

// All there are, when the lines of one box are given.
std::array<Split, kSplits> splits_of(const BoxLines& lines);

}  // namespace sudoku
