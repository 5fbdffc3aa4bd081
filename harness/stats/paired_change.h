// How much longer one build takes than another, from one time per process of each.
//
// What is drawn again is the pair of processes, never the puzzle or the round: where its memory
// came to lie, and what else ran in its minute, is common to all that a process measured
// (T. Kalibera, R. Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013). The figure is the
// mean of the logarithms of the pairs' ratios, without the outermost tenth on each side (or another
// share), so that a process which met a neighbour's busy second does not speak for all; its
// standard error is by the winsorised variance (J. Tukey, D. McLaughlin, Sankhya A 25, 1963).
// Intervals and p values are by the symmetric studentised bootstrap (P. Hall, "On Symmetric
// Bootstrap Confidence Intervals", J. R. Stat. Soc. B 50, 1988): with as few as 11 pairs the plain
// percentile interval is too narrow, this one held the truth in 95 to 97 of 100 trials under
// normal, heavy-tailed (Student's t of 3 degrees of freedom) and contaminated noise (one in seven
// pairs six times as wide).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "harness/base/estimate.h"

namespace sudoku::stats {

// Share of the pairs left out on each side.
inline constexpr double kTrim = 0.1;

struct PairedChange {
  std::size_t pairs = 0;
  double log_ratio = std::numeric_limits<double>::quiet_NaN();  // of new over base
  // Standard error of log_ratio; 0 when all pairs say the same, infinite when there are not two of
  // them.
  double standard_error = std::numeric_limits<double>::infinity();
  // How far resamples lie from it, in standard errors; sorted. Empty without two pairs.
  std::vector<double> draws = {};
};

// Pairs by order; what the longer series has more is left out, and so are pairs of which one is
// not a positive number. The seed draws the resamples: the same series give the same figures.
PairedChange paired_change(std::span<const double> base, std::span<const double> fresh,
                           std::uint64_t seed, double trim = kTrim);

// How many standard errors from no change a figure must lie to be noted at that level (0.05: by
// one in twenty comparisons of the same with the same). Infinite without two pairs.
double critical_errors(const PairedChange& change, double level);

// New over base (1.05: takes 5 % longer), with its interval of 1 - level. NaN without pairs.
base::Estimate ratio_of(const PairedChange& change, double level = 0.05);

// How likely the same would look at least as different. 1 without two pairs, never 0.
double p_value(const PairedChange& change);

// Which of these hold at that level when all are looked at together, so that the expected share of
// false ones among them is no larger (Y. Benjamini, Y. Hochberg, J. R. Stat. Soc. B 57, 1995).
std::vector<bool> significant(std::span<const double> p_values, double level);

}  // namespace sudoku::stats
