#include "harness/stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/base/random.h"
#include "harness/stats/paired_change.h"
#include "harness/stats/quantile.h"

namespace sudoku::stats {

namespace {

// Bootstrap resamples, enough for the ends of a 95 % interval to vary by a few per mille only.
constexpr std::size_t kResamples = 2000;

// Fewest blocks from which the spread between blocks can be estimated.
constexpr std::size_t kFewestUnits = 5;

// Factor by which a bootstrap of few blocks is too narrow.
double widening_of_blocks(std::size_t blocks) {
  const auto count = static_cast<double>(blocks);
  return student_factor(count - 1) * std::sqrt(count / (count - 1));
}

// Factor by which a bootstrap of rounds is too narrow: only stretches of rounds are independent.
double widening_of_rounds(std::span<const BootstrapUnit> units) {
  double rounds = 0;
  double stretches = 0;
  for (const BootstrapUnit& unit : units) {
    const auto own = static_cast<double>(unit.logs.size());
    rounds += own;
    stretches += own / std::cbrt(own);
  }
  return student_factor(stretches) *
         std::sqrt(rounds / (rounds - static_cast<double>(units.size())));
}

// Moving-block bootstrap: the median of as many rounds of a block as it has, drawn in stretches of
// neighbours to `drawn`.
double drawn_median(std::span<const double> values, base::Random& random,
                    std::vector<double>& drawn) {
  const auto stretch =
      static_cast<std::size_t>(std::lround(std::cbrt(static_cast<double>(values.size()))));
  drawn.clear();
  while (drawn.size() < values.size()) {
    const std::size_t first = random.below(values.size());
    for (std::size_t i = 0; i < stretch && drawn.size() < values.size(); ++i)
      drawn.push_back(values[(first + i) % values.size()]);
  }
  return median_in_place(drawn);
}

// Ends of the middle 95 % of the resampled values.
std::pair<double, double> middle_of(std::vector<double>& draws) {
  std::ranges::sort(draws);
  const auto at = [&draws](double share) {
    return draws[static_cast<std::size_t>(
        std::lround(share * static_cast<double>(draws.size() - 1)))];
  };
  return {at(0.025), at(0.975)};
}

// Estimate of a figure from its logarithm `log` and resampled logarithms `draws`.
base::Estimate with_interval(double log, std::vector<double> draws, double factor, double error) {
  const auto [low, high] = middle_of(draws);
  const double added = kNormal * error;
  return {.median = std::exp(log),
          .low = std::exp(log - std::hypot(factor * std::max(log - low, 0.0), added)),
          .high = std::exp(log + std::hypot(factor * std::max(high - log, 0.0), added))};
}

// One of `values`, drawn at random; 0 if there are none.
double drawn_from(std::span<const double> values, base::Random& random) {
  return values.empty() ? 0 : values[random.below(values.size())];
}

}  // namespace

base::Estimate bootstrap(
    std::span<const BootstrapUnit> units, std::span<const double> movements,
    const HiddenErrors& hidden, std::uint64_t seed,
    const std::function<BootstrapPart(const BootstrapUnit&, double median)>& part) {
  std::vector<double> medians;
  BootstrapPart whole;
  for (const BootstrapUnit& unit : units) {
    medians.push_back(median(unit.logs));
    whole.add(part(unit, medians.back()));
  }
  // The noise of a block does not show in a single round.
  const bool draw_rounds =
      std::isfinite(hidden.sampling) &&
      std::ranges::all_of(units, [](const BootstrapUnit& unit) { return unit.logs.size() >= 2; });
  if (!draw_rounds && units.size() < kFewestUnits)
    return base::without_interval(std::exp(whole.log()));
  base::Random random(seed);
  std::vector<double> drawn;
  std::vector<double> draws(kResamples);
  for (double& draw : draws) {
    const double moved = drawn_from(movements, random);
    BootstrapPart sum;
    for (std::size_t i = 0; i < units.size(); ++i) {
      const std::size_t pick = draw_rounds ? i : random.below(units.size());
      const double middle =
          draw_rounds ? drawn_median(units[pick].logs, random, drawn) : medians[pick];
      sum.add(part(units[pick], middle + moved));
    }
    draw = sum.log();
  }
  const double factor = draw_rounds ? widening_of_rounds(units) : widening_of_blocks(units.size());
  // Blocks that are drawn show the sampling error by their spread.
  const double error = std::hypot(draw_rounds ? hidden.sampling : 0, hidden.type_b);
  return with_interval(whole.log(), std::move(draws), factor, error);
}

base::Estimate median_with_interval(const std::vector<double>& values, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<double> draws(kResamples);
  std::vector<double> drawn(values.size());
  for (double& draw : draws) {
    std::ranges::generate(drawn, [&] { return values[random.below(values.size())]; });
    draw = median(drawn);
  }
  const auto [low, high] = middle_of(draws);
  return {.median = median(values), .low = low, .high = high};
}

}  // namespace sudoku::stats
