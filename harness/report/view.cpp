#include "harness/report/view.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <tuple>

#include "harness/measure/comparison.h"
#include "harness/report/units.h"

namespace sudoku {

namespace {

double share_given_up(const ResultRecord& row) {
  return static_cast<double>(count_of(row, Outcome::timeout)) /
         static_cast<double>(std::max<std::uint64_t>(row.puzzles, 1));
}

// Smaller comes first: sound rows by speed, those that gave up on puzzles by how many and by PAR-2
// (to give up is quick), then those that could solve only a part, those without a figure, and the
// void ones.
auto rank_of(const ResultRecord& row) {
  const double speed = row.puzzles_per_second.median;
  const bool unknown = !std::isfinite(speed);
  const bool gave_up = count_of(row, Outcome::timeout) > 0;
  const double cost = gave_up && std::isfinite(row.par2_s) ? row.par2_s : -speed;
  return std::tuple(is_void(row), unknown, is_partial(row), share_given_up(row),
                    unknown ? 0 : cost);
}

// As the run applied it.
double limit_s(const RunResult& run, const ResultRecord& row) {
  const auto nanoseconds = [](double seconds) {
    return std::chrono::nanoseconds(std::llround(seconds * 1e9));
  };
  const auto dataset = std::ranges::find(run.datasets, row.dataset, &DatasetRecord::name);
  const std::uint64_t puzzles = dataset == run.datasets.end() ? row.puzzles : dataset->puzzles;
  const auto processes = static_cast<double>(std::max<std::uint64_t>(run.settings.processes, 1));
  const std::chrono::duration<double> limit =
      puzzle_limit(puzzles, nanoseconds(run.settings.puzzle_timeout_s),
                   nanoseconds(run.settings.time_budget_s / processes));
  return limit.count();
}

bool sweeps(const std::vector<const ResultRecord*>& rows) {
  return std::ranges::any_of(
      rows, [&](const ResultRecord* row) { return row->threads != rows.front()->threads; });
}

}  // namespace

View view_of(const RunResult& run, const DatasetRecord& dataset) {
  View view{.run = run, .dataset = dataset, .rows = {}};
  for (const ResultRecord& row : run.results) {
    if (row.dataset == dataset.name) view.rows.push_back(&row);
  }
  std::ranges::stable_sort(view.rows, {}, [](const ResultRecord* row) { return rank_of(*row); });
  view.sweep = sweeps(view.rows);
  view.machine_movement = machine_movement(view.rows);
  return view;
}

std::uint64_t count_of(const ResultRecord& row, Outcome outcome) {
  return row.outcomes[static_cast<std::size_t>(outcome)];
}

bool is_void(const ResultRecord& row) {
  return count_of(row, Outcome::wrong) > 0 || !row.disqualified.empty();
}

bool is_partial(const ResultRecord& row) {
  return count_of(row, Outcome::incomplete) > 0;
}

std::string void_text(const ResultRecord& row) {
  const std::uint64_t wrong = count_of(row, Outcome::wrong);
  return wrong > 0 ? "WRONG: " + plural(wrong, "answer") : "DISQUALIFIED";
}

bool has_ranked_speed(const ResultRecord& row) {
  return !is_void(row) && count_of(row, Outcome::timeout) == 0;
}

std::string text_without_speed(const ResultRecord& row) {
  if (is_void(row)) return void_text(row);
  if (count_of(row, Outcome::timeout) == row.puzzles) return "solved none";
  const Estimate bound = {.median = row.puzzles_per_second.median,
                          .low = std::numeric_limits<double>::quiet_NaN(),
                          .high = std::numeric_limits<double>::quiet_NaN()};
  return "≤ " + rate_with_interval(bound);
}

std::string label_of(const View& view, const ResultRecord& row) {
  return view.sweep ? row.solver + " (" + plural(row.threads, "thread") + ")" : row.solver;
}

std::string plural(std::uint64_t count, const std::string& noun) {
  return count_text(count) + " " + noun + (count == 1 ? "" : "s");
}

bool is_censored(const ResultRecord& row, double quantile) {
  const double rank = std::ceil(quantile * static_cast<double>(row.puzzles));
  const std::uint64_t finished = row.puzzles - std::min(row.puzzles, row.latency->censored);
  return row.latency->censored > 0 && rank > static_cast<double>(finished);
}

std::string quantile_text(const View& view, const ResultRecord& row, double quantile,
                          double latency_ns) {
  return is_censored(row, quantile) ? censored_text(view.run, row, latency_ns)
                                    : duration_text(latency_ns);
}

std::string censored_text(const RunResult& run, const ResultRecord& row, double latency_ns) {
  const double limit = limit_s(run, row);
  return ">" + (limit > 0 ? limit_text(limit) : duration_text(latency_ns));
}

}  // namespace sudoku
