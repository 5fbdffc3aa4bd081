#include "harness/stats/paired_change.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>

#include "harness/base/random.h"
#include "harness/stats/quantile.h"

namespace sudoku::stats {

namespace {

// Number of resamples: a p value of 1/10,000 can be significant even among hundreds of tests.
constexpr std::size_t kDraws = 9999;

// The trimmed mean of a sample and the standard error of that mean.
struct Trimmed {
  double mean = 0;
  double error = 0;
};

Trimmed trimmed(std::vector<double>& values, double trim) {
  std::ranges::sort(values);
  const std::size_t count = values.size();
  const auto cut = static_cast<std::size_t>(trim * static_cast<double>(count));
  std::fill_n(values.begin(), cut, values[cut]);
  std::fill_n(values.end() - static_cast<std::ptrdiff_t>(cut), cut, values[count - cut - 1]);
  const auto size = static_cast<double>(count);
  const double kept = size - 2 * static_cast<double>(cut);
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const double ends = static_cast<double>(cut) * (values.front() + values.back());
  double squares = 0;
  for (const double value : values)
    squares += (value - sum / size) * (value - sum / size);
  return {.mean = (sum - ends) / kept,
          .error = std::sqrt(squares / std::max(1.0, size - 1) * size) / kept};
}

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
BuildSpread take_builds_out(LogRatios& ratios, double trim) {
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
  std::vector<double> logs = ratios.logs;
  const double centre = trimmed(logs, trim).mean;
  const double widening = std::sqrt(count / std::max(1.0, count - 1 - freedom));
  for (double& log : ratios.logs)
    log = centre + widening * (log - centre);
  const double variance = (base.sum_of_squares() + candidate.sum_of_squares()) / freedom;
  const double share =
      1 / static_cast<double>(base.builds()) + 1 / static_cast<double>(candidate.builds());
  // The noise of the pairs is in the effects of both sides, but only once in the log ratio.
  logs = ratios.logs;
  const double noise = trimmed(logs, trim).error;
  const double error = std::sqrt(std::max(noise * noise, variance * share - noise * noise));
  const bool is_enough = ratios.logs.size() > fitted + 2;
  return {.freedom = static_cast<unsigned>(fitted),
          .error = is_enough ? error : std::numeric_limits<double>::infinity(),
          .range = std::expm1(std::max(base.range(), candidate.range()))};
}

double distance(double difference, double error) {
  if (difference == 0) return 0;
  return error > 0 ? std::abs(difference) / error : std::numeric_limits<double>::infinity();
}

}  // namespace

PairedChange paired_change(std::span<const double> base, std::span<const double> candidate,
                           std::uint64_t seed, double trim, std::span<const BuildPair> builds) {
  LogRatios ratios = log_ratios(base, candidate, builds);
  if (ratios.logs.empty()) return {};
  const BuildSpread spread = take_builds_out(ratios, trim);
  const std::vector<double>& logs = ratios.logs;
  std::vector<double> drawn = logs;
  const Trimmed seen = trimmed(drawn, trim);
  PairedChange change{.pairs = logs.size(), .log_ratio = seen.mean, .spread = spread};
  if (logs.size() == 1) return change;
  change.standard_error = seen.error;
  change.draws.resize(kDraws);
  base::Random random(seed);
  for (double& draw : change.draws) {
    std::ranges::generate(drawn, [&] { return logs[random.below(logs.size())]; });
    const Trimmed resample = trimmed(drawn, trim);
    draw = distance(resample.mean - seen.mean, resample.error);
  }
  std::ranges::sort(change.draws);
  return change;
}

double noticeable(const PairedChange& change, double level) {
  // With a standard error of 0, the distance may be infinite, and their product NaN.
  if (change.standard_error == 0) return 0;
  if (change.draws.empty()) return std::numeric_limits<double>::infinity();
  const auto count = static_cast<double>(change.draws.size());
  const auto place = static_cast<std::size_t>(std::ceil((1 - level) * count));
  return change.draws[std::min(place, change.draws.size() - 1)] * change.standard_error;
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

double p_value(const PairedChange& change) {
  const double seen = distance(change.log_ratio, change.standard_error);
  const auto first = std::ranges::lower_bound(change.draws, seen);
  const auto further = static_cast<double>(change.draws.end() - first);
  return (further + 1) / (static_cast<double>(change.draws.size()) + 1);
}

double p_value_of_builds(const PairedChange& change) {
  if (change.spread.freedom == 0) return 0;
  return student_tails(distance(change.log_ratio, change.spread.error), change.spread.freedom);
}

double student_tails(double t, unsigned freedom) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(freedom)));
  const double cosine = std::cos(angle);
  const bool is_odd = freedom % 2 == 1;
  double term = is_odd ? cosine : 1;
  double sum = freedom == 1 ? 0 : term;
  for (unsigned i = is_odd ? 3 : 2; i + 2 <= freedom; i += 2) {
    term *= cosine * cosine * (i - 1) / i;
    sum += term;
  }
  const double within = std::sin(angle) * sum;
  return 1 - (is_odd ? 2 / std::numbers::pi * (angle + within) : within);
}

double student_quantile(double level, unsigned freedom) {
  double low = 0;
  double high = 1e6;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (student_tails(middle, freedom) > level ? low : high) = middle;
  }
  return high;
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

double student_factor(double degrees) {
  struct Point {
    double degrees;
    double factor;
  };

  static constexpr Point kPoints[] = {
      {1, 6.483}, {1.5, 3.070}, {2, 2.195},  {2.5, 1.824}, {3, 1.624},  {4, 1.417},  {5, 1.312},
      {6, 1.248}, {8, 1.177},   {10, 1.137}, {15, 1.087},  {20, 1.064}, {30, 1.042}, {60, 1.021}};
  if (degrees <= kPoints[0].degrees) return kPoints[0].factor;
  const Point* const above = std::ranges::lower_bound(kPoints, degrees, {}, &Point::degrees);
  const Point& below = above[-1];
  if (above == std::end(kPoints)) return 1 + (below.factor - 1) * below.degrees / degrees;
  const double share = (1 / below.degrees - 1 / degrees) / (1 / below.degrees - 1 / above->degrees);
  return below.factor + share * (above->factor - below.factor);
}

}  // namespace sudoku::stats
