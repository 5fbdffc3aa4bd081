#include "harness/gate/time_check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "harness/gate/change_text.h"
#include "harness/gate/explanation.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

constexpr const char* kTime = "time";

std::vector<double> times_of(const ResultRecord& row) {
  return row.processes ? row.processes->time_per_puzzle_ns : std::vector<double>();
}

TimeSeries series_of(const RowPair& pair, std::uint64_t seed) {
  TimeSeries series{.base = times_of(*pair.base), .fresh = times_of(*pair.fresh), .seed = seed};
  series.noise = std::max(noise_within(series.base), noise_within(series.fresh));
  return series;
}

// Why the times of the two sides are not about the same thing; empty when they are.
std::string why_apart(const Matching& matching, const RowPair& pair) {
  if (is_void(*pair.base) || is_void(*pair.fresh)) return "a row without sound answers has no time";
  if (matching.base_cpu != matching.fresh_cpu) {
    return fmt::format("measured on another machine ({} against {})", matching.base_cpu,
                       matching.fresh_cpu);
  }
  if (pair.base->sample_rate != pair.fresh->sample_rate ||
      pair.base->puzzles != pair.fresh->puzzles) {
    return fmt::format("measured on other puzzles ({} against {}): give NEW --pilots BASE",
                       plural(pair.base->puzzles, "puzzle"), plural(pair.fresh->puzzles, "puzzle"));
  }
  return "";
}

std::string processes_text(std::size_t pairs) {
  return pairs < 2 ? "one process" : fmt::format("{} processes", pairs);
}

std::string text_for_too_few(const RowPair& pair, std::size_t pairs) {
  const double ratio = pair.fresh->time_per_puzzle_ns.median / pair.base->time_per_puzzle_ns.median;
  const std::string seen = std::isfinite(ratio) ? change_text(ratio) + " seen; " : "";
  return fmt::format("{}no verdict from {} a side, {} are needed (run --processes {})", seen,
                     processes_text(pairs), kProcessesNeeded, kProcessesNeeded);
}

std::string text_for_inconclusive(const TimeJudgement& row) {
  if (row.threshold > kWidestThreshold && row.noise > 0) {
    return fmt::format("{}: too noisy, processes of one build differ by {}", change_text(row.ratio),
                       size_text(row.noise));
  }
  return fmt::format("{}: too noisy, {}", change_text(row.ratio), seen_text(row.detectable));
}

CheckRecord check_of(const RowPair& pair, const TimeJudgement& row) {
  const std::string limit = size_text(row.threshold);
  switch (row.verdict) {
    case TimeVerdict::too_few:
      return {kTime, Finding::undecided, text_for_too_few(pair, row.pairs)};
    case TimeVerdict::inconclusive:
      return {kTime, Finding::undecided, text_for_inconclusive(row)};
    case TimeVerdict::same:
      return {kTime, Finding::same,
              fmt::format("{}; {}", change_text(row.ratio), seen_text(row.detectable))};
    case TimeVerdict::faster:
    case TimeVerdict::slower:
      break;
  }
  return {kTime, row.verdict == TimeVerdict::slower ? Finding::slower : Finding::faster,
          fmt::format("{}, more than {}: {}; {} would have been seen", change_text(row.ratio),
                      limit, text_of(explain(pair, row.ratio.median)), size_text(row.detectable))};
}

}  // namespace

std::vector<TimedRow> time_checks(const Matching& matching, const TimeRule& rule) {
  std::vector<TimedRow> rows(matching.pairs.size());
  std::vector<TimeSeries> series;
  std::vector<std::size_t> places;  // of the series, among the rows
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string why = why_apart(matching, matching.pairs[i]);
    rows[i].check = {kTime, Finding::undecided, why};
    if (!why.empty()) continue;
    places.push_back(i);
    series.push_back(series_of(matching.pairs[i], i));
  }
  const std::vector<TimeJudgement> judged = judge_times(series, rule);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    rows[places[i]].judgement = judged[i];
    rows[places[i]].check = check_of(matching.pairs[places[i]], judged[i]);
  }
  return rows;
}

}  // namespace sudoku
