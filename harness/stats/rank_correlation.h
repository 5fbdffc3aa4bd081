#pragma once

#include <span>

namespace sudoku::stats {

// Spearman's rho: the correlation of ranks, where equal values share their mean rank. From -1
// (opposite orders) to 1 (the same order). Pairs with a NaN are ignored. NaN if fewer than two
// pairs remain or if one side does not vary.
double rank_correlation(std::span<const double> a, std::span<const double> b);

}  // namespace sudoku::stats
