#include "harness/report/view.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/units.h"
#include "harness/stats/histogram.h"

namespace sudoku::report {

namespace {

using result::RowStatus;

// Most external solvers of a dataset that lead its table and have a sentence each. More are a race
// of published solvers, in which all rows are ranked alike.
constexpr std::size_t kMostOwn = 3;

// Sort key of View::rows. PAR-2 replaces the speed of rows that gave up, because that is quick.
auto rank_of(const View& view, const result::Row& row) {
  const double speed = row.puzzles_per_second.median;
  const bool unknown = !std::isfinite(speed);
  const std::uint64_t given_up = row.outcomes[Outcome::timeout];
  const double share_given_up = result::share_of(given_up, std::max<std::uint64_t>(row.puzzles, 1));
  const double cost = given_up > 0 && std::isfinite(row.par2_s()) ? row.par2_s() : -speed;
  return std::tuple(result::is_void(row), unknown, result::status_of(row) == RowStatus::partial,
                    does_less(view, row), share_given_up, unknown ? 0 : cost);
}

// Number of a row's puzzles that have a latency: a crash has none.
std::uint64_t timed_puzzles(const result::Row& row) {
  return row.puzzles - std::min(row.puzzles, row.outcomes[Outcome::crashed]);
}

}  // namespace

View view_of(const result::RunResult& run, const result::DatasetRecord& dataset) {
  View view{.run = run, .dataset = dataset, .rows = {}};
  std::set<std::string> externals;
  for (const result::Row& row : run.results) {
    if (row.dataset != dataset.name) continue;
    view.rows.push_back(&row);
    if (row.external) externals.insert(row.solver);
    if (!result::is_void(row))
      view.most_sought = std::max(view.most_sought, result::solutions_sought(row));
  }
  view.is_race = externals.size() > kMostOwn;
  std::ranges::stable_sort(view.rows, {},
                           [&view](const result::Row* row) { return rank_of(view, *row); });
  view.sweep = std::ranges::any_of(view.rows, [&view](const result::Row* row) {
    return row->threads != view.rows.front()->threads;
  });
  view.machine_movement = result::machine_movement(view.rows);
  return view;
}

bool is_own(const View& view, const result::Row& row) {
  return row.external.has_value() && !view.is_race;
}

std::uint64_t decided(const result::Row& row) {
  return row.outcomes[Outcome::unique] + row.outcomes[Outcome::multiple] +
         row.outcomes[Outcome::none] + row.outcomes[Outcome::first];
}

std::string why_partial(const result::RunResult& run) {
  if (run.complete) return "";
  // A shard that was interrupted is one part, without hosts; a merge refuses it.
  const bool is_merge =
      run.shards && (run.shards->parts.size() > 1 || (run.hosts && run.hosts->size() == 1));
  if (!is_merge) return "the run was interrupted";
  constexpr std::size_t kMostShards = 20;
  std::vector<std::uint64_t> missing;
  for (std::uint64_t part = 1; part <= run.shards->of && missing.size() <= kMostShards; ++part)
    if (std::ranges::count(run.shards->parts, part) == 0) missing.push_back(part);
  const bool is_cut = missing.size() > kMostShards;
  if (is_cut) missing.pop_back();
  return fmt::format("{} {}{} of {} {} missing", missing.size() > 1 ? "shards" : "shard",
                     fmt::join(missing, ", "), is_cut ? ", …" : "", run.shards->of,
                     missing.size() > 1 ? "are" : "is");
}

bool does_less(const View& view, const result::Row& row) {
  return !result::is_void(row) && result::solutions_sought(row) < view.most_sought;
}

std::string void_text(const result::Row& row) {
  const std::uint64_t wrong = result::count_wrong(row);
  return wrong > 0 ? "WRONG: " + base::plural(wrong, "answer") : "DISQUALIFIED";
}

bool is_sound(const View& view, const result::Row& row) {
  return result::status_of(row) == RowStatus::sound && !does_less(view, row) &&
         std::isfinite(row.puzzles_per_second.median);
}

std::string text_without_speed(const result::Row& row) {
  if (result::is_void(row)) return void_text(row);
  if (row.puzzles == 0) return base::kUnknownText;
  if (row.outcomes[Outcome::timeout] == row.puzzles) return "solved none";
  return "≤ " + base::rate_with_interval(base::without_interval(row.puzzles_per_second.median));
}

const result::Row* reference_of(const View& view, const result::Row& row) {
  const auto found = std::ranges::find_if(view.rows, [&](const result::Row* other) {
    return other->solver == view.run.settings[result::kReference] && other->threads == row.threads;
  });
  return found == view.rows.end() ? nullptr : *found;
}

std::optional<result::PairRatio> pair_of(const View& view, const result::Row& a,
                                         const result::Row& b) {
  const std::array<const result::Row*, 2> rows = {&a, &b};
  const std::vector<result::PairRatio> pairs = result::compare_pairs(rows, view.run.comparisons);
  return pairs.empty() ? std::nullopt : std::optional(pairs[0]);
}

double least_slowdown(const View& view, const result::Row& row) {
  const result::Row* const reference = reference_of(view, row);
  if (reference == nullptr || reference == &row || !is_sound(view, *reference) ||
      result::status_of(row) != RowStatus::gave_up)
    return base::kUnknown;
  const double least = result::least_slowdown(row, *reference);
  return least > 1 ? least : base::kUnknown;
}

std::string speedup_text(const result::SpeedupRecord& speedup) {
  const std::string text = base::ratio_text(result::shown_ratio(speedup));
  if (speedup.reason == result::Doubt::unstable) return text + " (unstable)";
  return speedup.shift_by_sharing ? text + " ‡" : text;
}

std::string ends_text(const base::Estimate& ratio) {
  return fmt::format("{} to {}", base::faster_text(ratio.low), base::faster_text(ratio.high));
}

std::string reason_text(const result::SpeedupRecord& ratio) {
  using result::Doubt;
  switch (ratio.reason) {
    case Doubt::none:
      return "";
    case Doubt::unstable:
      return "unstable: " + ends_text(ratio.ratio);
    case Doubt::one_round:
      return "the noise of a single round is unknown";
    case Doubt::unknown_sampling:
      return "the sampling error is unknown without times of single puzzles";
    case Doubt::few_puzzles:
      return fmt::format("they share only {}; a comparison needs {}",
                         base::plural(ratio.puzzles, "puzzle"), result::kFewestShared);
    case Doubt::few_cpus:
      return "more threads than CPUs";
  }
  return "";
}

std::string reason_text(const result::SpeedupRecord& ratio, const result::Row& a,
                        const result::Row& b) {
  const std::string flaw = result::why_not_compared(a, b);
  return flaw.empty() ? reason_text(ratio) : flaw;
}

std::string label_of(const View& view, const result::Row& row) {
  return view.sweep ? row.solver + " (" + base::plural(row.threads, "thread") + ")" : row.solver;
}

std::uint64_t timed_within_limit(const result::Row& row) {
  const std::uint64_t timed = timed_puzzles(row);
  return timed - std::min(timed, row.latency->censored);
}

bool is_censored(const result::Row& row, double quantile) {
  const double rank = std::ceil(quantile * static_cast<double>(timed_puzzles(row)));
  return row.latency->censored > 0 && rank > static_cast<double>(timed_within_limit(row));
}

double limit_s(const result::RunResult& run, const result::Row& row) {
  const auto nanoseconds = [](double seconds) {
    return std::chrono::nanoseconds(std::llround(seconds * 1e9));
  };
  const auto dataset = std::ranges::find(run.datasets, row.dataset, &result::DatasetRecord::name);
  const std::uint64_t puzzles = dataset == run.datasets.end() ? row.puzzles : dataset->puzzles;
  const auto processes =
      static_cast<double>(std::max<std::uint64_t>(run.settings[result::kProcesses], 1));
  const std::chrono::duration<double> limit =
      result::puzzle_limit(puzzles, nanoseconds(run.settings[result::kPuzzleTimeout]),
                           nanoseconds(run.settings[result::kTimeBudget] / processes));
  return limit.count();
}

std::string censored_text(const result::RunResult& run, const result::Row& row, double latency_ns) {
  const double limit = limit_s(run, row);
  return ">" + (limit > 0 ? base::limit_text(limit) : base::duration_text(latency_ns));
}

std::vector<double> latency_curve(const result::Row& row, double step) {
  const stats::HistogramRecord& histogram = row.latency->histogram;
  const auto puzzles = static_cast<double>(row.puzzles);
  std::uint64_t left = result::total_of(histogram.count);  // puzzles in buckets still to be read
  left -= std::min(left, row.latency->censored);
  double solved = 0;
  std::vector<double> points;
  const auto add = [&points](double ns, double above) { points.insert(points.end(), {ns, above}); };
  double end = 0;
  for (std::size_t i = 0; i < histogram.count.size() && left > 0; ++i) {
    const auto first = static_cast<double>(histogram.first_ps[i]);
    if (i == 0) add(first / 1000, 1);
    const std::uint64_t passed = std::min(left, histogram.count[i]);
    left -= passed;
    solved += static_cast<double>(passed);
    const std::size_t bucket = stats::Histogram::bucket_of(histogram.first_ps[i]);
    end = (first + stats::Histogram::width_of(bucket)) / 1000;
    const double above = std::max(0.0, (puzzles - solved) / puzzles);
    const double distance =
        std::log10(end / *(points.end() - 2)) + std::log10(points.back() / above);
    const bool is_last = i + 1 == histogram.count.size() || left == 0;
    if (above <= 0 || distance >= step || is_last) add(end, above);
  }
  return points;
}

std::string label_of(std::span<const ReportInput> inputs, const ReportInput& input) {
  const auto stem_of = [](const ReportInput& one) {
    return std::filesystem::path(one.file).stem().string();
  };
  const std::string stem = stem_of(input);
  return std::ranges::count(inputs, stem, stem_of) > 1 ? input.file : stem;
}

}  // namespace sudoku::report
