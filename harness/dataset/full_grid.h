// Draws full grids, each of the 6,670,903,752,021,072,936,960 there are with the same probability.
//
// Source: this project. Five boxes, the top band and the left stack, are drawn uniformly, as
// B. Felgenhauer and F. Jarvis, "Enumerating possible Sudoku grids", 2005, count bands; then the
// ways to fill the other four are counted, and the frame is kept with a probability in proportion
// to their number. Nothing is searched, and nothing is approximate.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/base/random.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

Grid draw_full_grid(base::Random& random);

// The top band and the left stack, drawn uniformly from all of them.
Grid draw_frame(base::Random& random);

// Whether at least three pairs of columns of the top boxes hold the same digits, and three pairs of
// rows of the left boxes: one frame in 2,100.
bool is_symmetric(const Grid& frame);

// The most ways in which a frame can be completed. The ways of all frames were counted to find
// that; their sum is the number of grids.
inline constexpr std::uint64_t kMostCompletions = 11664;
// The most ways for a frame that is not symmetric.
inline constexpr std::uint64_t kMostUsualCompletions = 5644;

using DigitSet = std::uint16_t;            // bit d-1 for digit d
using BoxLines = std::array<DigitSet, 3>;  // what a box holds in its rows, or in its columns

enum class Direction { rows, columns };

// The first cells of boxes, in reading order.
inline constexpr std::array<int, 9> kBoxCorners = {0, 3, 6, 27, 30, 33, 54, 57, 60};

// Cell i of a line of the box at `corner`.
constexpr int line_cell(int corner, Direction direction, int line, int i) {
  return direction == Direction::rows ? corner + 9 * line + i : corner + 9 * i + line;
}

constexpr DigitSet set_of(char digit) {
  return static_cast<DigitSet>(1U << (digit - '1'));
}

// Calls body with each digit of the set, as a set of one.
template <typename Body>
constexpr void for_digits(DigitSet digits, Body body) {
  for (; digits != 0; digits = static_cast<DigitSet>(digits & (digits - 1)))
    body(static_cast<DigitSet>(digits & -digits));
}

// Calls body with each way to take a digit from every line, as three sets of one.
template <typename Body>
constexpr void for_choices(const BoxLines& lines, Body body) {
  for_digits(lines[0], [&](DigitSet x) {
    for_digits(lines[1],
               [&](DigitSet y) { for_digits(lines[2], [&](DigitSet z) { body(x, y, z); }); });
  });
}

// What the box at `corner`, which has to be full, holds in its lines.
BoxLines lines_of(const Grid& grid, int corner, Direction direction);

// What the two other boxes of a band may hold in its rows, or those of a stack in its columns.
struct Split {
  BoxLines first;
  BoxLines second;
};

inline constexpr std::size_t kSplits = 56;

// All splits that go with the lines of the first box.
std::array<Split, kSplits> splits_of(const BoxLines& lines);

// All ways to complete a grid of which the top band and the left stack are full, counted without
// search. What the rows of boxes 5, 6 and of boxes 8, 9 hold is chosen from 56
// splits each; after that, the columns of the two stacks do not depend on each other.
class Completions {
 public:
  explicit Completions(const Grid& frame);

  std::uint64_t count() const { return count_; }

  // The full grid of that number, below count(). No two numbers give the same grid.
  Grid grid(std::uint64_t number) const;

 private:
  // A split of a band's rows, and the splits of the stacks' columns that go with it.
  struct Rows {
    Split split;
    std::uint64_t centre;  // bit k: the middle box of the band can have these rows and columns k
    std::uint64_t right;   // its right box
  };

  struct Band {
    std::array<Rows, kSplits> rows;
    std::size_t size = 0;
  };

  Band band_of(int corner, BoxLines Split::*column_box) const;
  Grid completed(const Rows& upper, const Rows& lower, std::uint64_t number) const;

  Grid frame_;
  std::array<Split, kSplits> centre_;  // columns of boxes 5 and 8
  std::array<Split, kSplits> right_;   // columns of boxes 6 and 9
  Band middle_;                        // rows of boxes 5 and 6
  Band bottom_;                        // rows of boxes 8 and 9
  std::uint64_t count_ = 0;
};

}  // namespace sudoku::dataset
