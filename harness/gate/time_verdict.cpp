#include "harness/gate/time_verdict.h"

#include <algorithm>
#include <cmath>

namespace sudoku {

namespace {

constexpr double kNoiseFactor = 1.5;

// Standard errors by which four of five measurements exceed what they are to exceed.
constexpr double kErrorsForPower = 0.8416;

// The change that this measurement notices as one, whatever the threshold is; a logarithm.
double noticeable(const PairedChange& change, double level) {
  if (change.standard_error == 0) return 0;
  return critical_errors(change, level) * change.standard_error;
}

TimeVerdict verdict_on(double log_ratio, double limit, double resolution, bool is_significant) {
  const bool is_beyond = std::abs(log_ratio) > limit;
  if (is_beyond && is_significant) return log_ratio > 0 ? TimeVerdict::slower : TimeVerdict::faster;
  return is_beyond || resolution > limit ? TimeVerdict::inconclusive : TimeVerdict::same;
}

}  // namespace

TimeJudgement judge_time(const PairedChange& change, double noise, const TimeRule& rule,
                         const Significance& significance) {
  const double asked = kNoiseFactor * noise;
  TimeJudgement row{.pairs = change.pairs,
                    .ratio = ratio_of(change, rule.level),
                    .level = rule.level,
                    .p = p_value(change),
                    .noise = noise,
                    .threshold = std::max(rule.threshold, asked)};
  const double limit = std::log1p(row.threshold);
  const double notice = noticeable(change, significance.level);
  const double margin = kErrorsForPower * change.standard_error;
  row.detectable = std::expm1(std::max(notice, limit) + margin);
  if (change.pairs < kProcessesNeeded) return row;
  row.verdict = asked > std::max(rule.threshold, kWidestThreshold)
                    ? TimeVerdict::inconclusive
                    : verdict_on(change.log_ratio, limit, notice + margin, significance.is_reached);
  return row;
}

std::vector<TimeJudgement> judge_times(std::span<const TimeSeries> rows, const TimeRule& rule,
                                       std::size_t family) {
  std::vector<PairedChange> changes;
  std::vector<double> tested;  // p values; rows without a verdict are none of the family
  for (const TimeSeries& row : rows) {
    changes.push_back(paired_change(row.base, row.fresh, row.seed, rule.trim));
    if (changes.back().pairs >= kProcessesNeeded) tested.push_back(p_value(changes.back()));
  }
  const std::vector<bool> reached = significant(tested, rule.level);
  // What one row that changed among all these has to pass.
  const double strictest =
      rule.level / static_cast<double>(std::max({std::size_t{1}, tested.size(), family}));
  std::vector<TimeJudgement> judged;
  auto next = reached.begin();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_reached = changes[i].pairs >= kProcessesNeeded && *next++;
    judged.push_back(judge_time(changes[i], rows[i].noise, rule,
                                {.is_reached = is_reached, .level = strictest}));
  }
  return judged;
}

double noise_within(std::span<const double> series) {
  const std::size_t half = series.size() / 2;
  const PairedChange change = paired_change(series.first(half), series.last(half), 1);
  return change.pairs < 2 ? 0 : std::expm1(std::abs(change.log_ratio));
}

}  // namespace sudoku
