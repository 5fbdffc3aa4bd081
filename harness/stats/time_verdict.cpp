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
  const double together = noticeable(change, rule.level / shares);
  const double alone = noticeable(change, rule.level);
  const double log = change.log_ratio;
  const double excluded = change.freedom == 0 ? kInfinite : log + alone;
  const TimeVerdict verdict =
      verdict_on(log - together, log + together, excluded, std::log1p(rule.threshold));
  const double reach = verdict == TimeVerdict::same ? alone : together;
  return {.verdict = verdict,
          .pairs = change.pairs,
          .ratio = {.median = std::exp(log),
                    .low = std::exp(log - reach),
                    .high = std::exp(log + reach)},
          .excluded = std::max(0.0, std::expm1(excluded)),
          .threshold = rule.threshold};
}

}  // namespace sudoku::stats
