#include "harness/report/figures.h"

#include <algorithm>
#include <array>

#include "harness/base/units.h"
#include "harness/report/notes.h"
#include "harness/result/comparison.h"

namespace sudoku::report {

namespace {

struct Figure {
  const char* title;
  base::Align align;
  bool of_sound_rows;  // left empty in void rows
  bool (*needed)(const View&);
  base::Cell (*cell)(const View&, const result::ResultRecord&);
};

bool always(const View& /*view*/) {
  return true;
}

bool is_sweep(const View& view) {
  return view.sweep;
}

template <typename Predicate>
bool any_row(const View& view, Predicate predicate) {
  return std::ranges::any_of(view.rows,
                             [&](const result::ResultRecord* row) { return predicate(*row); });
}

// The caption has the size of the dataset; the column comes when a row solved fewer.
bool has_samples(const View& view) {
  return any_row(
      view, [&](const result::ResultRecord& row) { return row.puzzles != view.dataset.puzzles; });
}

bool has_partial_rows(const View& view) {
  return any_row(view, is_partial);
}

bool has_latency(const View& view) {
  return any_row(view, [](const result::ResultRecord& row) { return row.latency.has_value(); });
}

bool has_speedup(const View& view) {
  return any_row(view,
                 [](const result::ResultRecord& row) { return result::has_ratio(row.speedup); });
}

bool has_memory(const View& view) {
  return any_row(view, [](const result::ResultRecord& row) { return row.peak_memory_bytes > 0; });
}

base::Cell solver_cell(const View& /*view*/, const result::ResultRecord& row) {
  const bool chunked = row.latency && row.latency->chunk > 1;
  return {row.solver + (chunked ? "*" : "") + (row.isolated ? "†" : "") +
          (is_partial(row) ? "‡" : "")};
}

base::Cell threads_cell(const View& /*view*/, const result::ResultRecord& row) {
  return {base::count_text(row.threads)};
}

base::Cell puzzles_cell(const View& /*view*/, const result::ResultRecord& row) {
  const std::string puzzles = base::count_text(row.puzzles);
  return {row.sample_rate < 1 ? puzzles + " (" + base::sample_text(row.sample_rate) + ")"
                              : puzzles};
}

base::Cell solved_cell(const View& /*view*/, const result::ResultRecord& row) {
  return {solved_text(row), is_partial(row) ? base::Tone::bad : base::Tone::plain};
}

base::Cell rate_cell(const View& view, const result::ResultRecord& row) {
  if (!has_ranked_speed(row)) {
    return {text_without_speed(row), result::is_void(row) ? base::Tone::bad : base::Tone::quiet};
  }
  const char* mark = view.machine_movement.empty() ? "" : "~";
  return {mark + base::rate_with_interval(row.puzzles_per_second)};
}

base::Cell time_cell(const View& /*view*/, const result::ResultRecord& row) {
  if (!has_ranked_speed(row)) return {base::kUnknownText, base::Tone::quiet};
  return {base::duration_text(row.time_per_puzzle_ns.median)};
}

template <int per_mille, double result::LatencyRecord::*member>
base::Cell latency_cell(const View& view, const result::ResultRecord& row) {
  if (!row.latency) return {base::kUnknownText, base::Tone::quiet};
  return {quantile_text(view, row, per_mille / 1000.0, *row.latency.*member)};
}

base::Cell guesses_cell(const View& /*view*/, const result::ResultRecord& row) {
  return {base::number_text(row.guesses.mean)};
}

base::Cell speedup_cell(const View& view, const result::ResultRecord& row) {
  // It is quick to do less.
  if (is_partial(row) || !has_ranked_speed(row)) return {base::kUnknownText, base::Tone::quiet};
  if (!result::has_ratio(row.speedup)) {
    const bool reference = row.solver == view.run.settings[result::kReference];
    return {reference ? "reference" : base::kUnknownText, base::Tone::quiet};
  }
  const base::Estimate& ratio = row.speedup->ratio;
  if (row.speedup->reason.starts_with(result::kUnstable))
    return {result::kUnstable, base::Tone::quiet};
  const bool faster = ratio.low > 1;
  return {base::ratio_text(ratio), faster ? base::Tone::good : base::Tone::plain};
}

base::Cell memory_cell(const View& /*view*/, const result::ResultRecord& row) {
  return {base::bytes_text(row.peak_memory_bytes)};
}

constexpr std::array<Figure, 13> kFigures = {{
    {"solver", base::Align::left, false, always, solver_cell},
    {"threads", base::Align::right, false, is_sweep, threads_cell},
    {"puzzles", base::Align::right, false, has_samples, puzzles_cell},
    {"solved", base::Align::right, true, has_partial_rows, solved_cell},
    {"puzzles/s", base::Align::right, false, always, rate_cell},
    {"time", base::Align::right, true, always, time_cell},
    {"p50", base::Align::right, true, has_latency, latency_cell<500, &result::LatencyRecord::p50>},
    {"p99", base::Align::right, true, has_latency, latency_cell<990, &result::LatencyRecord::p99>},
    {"p99.9", base::Align::right, true, has_latency,
     latency_cell<999, &result::LatencyRecord::p999>},
    {"max", base::Align::right, true, has_latency, latency_cell<1000, &result::LatencyRecord::max>},
    {"guesses", base::Align::right, true, always, guesses_cell},
    {"speed-up", base::Align::right, true, has_speedup, speedup_cell},
    {"memory", base::Align::right, true, has_memory, memory_cell},
}};

}  // namespace

base::Table figures_table(const View& view) {
  std::vector<const Figure*> shown;
  std::vector<base::Column> columns;
  for (const Figure& figure : kFigures) {
    if (!figure.needed(view)) continue;
    shown.push_back(&figure);
    columns.push_back({figure.title, figure.align});
  }
  base::Table table(std::move(columns));
  for (const result::ResultRecord* row : view.rows) {
    std::vector<base::Cell> cells;
    for (const Figure* figure : shown) {
      const bool left_out = figure->of_sound_rows && result::is_void(*row);
      cells.push_back(left_out ? base::Cell{} : figure->cell(view, *row));
    }
    table.add_row(std::move(cells));
  }
  return table;
}

}  // namespace sudoku::report
