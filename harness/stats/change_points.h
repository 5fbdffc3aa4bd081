// Where a series of measurements changed: E-divisive, after D. Matteson and N. James, "A
// Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data", 2014,
// arXiv:1306.4933.
//
// A series is cut where the energy distance between its two parts is largest; the cut counts when
// hardly any other order of the same values has one as large; then both parts are searched. Nothing
// is assumed of the noise but that it has no order: values that follow each other more alike than
// chance would have it (because the speed of the machine drifts) do look like changes.
//
// Differs from the paper: one dimension, exponent 1, so that sums of distances come from ranks in
// O(n log n); each part is tested by itself; a part is cut in two, never in three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sudoku::stats {

struct ChangeSearch {
  double level = 0.01;        // share of series without a change in which one is found all the same
  std::size_t shortest = 3;   // values on either side: one outlier is no change
  std::size_t orders = 4999;  // that a cut is compared with
  std::uint64_t seed = 1;     // of these orders: the same series gives the same answer
};

// With fewer values, no cut could be rarer than that level among their orders: 5 of 10 values stand
// first in 1 of 252.
inline constexpr std::size_t kFewestForChange = 10;

struct ChangePoint {
  std::size_t first = 0;  // of the values that are different
  double chance = 0;      // share of the orders with as clear a cut
};

// In ascending order.
std::vector<ChangePoint> change_points(std::span<const double> values,
                                       const ChangeSearch& search = {});

}  // namespace sudoku::stats
