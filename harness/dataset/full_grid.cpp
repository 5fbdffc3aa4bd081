#include "harness/dataset/full_grid.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

namespace sudoku::dataset {

namespace {

enum class Direction { rows, columns };

// First cell of each box, in reading order.
constexpr std::array<int, 9> kBoxCorners = {0, 3, 6, 27, 30, 33, 54, 57, 60};

// Index of the cell at place i of a line (row or column) of the box at `corner`.
int line_cell(int corner, Direction direction, int line, int i) {
  return direction == Direction::rows ? corner + 9 * line + i : corner + 9 * i + line;
}

// Calls `body` with each digit of the set, as a set of one digit.
template <typename Body>
void for_digits(DigitSet digits, Body body) {
  for (; digits != 0; digits = static_cast<DigitSet>(digits & (digits - 1)))
    body(static_cast<DigitSet>(digits & -digits));
}

// Calls `body` with each choice of one digit from every line, as three sets of one digit.
template <typename Body>
void for_choices(const BoxLines& lines, Body body) {
  for_digits(lines[0], [&](DigitSet x) {
    for_digits(lines[1],
               [&](DigitSet y) { for_digits(lines[2], [&](DigitSet z) { body(x, y, z); }); });
  });
}

// Digits of the box at `corner`, which must be full, by line.
BoxLines lines_of(const Grid& grid, int corner, Direction direction) {
  BoxLines lines{};
  for (int line = 0; line < 3; ++line) {
    for (int i = 0; i < 3; ++i) {
      const int digit = grid.cells[line_cell(corner, direction, line, i)] - '1';
      lines[line] = static_cast<DigitSet>(lines[line] | 1U << digit);
    }
  }
  return lines;
}

// Ways to split the digits of a band: if the first box has the digit sets a, b, c in its lines, the
// second has b, c, a or c, a, b; or two of b and one of c, two of c and one of a, two of a and one
// of b; or what the latter leave to the third box. That makes 2 + 2 x 27 splits.
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

std::uint64_t size_of(std::uint64_t set) { return static_cast<std::uint64_t>(std::popcount(set)); }

std::size_t member(std::uint64_t set, std::uint64_t number) {
  for (; number > 0; --number)
    set &= set - 1;
  return static_cast<std::size_t>(std::countr_zero(set));
}

// For each set of three digits (a row of a box), bit k tells whether splits_of()[k], for columns,
// puts one of them into each column. Such columns fit a box if all three of its rows have bit k.
using Crossings = std::array<std::uint64_t, 512>;

Crossings crossings_of(std::span<const Split, kSplits> columns, BoxLines Split::*box) {
  Crossings crossings{};
  for (std::size_t k = 0; k < kSplits; ++k) {
    for_choices(columns[k].*box, [&](DigitSet x, DigitSet y, DigitSet z) {
      crossings[x | y | z] |= std::uint64_t{1} << k;
    });
  }
  return crossings;
}

std::uint64_t fitting(const Crossings& crossings, const BoxLines& rows) {
  return crossings[rows[0]] & crossings[rows[1]] & crossings[rows[2]];
}

void fill(Grid& grid, int corner, const BoxLines& rows, const BoxLines& columns) {
  for (int line = 0; line < 3; ++line) {
    for (int i = 0; i < 3; ++i) {
      const int digit = std::countr_zero(static_cast<unsigned>(rows[line] & columns[i]));
      grid.cells[line_cell(corner, Direction::rows, line, i)] = static_cast<char>('1' + digit);
    }
  }
}

// Fills a box with the digits of `lines`, each line in random order.
void draw_box(Grid& grid, int corner, const BoxLines& lines, Direction direction,
              base::Random& random) {
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

// Number of pairs of lines with the same digits, one line in each of two boxes.
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

Completions::Completions(const Grid& frame)
    : frame_(frame),
      centre_(splits_of(lines_of(frame, kBoxCorners[1], Direction::columns))),
      right_(splits_of(lines_of(frame, kBoxCorners[2], Direction::columns))),
      middle_(band_of(kBoxCorners[3], &Split::first)),
      bottom_(band_of(kBoxCorners[6], &Split::second)) {
  for (const Rows& upper : middle_) {
    for (const Rows& lower : bottom_)
      count_ += size_of(upper.centre & lower.centre) * size_of(upper.right & lower.right);
  }
}

// Ways to fill the rows of the band whose left box is at `corner`. `column_box` is the member of a
// stack's Split that describes the box in that band.
std::vector<Completions::Rows> Completions::band_of(int corner, BoxLines Split::*column_box) const {
  const Crossings of_centre = crossings_of(centre_, column_box);
  const Crossings of_right = crossings_of(right_, column_box);
  std::vector<Rows> band;
  band.reserve(kSplits);
  for (const Split& split : splits_of(lines_of(frame_, corner, Direction::rows))) {
    const std::uint64_t centre = fitting(of_centre, split.first);
    const std::uint64_t right = fitting(of_right, split.second);
    if (centre != 0 && right != 0) band.push_back({split, centre, right});
  }
  return band;
}

Grid Completions::grid(std::uint64_t number) const {
  for (const Rows& upper : middle_) {
    for (const Rows& lower : bottom_) {
      const std::uint64_t here =
          size_of(upper.centre & lower.centre) * size_of(upper.right & lower.right);
      if (number < here) return completed(upper, lower, number);
      number -= here;
    }
  }
  return frame_;
}

Grid Completions::completed(const Rows& upper, const Rows& lower, std::uint64_t number) const {
  const std::uint64_t right = upper.right & lower.right;
  const Split& in_centre = centre_[member(upper.centre & lower.centre, number / size_of(right))];
  const Split& on_right = right_[member(right, number % size_of(right))];
  Grid grid = frame_;
  fill(grid, kBoxCorners[4], upper.split.first, in_centre.first);
  fill(grid, kBoxCorners[5], upper.split.second, on_right.first);
  fill(grid, kBoxCorners[7], lower.split.first, in_centre.second);
  fill(grid, kBoxCorners[8], lower.split.second, on_right.second);
  return grid;
}

Grid draw_frame(base::Random& random) {
  Grid grid = kEmptyGrid;
  std::array<char, 9> digits{};
  std::iota(digits.begin(), digits.end(), '1');
  random.shuffle(std::span<char>(digits));
  for (int i = 0; i < 9; ++i)
    grid.cells[9 * (i / 3) + i % 3] = digits[i];
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

Grid draw_full_grid(base::Random& random) {
  for (;;) {
    const Grid frame = draw_frame(random);
    // One random number decides whether to keep the five drawn boxes and how to fill the others.
    const std::uint64_t number = random.below(kMostCompletions);
    // Half of the numbers reject every frame that is not symmetric, without counting completions.
    if (number >= kMostUsualCompletions && !is_symmetric(frame)) continue;
    const Completions completions(frame);
    if (number < completions.count()) return completions.grid(number);
  }
}

}  // namespace sudoku::dataset
