// Intervals by resampling (B. Efron, R. Tibshirani, "An Introduction to the Bootstrap", 1993).
//
// The figure of bootstrap() is a ratio of two sums over blocks, each of which was measured in some
// rounds; its interval is made on a logarithmic scale. All blocks count in every resample, for they
// are the whole that was measured; within each, rounds are drawn in stretches of neighbours,
// because neighbours are correlated (moving blocks: H. R. Künsch, "The Jackknife and the Bootstrap
// for General Stationary Observations", Annals of Statistics 17, 1989; circular: D. N. Politis, J.
// P. Romano, 1992). Blocks are resampled only where nothing else shows the noise or the sampling
// error. A bootstrap of few values is too narrow, so the interval is widened by Student's t with as
// many degrees of freedom as there are stretches.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "harness/base/estimate.h"

namespace sudoku::stats {

inline constexpr double kNormal = 1.959964;  // 97.5 % quantile of the normal distribution

// A block, or a group of consecutive blocks, as the bootstrap draws it.
struct BootstrapUnit {
  double weight = 0;
  std::vector<double> logs;  // a logarithm of each round, such as that of its seconds
};

// Contribution of a block to a figure that is a ratio of two sums over blocks.
struct BootstrapPart {
  double over = 0;
  double under = 0;

  void add(const BootstrapPart& part) {
    over += part.over;
    under += part.under;
  }

  double log() const { return std::log(over / under); }
};

// Standard errors of a figure's logarithm that its rounds do not show.
struct HiddenErrors {
  double sampling = 0;  // NaN: not known; the spread between blocks then shows it
  double type_b = 0;    // that blocks do not show either
};

// A figure with its 95 % interval. `part(unit, median)` is a block's contribution to it if the
// block's logs have that median. Every resample adds one of `movements`, log slow-downs, to all
// medians. No interval (NaN) for fewer than five blocks when the sampling error is not known or a
// block has one round.
base::Estimate bootstrap(
    std::span<const BootstrapUnit> units, std::span<const double> movements,
    const HiddenErrors& hidden, std::uint64_t seed,
    const std::function<BootstrapPart(const BootstrapUnit&, double median)>& part);

// The median of at least one value, with the middle 95 % of the medians of resamples.
base::Estimate median_with_interval(const std::vector<double>& values, std::uint64_t seed);

}  // namespace sudoku::stats
