#include "harness/stats/time_verdict.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sudoku::stats {

namespace {

constexpr double kNoiseFactor = 1.5;

// The 80 % quantile of the normal distribution, in standard errors: the margin for 80 % power.
constexpr double kErrorsForPower = 0.8416;

TimeVerdict verdict_on(double log_ratio, double limit, double resolution, bool is_significant) {
  const bool is_beyond = std::abs(log_ratio) > limit;
  if (is_beyond && is_significant) return log_ratio > 0 ? TimeVerdict::slower : TimeVerdict::faster;
  return is_beyond || resolution > limit ? TimeVerdict::inconclusive : TimeVerdict::same;
}

// Judges one change. It is significant up to the p value `largest`; `level` is what its p value has
// to reach if no other one is significant.
TimeJudgement judge_time(const PairedRatio& change, double noise, const TimeRule& rule,
                         double largest, double level) {
  const double asked = kNoiseFactor * noise;
  TimeJudgement row{.pairs = change.pairs,
                    .ratio = ratio_of(change, rule.level),
                    .level = rule.level,
                    .p = p_value(change),
                    .noise = noise,
                    .threshold = std::max(rule.threshold, asked)};
  const double limit = std::log1p(row.threshold);
  const double notice = noticeable(change, level);
  const double margin = kErrorsForPower * change.standard_error;
  row.detectable = std::expm1(std::max(notice, limit) + margin);
  if (change.pairs < rule.pairs) return row;
  row.verdict = asked > std::max(rule.threshold, kWidestThreshold)
                    ? TimeVerdict::inconclusive
                    : verdict_on(change.log_ratio, limit, notice + margin, row.p <= largest);
  return row;
}

constexpr std::size_t kGrid = 401;  // odd, for Simpson's rule

double normal_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double normal_density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }

// Distance between grid points, which cover [-bound, bound].
double grid_step(double bound) { return 2 * bound / (kGrid - 1); }

double grid_point(double bound, std::size_t i) {
  return -bound + grid_step(bound) * static_cast<double>(i);
}

}  // namespace

std::vector<TimeJudgement> judge_times(std::span<const TimeSeries> rows, const TimeRule& rule,
                                       std::size_t family) {
  std::vector<PairedRatio> changes;
  std::vector<double> tested;  // p values of series with enough pairs of processes
  for (const TimeSeries& row : rows) {
    changes.push_back(paired_ratio(row.base, row.candidate));
    if (changes.back().pairs >= rule.pairs) tested.push_back(p_value(changes.back()));
  }
  const double largest = largest_significant(tested, rule.level);
  // The level that a p value has to reach if no other of those judged together is significant.
  const double strictest =
      rule.level / static_cast<double>(std::max({std::size_t{1}, tested.size(), family}));
  std::vector<TimeJudgement> judged;
  for (std::size_t i = 0; i < rows.size(); ++i)
    judged.push_back(judge_time(changes[i], rows[i].noise, rule, largest, strictest));
  return judged;
}

base::Estimate ratio_of(const PairedRatio& ratio, double level) {
  const double reach = noticeable(ratio, level);
  return {.median = std::exp(ratio.log_ratio),
          .low = std::exp(ratio.log_ratio - reach),
          .high = std::exp(ratio.log_ratio + reach)};
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

double noise_within(std::span<const double> series) {
  const std::size_t half = series.size() / 2;
  const PairedRatio change = paired_ratio(series.first(half), series.last(half));
  return change.pairs < 2 ? 0 : std::expm1(std::abs(change.log_ratio));
}

double Spending::next_look(double share, double observations) {
  const double may = level_ * std::log1p((std::numbers::e - 1) * std::clamp(share, 0.0, 1.0));
  const double more = observations - observations_;
  if (may <= spent_ || more <= 0) return 0;
  // The bound that sums leave with the probability that may be spent, by bisection.
  double low = 0;
  double high = 40 * std::sqrt(observations_ + more);
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (leaving(middle, more) > may - spent_ ? low : high) = middle;
  }
  const double bound = (low + high) / 2;
  density_ = stayed(bound, more);  // needs the last look's bound_
  bound_ = bound;
  spent_ = may;
  observations_ = observations;
  return 2 * normal_below(-bound / std::sqrt(observations));
}

// Integral of at(density, sum) over all sums, by Simpson's rule. The sum is 0 before any look.
double Spending::integral(const auto& at) const {
  if (density_.empty()) return at(1.0, 0.0);
  double total = 0;
  for (std::size_t i = 0; i < kGrid; ++i) {
    const bool is_end = i == 0 || i == kGrid - 1;
    const double weight = is_end ? 1 : i % 2 == 1 ? 4 : 2;
    total += weight * at(density_[i], grid_point(bound_, i));
  }
  return total * grid_step(bound_) / 3;
}

// Probability that no look stops the test before its sum, after `more` values, passes `bound`.
double Spending::leaving(double bound, double more) const {
  const double spread = std::sqrt(more);
  return integral([=](double density, double sum) {
    const double outside =
        normal_below((-bound - sum) / spread) + normal_below((sum - bound) / spread);
    return density * outside;
  });
}

std::vector<double> Spending::stayed(double bound, double more) const {
  const double spread = std::sqrt(more);
  std::vector<double> next(kGrid);
  for (std::size_t i = 0; i < kGrid; ++i) {
    const double place = grid_point(bound, i);
    next[i] = integral([=](double density, double sum) {
      return density * normal_density((place - sum) / spread) / spread;
    });
  }
  return next;
}

}  // namespace sudoku::stats
