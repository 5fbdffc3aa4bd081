#include "harness/dataset/completions.h"

#include <bit>
#include <span>

namespace sudoku {

namespace {

std::uint64_t size_of(std::uint64_t set) {
  return static_cast<std::uint64_t>(std::popcount(set));
}

std::size_t member(std::uint64_t set, std::uint64_t number) {
  for (; number > 0; --number)
    set &= set - 1;
  return static_cast<std::size_t>(std::countr_zero(set));
}

// Of each set of three digits, the splits of columns that have one of them in every column. Rows
// and columns make a box when that holds for all of its rows.
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

}  // namespace

Completions::Completions(const Grid& frame)
    : frame_(frame),
      centre_(splits_of(lines_of(frame, kBoxCorners[1], Direction::columns))),
      right_(splits_of(lines_of(frame, kBoxCorners[2], Direction::columns))),
      middle_(band_of(kBoxCorners[3], &Split::first)),
      bottom_(band_of(kBoxCorners[6], &Split::second)) {
  for (const Rows& upper : std::span(middle_.rows).first(middle_.size)) {
    for (const Rows& lower : std::span(bottom_.rows).first(bottom_.size))
      count_ += size_of(upper.centre & lower.centre) * size_of(upper.right & lower.right);
  }
}

// The band whose left box is at `corner`; `column_box` is its place in the splits of columns.
Completions::Band Completions::band_of(int corner, BoxLines Split::*column_box) const {
  const Crossings of_centre = crossings_of(centre_, column_box);
  const Crossings of_right = crossings_of(right_, column_box);
  Band band;
  for (const Split& split : splits_of(lines_of(frame_, corner, Direction::rows))) {
    const std::uint64_t centre = fitting(of_centre, split.first);
    const std::uint64_t right = fitting(of_right, split.second);
    if (centre != 0 && right != 0) band.rows[band.size++] = {split, centre, right};
  }
  return band;
}

Grid Completions::grid(std::uint64_t number) const {
  for (const Rows& upper : std::span(middle_.rows).first(middle_.size)) {
    for (const Rows& lower : std::span(bottom_.rows).first(bottom_.size)) {
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

}  // namespace sudoku
