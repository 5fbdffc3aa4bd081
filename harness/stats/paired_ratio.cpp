#include "harness/stats/paired_ratio.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "harness/stats/moments.h"

namespace sudoku::stats {

namespace {

// Fewest strata from which the spread between strata can be estimated.
constexpr std::size_t kFewestStrata = 5;

// Error of the mean of the middle half over that of all values, with normal noise: sqrt(1.2).
constexpr double kOfMiddle = 1.1;

// The ratio of a stratum with its part in the whole; all parts add up to 1.
struct Part {
  double share = 0;
  PairedRatio ratio;
};

void make_shares(std::vector<Part>& parts) {
  double sum = 0;
  for (const Part& part : parts)
    sum += part.share;
  for (Part& part : parts)
    part.share /= sum;
}

PairedRatio mean_of(std::span<const Part> parts) {
  PairedRatio mean{.log_ratio = 0};
  for (const auto& [share, ratio] : parts) {
    mean.pairs += ratio.pairs;
    mean.log_ratio += share * ratio.log_ratio;
  }
  return mean;
}

// The mean of the strata, with its error by the pairs within them.
PairedRatio within(std::span<const Part> parts) {
  PairedRatio mean = mean_of(parts);
  double variance = 0;
  double quotients = 0;
  for (const auto& [share, ratio] : parts) {
    const double own = share * share * ratio.standard_error * ratio.standard_error;
    variance += own;
    quotients += own * own / (ratio.freedom + 2);
  }
  mean.standard_error = std::sqrt(variance);
  mean.freedom = quotients > 0 ? static_cast<unsigned>(variance * variance / quotients - 2 + 1e-6)
                               : parts.front().ratio.freedom;
  return mean;
}

// The mean of the strata, with its error by their spread if they are enough.
PairedRatio between(std::span<const Part> parts) {
  PairedRatio mean = mean_of(parts);
  if (parts.size() < kFewestStrata) return mean;
  double squares = 0;
  for (const auto& [share, ratio] : parts)
    squares += std::pow(share * (ratio.log_ratio - mean.log_ratio), 2);
  mean.freedom = static_cast<unsigned>(parts.size() - 1);
  mean.standard_error = std::sqrt(squares * static_cast<double>(parts.size()) / mean.freedom);
  return mean;
}

// The figure whose logarithm is `log`, with the error that the mean of the parts has.
base::Estimate estimate_by(std::span<const Part> parts, double log, const HiddenErrors& hidden) {
  // The noise of a stratum does not show in a single pair.
  const bool by_pairs =
      std::isfinite(hidden.sampling) &&
      std::ranges::all_of(parts, [](const Part& part) { return part.ratio.freedom > 0; });
  PairedRatio ratio = by_pairs ? within(parts) : between(parts);
  ratio.log_ratio = log;
  if (!by_pairs) return estimate_of(ratio, hidden.type_b);
  ratio.standard_error *= hidden.neighbours;
  return estimate_of(ratio, std::hypot(hidden.sampling, hidden.type_b));
}

}  // namespace

// cppcheck-suppress passedByValue  // it sorts the copy
PairedRatio paired_ratio(std::vector<double> logs) {
  const std::size_t size = logs.size();
  if (size == 0) return {};
  std::ranges::sort(logs);
  const std::size_t cut = std::min((size - 1) / 2, (size + 3) / 4);
  const std::span middle = std::span(logs).subspan(cut, size - 2 * cut);
  const double location =
      std::accumulate(middle.begin(), middle.end(), 0.0) / static_cast<double>(middle.size());
  if (size == 1) return {.pairs = size, .log_ratio = location};
  const std::size_t outer = size / 10;
  Moments winsorised;
  for (const double log : logs)
    winsorised.add(std::clamp(log, logs[outer], logs[size - 1 - outer]) - location, 1);
  const std::size_t kept = size - 2 * outer;
  return {.pairs = size,
          .log_ratio = location,
          .standard_error = kOfMiddle *
                            std::sqrt(winsorised.variance() * static_cast<double>(size)) /
                            static_cast<double>(kept),
          .freedom = static_cast<unsigned>(kept - 1)};
}

PairedRatio paired_ratio(std::span<const double> under, std::span<const double> over) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < std::min(under.size(), over.size()); ++i) {
    const double log = std::log(over[i] / under[i]);
    if (under[i] > 0 && over[i] > 0 && std::isfinite(log)) logs.push_back(log);
  }
  return paired_ratio(std::move(logs));
}

PairedRatio ratio_with(const base::Estimate& known) {
  constexpr unsigned kMany = 1000;
  const double width = std::log(known.high / known.low);
  if (!std::isfinite(width)) return {};
  return {.pairs = 1,
          .log_ratio = std::log(known.median),
          .standard_error = width / (2 * kNormal),
          .freedom = kMany};
}

PairedRatio ratio_of_runs(std::span<const PairedRatio> runs) {
  constexpr std::size_t kFewestForSpread = 6;
  std::vector<double> logs;
  double variance = 0;
  unsigned freedom = 0;
  for (const PairedRatio& run : runs) {
    if (run.freedom == 0) continue;
    logs.push_back(run.log_ratio);
    variance += run.standard_error * run.standard_error;
    freedom += run.freedom;
  }
  if (logs.empty()) return {};
  if (logs.size() >= kFewestForSpread) return paired_ratio(std::move(logs));
  const auto size = static_cast<double>(logs.size());
  return {.pairs = logs.size(),
          .log_ratio = std::accumulate(logs.begin(), logs.end(), 0.0) / size,
          .standard_error = std::sqrt(variance) / size,
          .freedom = freedom};
}

PairedRatio quotient(const PairedRatio& over, const PairedRatio& under) {
  if (over.freedom == 0 || under.freedom == 0)
    return {.pairs = std::min(over.pairs, under.pairs),
            .log_ratio = over.log_ratio - under.log_ratio};
  const double a = over.standard_error * over.standard_error;
  const double b = under.standard_error * under.standard_error;
  const double quotients = a * a / over.freedom + b * b / under.freedom;
  return {.pairs = std::min(over.pairs, under.pairs),
          .log_ratio = over.log_ratio - under.log_ratio,
          .standard_error = std::sqrt(a + b),
          .freedom = quotients > 0 ? static_cast<unsigned>((a + b) * (a + b) / quotients + 1e-6)
                                   : over.freedom + under.freedom};
}

double noticeable(const PairedRatio& ratio, double level) {
  if (ratio.freedom == 0) return std::numeric_limits<double>::infinity();
  return student_quantile(level, ratio.freedom) * ratio.standard_error;
}

double p_value(const PairedRatio& ratio) {
  if (ratio.freedom == 0 || ratio.log_ratio == 0) return 1;
  return student_tails(std::abs(ratio.log_ratio) / ratio.standard_error, ratio.freedom);
}

base::Estimate estimate_of(const PairedRatio& ratio, double hidden) {
  if (ratio.freedom == 0) return base::without_interval(std::exp(ratio.log_ratio));
  const double reach = std::hypot(noticeable(ratio, 0.05), kNormal * hidden);
  return {.median = std::exp(ratio.log_ratio),
          .low = std::exp(ratio.log_ratio - reach),
          .high = std::exp(ratio.log_ratio + reach)};
}

base::Estimate weighted_mean(std::span<const Stratum> strata, const HiddenErrors& hidden) {
  std::vector<Part> parts;
  for (const Stratum& stratum : strata)
    parts.push_back({stratum.weight, paired_ratio(stratum.logs)});
  make_shares(parts);
  return estimate_by(parts, mean_of(parts).log_ratio, hidden);
}

base::Estimate ratio_of_sums(std::span<const Stratum> strata, const HiddenErrors& hidden) {
  std::vector<Part> over;
  std::vector<Part> under;
  double dividend = 0;
  double divisor = 0;
  for (const Stratum& stratum : strata) {
    const PairedRatio ratio = paired_ratio(stratum.logs);
    const double root = std::exp(ratio.log_ratio / 2);
    over.push_back({stratum.weight * root, ratio});
    under.push_back({stratum.weight / root, ratio});
    dividend += over.back().share;
    divisor += under.back().share;
  }
  make_shares(over);
  make_shares(under);
  // A change of a stratum's ratio moves both sums by half of it.
  for (std::size_t i = 0; i < over.size(); ++i)
    over[i].share = (over[i].share + under[i].share) / 2;
  return estimate_by(over, std::log(dividend / divisor), hidden);
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
  return std::max(0.0, 1 - (is_odd ? 2 / std::numbers::pi * (angle + within) : within));
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

}  // namespace sudoku::stats
