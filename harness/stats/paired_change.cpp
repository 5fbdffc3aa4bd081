#include "harness/stats/paired_change.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "harness/base/random.h"

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

std::vector<double> log_ratios(std::span<const double> base, std::span<const double> candidate) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < std::min(base.size(), candidate.size()); ++i) {
    const double log = std::log(candidate[i] / base[i]);
    if (base[i] > 0 && candidate[i] > 0 && std::isfinite(log)) logs.push_back(log);
  }
  return logs;
}

double distance(double difference, double error) {
  if (difference == 0) return 0;
  return error > 0 ? std::abs(difference) / error : std::numeric_limits<double>::infinity();
}

}  // namespace

PairedChange paired_change(std::span<const double> base, std::span<const double> candidate,
                           std::uint64_t seed, double trim) {
  const std::vector<double> logs = log_ratios(base, candidate);
  if (logs.empty()) return {};
  std::vector<double> drawn = logs;
  const Trimmed seen = trimmed(drawn, trim);
  PairedChange change{.pairs = logs.size(), .log_ratio = seen.mean};
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

double critical_errors(const PairedChange& change, double level) {
  if (change.draws.empty()) return std::numeric_limits<double>::infinity();
  const auto count = static_cast<double>(change.draws.size());
  const auto place = static_cast<std::size_t>(std::ceil((1 - level) * count));
  return change.draws[std::min(place, change.draws.size() - 1)];
}

base::Estimate ratio_of(const PairedChange& change, double level) {
  // With a standard error of 0, critical_errors() may be infinite, and their product NaN.
  const double reach =
      change.standard_error == 0 ? 0 : critical_errors(change, level) * change.standard_error;
  return {.median = std::exp(change.log_ratio),
          .low = std::exp(change.log_ratio - reach),
          .high = std::exp(change.log_ratio + reach)};
}

double p_value(const PairedChange& change) {
  if (change.draws.empty()) return 1;
  const double seen = distance(change.log_ratio, change.standard_error);
  const auto first = std::ranges::lower_bound(change.draws, seen);
  const auto further = static_cast<double>(change.draws.end() - first);
  return (further + 1) / (static_cast<double>(change.draws.size()) + 1);
}

std::vector<bool> significant(std::span<const double> p_values, double level) {
  std::vector<double> sorted(p_values.begin(), p_values.end());
  std::ranges::sort(sorted);
  double bound = -1;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double allowed = level * static_cast<double>(i + 1) / static_cast<double>(sorted.size());
    if (sorted[i] <= allowed) bound = sorted[i];
  }
  std::vector<bool> holds;
  for (const double p : p_values)
    holds.push_back(p <= bound);
  return holds;
}

}  // namespace sudoku::stats
