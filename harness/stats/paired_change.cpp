#include "harness/stats/paired_change.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "harness/stats/quantile.h"

namespace sudoku::stats {

namespace {

// Logarithms of the ratios of the pairs that have two positive numbers, and their builds.
struct LogRatios {
  std::vector<double> logs;
  std::vector<BuildPair> builds;
};

LogRatios log_ratios(std::span<const double> base, std::span<const double> candidate,
                     std::span<const BuildPair> builds) {
  LogRatios ratios;
  for (std::size_t i = 0; i < std::min(base.size(), candidate.size()); ++i) {
    const double log = std::log(candidate[i] / base[i]);
    if (!(base[i] > 0 && candidate[i] > 0 && std::isfinite(log))) continue;
    ratios.logs.push_back(log);
    ratios.builds.push_back(builds.empty() ? BuildPair() : builds[i]);
  }
  return ratios;
}

// Weights of P. Huber (Ann. Math. Stat. 35, 1964): 1 near the median, and the less the further
// away.
std::vector<double> weights_of(const std::vector<double>& residuals) {
  constexpr double kNear = 1.345;        // in standard deviations, if residuals are normal
  constexpr double kDeviation = 1.4826;  // their standard deviation over their median distance
  const double centre = median(residuals);
  std::vector<double> distances(residuals.size());
  std::ranges::transform(residuals, distances.begin(),
                         [centre](double residual) { return std::abs(residual - centre); });
  const double near =
      std::max(kNear * kDeviation * median(distances), std::numeric_limits<double>::min());
  for (double& distance : distances)
    distance = distance <= near ? 1 : near / distance;
  return distances;
}

// Effects of the builds of one side on log ratios, as deviations from the mean of all builds.
class Effects {
 public:
  Effects(const std::vector<BuildPair>& builds, std::size_t BuildPair::*side)
      : builds_(builds), side_(side) {
    for (const BuildPair& pair : builds)
      known_.emplace(pair.*side, 0.0);
  }

  // Moves the part of the residuals that depends on the build to the effects.
  void absorb(std::vector<double>& residuals, const std::vector<double>& weights) {
    std::map<std::size_t, std::pair<double, double>> sums;
    for (std::size_t i = 0; i < residuals.size(); ++i) {
      auto& [sum, weight] = sums[builds_[i].*side_];
      sum += weights[i] * residuals[i];
      weight += weights[i];
    }
    std::map<std::size_t, double> means;
    double total = 0;
    for (const auto& [build, sum] : sums)
      total += means[build] = sum.first / sum.second;
    const double mean = total / static_cast<double>(means.size());
    for (auto& [build, effect] : known_)
      effect += means[build] - mean;
    for (std::size_t i = 0; i < residuals.size(); ++i)
      residuals[i] -= means[builds_[i].*side_] - mean;
  }

  std::size_t builds() const { return known_.size(); }

  double sum_of_squares() const {
    double sum = 0;
    for (const auto& [build, effect] : known_)
      sum += effect * effect;
    return sum;
  }

  double range() const {
    const auto [least, most] =
        std::ranges::minmax_element(known_, {}, [](const auto& known) { return known.second; });
    return most->second - least->second;
  }

 private:
  const std::vector<BuildPair>& builds_;
  std::size_t BuildPair::*side_;
  std::map<std::size_t, double> known_;
};

// Rounds of fitting, of which the effects of a balanced series need one.
constexpr int kFits = 10;

// Takes the effects of builds out of the pairs, and returns how large these are. Widens the rest by
// what fitting has narrowed it. With too few pairs to fit, the error is infinite.
BuildSpread take_builds_out(LogRatios& ratios) {
  Effects base(ratios.builds, &BuildPair::base);
  Effects candidate(ratios.builds, &BuildPair::candidate);
  const std::size_t fitted = base.builds() + candidate.builds() - 2;
  if (fitted == 0) return {};
  for (int i = 0; i < kFits; ++i) {
    base.absorb(ratios.logs, weights_of(ratios.logs));
    candidate.absorb(ratios.logs, weights_of(ratios.logs));
  }
  const auto count = static_cast<double>(ratios.logs.size());
  const auto freedom = static_cast<double>(fitted);
  const double centre = paired_ratio(ratios.logs).log_ratio;
  const double widening = std::sqrt(count / std::max(1.0, count - 1 - freedom));
  for (double& log : ratios.logs)
    log = centre + widening * (log - centre);
  const double variance = (base.sum_of_squares() + candidate.sum_of_squares()) / freedom;
  const double share =
      1 / static_cast<double>(base.builds()) + 1 / static_cast<double>(candidate.builds());
  // The noise of the pairs is in the effects of both sides, but only once in the log ratio.
  const double noise = paired_ratio(ratios.logs).standard_error;
  const double error = std::sqrt(std::max(noise * noise, variance * share - noise * noise));
  const bool is_enough = ratios.logs.size() > fitted + 2;
  return {.freedom = static_cast<unsigned>(fitted),
          .error = is_enough ? error : std::numeric_limits<double>::infinity(),
          .range = std::expm1(std::max(base.range(), candidate.range()))};
}

}  // namespace

PairedChange paired_change(std::span<const double> base, std::span<const double> candidate,
                           std::span<const BuildPair> builds) {
  LogRatios ratios = log_ratios(base, candidate, builds);
  if (ratios.logs.empty()) return {};
  const BuildSpread spread = take_builds_out(ratios);
  return {paired_ratio(std::move(ratios.logs)), spread};
}

double noticeable_for_any(const PairedChange& change, double level, double level_of_builds) {
  const BuildSpread& spread = change.spread;
  const double of_builds =
      spread.freedom == 0 ? 0 : spread.error * student_quantile(level_of_builds, spread.freedom);
  return std::max(noticeable(change, level), of_builds);
}

base::Estimate ratio_of(const PairedChange& change, double level) {
  const double reach = noticeable_for_any(change, level, level);
  return {.median = std::exp(change.log_ratio),
          .low = std::exp(change.log_ratio - reach),
          .high = std::exp(change.log_ratio + reach)};
}

double p_value_of_builds(const PairedChange& change) {
  const auto [freedom, error, range] = change.spread;
  if (freedom == 0) return 0;
  return p_value({.log_ratio = change.log_ratio, .standard_error = error, .freedom = freedom});
}

double largest_significant(std::span<const double> p_values, double level) {
  std::vector<double> sorted(p_values.begin(), p_values.end());
  std::ranges::sort(sorted);
  double largest = -1;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double allowed = level * static_cast<double>(i + 1) / static_cast<double>(sorted.size());
    if (sorted[i] <= allowed) largest = sorted[i];
  }
  return largest;
}

}  // namespace sudoku::stats
