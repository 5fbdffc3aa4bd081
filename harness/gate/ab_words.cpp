#include "harness/gate/ab_words.h"

#include <fmt/format.h>

#include "harness/gate/change_text.h"
#include "harness/gate/explanation.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

std::string figures_of(const TimeJudgement& judged) {
  return fmt::format("{} in {} of four processes", change_text(judged.ratio),
                     plural(judged.pairs, "block"));
}

std::string limits_of(const TimeJudgement& judged) {
  return fmt::format("threshold {}, {}", size_text(judged.threshold), seen_text(judged.detectable));
}

CheckRecord undecided(const TimeJudgement& judged, const std::string& why) {
  return {"time", Finding::undecided,
          fmt::format("{}; {}; {}", why, figures_of(judged), limits_of(judged))};
}

std::string reason_of(const TimeJudgement& judged, const RowPair& rows) {
  return text_of(explain(rows, judged.ratio.median));
}

CheckRecord check_of_suspect(const TimeJudgement& first, const TimeJudgement& second,
                             const RowPair& rows) {
  const std::string twice =
      fmt::format("{}, then {}; {}", figures_of(first), figures_of(second), limits_of(second));
  switch (second.verdict) {
    case TimeVerdict::slower:
      return {"time", Finding::slower,
              fmt::format("twice: {}; {}", twice, reason_of(second, rows))};
    case TimeVerdict::same:
    case TimeVerdict::faster:
      return {"time", Finding::same, "slower at first, but not again: " + twice};
    case TimeVerdict::inconclusive:
    case TimeVerdict::too_few:
      break;
  }
  return {"time", Finding::undecided,
          "slower at first, but the second series cannot tell: " + twice};
}

}  // namespace

CheckRecord time_check_of(const AbJudgement& judged, const RowPair& rows) {
  const TimeJudgement& first = judged.first;
  if (first.pairs < kProcessesNeeded) {
    return {"time", Finding::undecided,
            fmt::format("{} of the {} blocks of four processes that a verdict needs: give it more "
                        "--max-time",
                        first.pairs, kProcessesNeeded)};
  }
  if (judged.drift) {
    return undecided(first,
                     fmt::format("the control, the same in both builds, changed by {}: the machine "
                                 "or the compiler differs",
                                 change_text(judged.drift->median)));
  }
  if (judged.second) return check_of_suspect(first, *judged.second, rows);
  switch (first.verdict) {
    case TimeVerdict::same:
      return {"time", Finding::same, fmt::format("{}; {}", figures_of(first), limits_of(first))};
    case TimeVerdict::faster:
      return {
          "time", Finding::faster,
          fmt::format("{}; {}; {}", figures_of(first), limits_of(first), reason_of(first, rows))};
    default:
      return undecided(first, "too noisy");
  }
}

}  // namespace sudoku
