// How far two columns of numbers put the same things in the same order.
#pragma once

#include <span>

namespace sudoku::stats {

// Spearman's rho: the correlation of the ranks, equal values sharing the mean of theirs. From -1
// (opposite orders) to 1 (the same order). Pairs with a NaN are left out; NaN when fewer than two
// are left or one side does not vary.
double rank_correlation(std::span<const double> a, std::span<const double> b);

}  // namespace sudoku::stats
