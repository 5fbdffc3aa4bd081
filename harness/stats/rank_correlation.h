#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace sudoku::stats {

// Ranks from 0; equal values share their mean rank.
inline std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]])
      ++last;
    const double shared = static_cast<double>(first + last) / 2;
    for (; first <= last; ++first)
      ranks[order[first]] = shared;
  }
  return ranks;
}

// The correlation of two series of ranks that have the same mean rank.
inline double correlation_of_ranks(const std::vector<double>& a, const std::vector<double>& b) {
  const double mean = static_cast<double>(a.size() - 1) / 2;
  double both = 0;
  double of_a = 0;
  double of_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean) * (b[i] - mean);
    of_a += (a[i] - mean) * (a[i] - mean);
    of_b += (b[i] - mean) * (b[i] - mean);
  }
  if (of_a == 0 || of_b == 0) return std::numeric_limits<double>::quiet_NaN();
  return both / std::sqrt(of_a * of_b);
}

// Spearman's rho: the correlation of ranks, where equal values share their mean rank. From -1
// (opposite orders) to 1 (the same order). Pairs with a NaN are ignored. NaN if fewer than two
// pairs remain or if one side does not vary.
inline double rank_correlation(std::span<const double> a, std::span<const double> b) {
  std::vector<double> left;
  std::vector<double> right;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) || std::isnan(b[i])) continue;
    left.push_back(a[i]);
    right.push_back(b[i]);
  }
  if (left.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  return correlation_of_ranks(ranks_of(left), ranks_of(right));
}

}  // namespace sudoku::stats
