#include "harness/gate/ab_words.h"

#include <algorithm>
#include <cmath>

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

CheckRecord undecided(const std::string& text) {
  return {"time", Finding::undecided, text};
}

// Rounded up, as an option takes it: "50s", "4min".
std::string option_text(std::chrono::nanoseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  if (seconds <= 120) return fmt::format("{:.0f}s", 10 * std::ceil(seconds / 10));
  return fmt::format("{:.0f}min", std::ceil(seconds / 60));
}

// Says that a series has too few blocks for a figure, and how much time would have been enough.
std::string shortage_of(const AbJudgement& judged, std::size_t blocks, const char* series) {
  const std::string text = fmt::format("{} of the {} blocks of four processes that {} needs",
                                       blocks, kProcessesNeeded, series);
  if (!judged.needed) return text;
  return fmt::format("the time ran out after {}: {}", text,
                     judged.needed->count() == 0
                         ? "give it more --max-time"
                         : "about --max-time " + option_text(*judged.needed) + " would do");
}

// None when the test can go by its figures.
std::optional<CheckRecord> reason_for_no_verdict(const AbJudgement& judged) {
  const TimeJudgement& first = judged.first;
  if (first.pairs < kProcessesNeeded)
    return undecided(shortage_of(judged, first.pairs, "a verdict"));
  if (judged.drift) {
    return undecided(
        fmt::format("the control, the same in both builds, changed by {}: the machine or the "
                    "compiler differs; {}; {}",
                    change_text(judged.drift->median), figures_of(first), limits_of(first)));
  }
  if (!judged.second || judged.second->pairs >= kProcessesNeeded) return std::nullopt;
  return undecided(fmt::format("slower at first, {}; {}", figures_of(first),
                               shortage_of(judged, judged.second->pairs, "the second series")));
}

std::string reason_of(const TimeJudgement& judged, const RowPair& rows) {
  return text_of(explain(rows, judged.ratio.median));
}

// Both series have a figure. `what` is said of one that is slower.
CheckRecord check_of_suspect(const TimeJudgement& first, const TimeJudgement& second,
                             const std::string& what) {
  const std::string twice =
      fmt::format("{}, then {}; {}", figures_of(first), figures_of(second), limits_of(second));
  switch (second.verdict) {
    case TimeVerdict::slower:
      return {"time", Finding::slower, fmt::format("twice: {}; {}", twice, what)};
    case TimeVerdict::same:
    case TimeVerdict::faster:
      return {"time", Finding::same, "slower at first, but not again: " + twice};
    case TimeVerdict::inconclusive:
    case TimeVerdict::too_few:
      break;
  }
  return undecided("slower at first, but the second series cannot tell: " + twice);
}

// "on all 5 files"; "over 5 files together (on 3 of them by more than 3.0 %)".
std::string place_of(const TimeJudgement& solver, const std::vector<TimeJudgement>& parts) {
  const auto beyond = std::ranges::count_if(parts, [&solver](const TimeJudgement& part) {
    return part.ratio.median > 1 + solver.threshold;
  });
  if (static_cast<std::size_t>(beyond) == parts.size())
    return fmt::format("on all {} files", parts.size());
  return fmt::format("over {} files together (on {} of them by more than {})", parts.size(), beyond,
                     size_text(solver.threshold));
}

std::string solver_name_of(const ResultRecord& row) {
  return row.threads == 1 ? row.solver : fmt::format("{} ({} threads)", row.solver, row.threads);
}

}  // namespace

CheckRecord time_check_of(const AbJudgement& judged, const RowPair& rows) {
  if (auto check = reason_for_no_verdict(judged)) return *check;
  const TimeJudgement& first = judged.first;
  if (judged.second)
    return check_of_suspect(first, *judged.second, reason_of(*judged.second, rows));
  switch (first.verdict) {
    case TimeVerdict::same:
      return {"time", Finding::same, fmt::format("{}; {}", figures_of(first), limits_of(first))};
    case TimeVerdict::faster:
      return {
          "time", Finding::faster,
          fmt::format("{}; {}; {}", figures_of(first), limits_of(first), reason_of(first, rows))};
    default:
      return undecided(fmt::format("too noisy; {}; {}", figures_of(first), limits_of(first)));
  }
}

SolverVerdict solver_verdict_of(const AbJudgement& judged, const std::vector<RowPair>& rows,
                                const std::vector<TimeJudgement>& parts) {
  const std::string solver = solver_name_of(*rows.front().base);
  SolverVerdict verdict{.name = fmt::format("{} on {} files", solver, rows.size()),
                        .rows = rows,
                        .check = {},
                        .time = figure_of(judged)};
  if (auto check = reason_for_no_verdict(judged)) {
    verdict.check = *check;
    return verdict;
  }
  const std::string place = place_of(*judged.second, parts);
  verdict.check = check_of_suspect(judged.first, *judged.second, "slower " + place);
  if (verdict.check.finding == Finding::slower)
    verdict.finding =
        fmt::format("{}: slower {}, {}", solver, place, change_text(judged.second->ratio));
  return verdict;
}

CheckRecord part_check_of(const TimeJudgement& part, const RowPair& rows) {
  return {"time", Finding::noted,
          fmt::format("part of the finding on {}: {}; {}", solver_name_of(*rows.base),
                      figures_of(part), reason_of(part, rows))};
}

std::optional<TimeJudgement> figure_of(const AbJudgement& judged) {
  if (judged.second && judged.second->pairs >= kProcessesNeeded) return judged.second;
  if (judged.first.pairs >= kProcessesNeeded) return judged.first;
  return std::nullopt;
}

}  // namespace sudoku
