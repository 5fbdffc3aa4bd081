#include "harness/report/view.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "harness/report/units.h"

namespace sudoku {

namespace {

// Smaller comes first: sound rows by speed, then those that solved only a part, those without a
// figure, and the void ones.
auto rank_of(const ResultRecord& row) {
  const double speed = row.puzzles_per_second.median;
  const bool unknown = !std::isfinite(speed);
  return std::tuple(is_void(row), unknown, is_partial(row), unknown ? 0 : -speed);
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
  return is_censored(row, quantile) ? censored_text(view.run, latency_ns)
                                    : duration_text(latency_ns);
}

std::string censored_text(const RunResult& run, double latency_ns) {
  const double limit = run.settings.puzzle_timeout_s;
  return ">" + (limit > 0 ? limit_text(limit) : duration_text(latency_ns));
}

}  // namespace sudoku
