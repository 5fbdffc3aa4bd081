#include "harness/stats/time_verdict.h"

#include <algorithm>
#include <cmath>

namespace sudoku::stats {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TimeVerdict verdict_on(double low, double high, double excluded, double limit) {
  if (low > limit) return TimeVerdict::slower;
  if (high < -limit) return TimeVerdict::faster;
  if (excluded < limit) return TimeVerdict::same;
  return low > 0 ? TimeVerdict::slower_or_so : TimeVerdict::undecided;
}

}  // namespace

TimeJudgement judge_time(const PairedRatio& change, const TimeRule& rule, std::size_t tests) {
  const auto shares = static_cast<double>(rule.looks * std::max<std::size_t>(tests, 1));
  const double reach = noticeable(change, rule.level / shares);
  const double low = change.log_ratio - reach;
  const double high = change.log_ratio + reach;
  const double excluded =
      change.freedom == 0 ? kInfinite : change.log_ratio + noticeable(change, rule.level);
  return {
      .verdict = verdict_on(low, high, excluded, std::log1p(rule.threshold)),
      .pairs = change.pairs,
      .ratio = {.median = std::exp(change.log_ratio), .low = std::exp(low), .high = std::exp(high)},
      .excluded = std::max(0.0, std::expm1(excluded)),
      .threshold = rule.threshold};
}

}  // namespace sudoku::stats
