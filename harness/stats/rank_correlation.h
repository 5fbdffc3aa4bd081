#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace sudoku::stats {

// Ranks less their mean; equal values share their mean rank.
inline std::vector<double> centred_ranks(const std::vector<double>& values) {
  std::vector<double> sorted = values;
  std::ranges::sort(sorted);
  const double mean = static_cast<double>(values.size() - 1) / 2;
  std::vector<double> ranks;
  for (const double value : values) {
    const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), value);
    const auto twice_rank = (first - sorted.begin()) + (end - 1 - sorted.begin());
    ranks.push_back(static_cast<double>(twice_rank) / 2 - mean);
  }
  return ranks;
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
  left = centred_ranks(left);
  right = centred_ranks(right);
  const auto product = [](const std::vector<double>& x, const std::vector<double>& y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
  };
  const double variances = product(left, left) * product(right, right);
  return variances > 0 ? product(left, right) / std::sqrt(variances)
                       : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace sudoku::stats
