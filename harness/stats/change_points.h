// Change points of a series of measurements by E-divisive: D. Matteson and N. James, "A
// Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data", 2014,
// arXiv:1306.4933.
//
// A series is cut where the energy distance between its two parts is largest. The cut counts if few
// random orders of the same values have one as large; then both parts are searched. Noise may have
// any distribution, but no order: drift in the machine's speed looks like changes.
//
// Differences from the paper: one dimension and exponent 1, so that ranks give sums of distances in
// O(n log n); each part is tested by itself; a part is cut in two, never in three.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sudoku::stats {

// Fewest values for a change at a level of 1 %: 1 of 252 orders puts the 5 least of 10 first.
inline constexpr std::size_t kFewestForChange = 10;

struct ChangePoint {
  std::size_t first = 0;  // index of the first value after the change
  double chance = 0;      // share of random orders with a cut as large
};

// Finds the changes in a series of measurements, in ascending order.
std::vector<ChangePoint> change_points(std::span<const double> values);

}  // namespace sudoku::stats
