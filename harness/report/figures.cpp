#include "harness/report/figures.h"

#include <algorithm>
#include <array>

#include "harness/measure/comparison.h"
#include "harness/report/logic_notes.h"
#include "harness/report/units.h"

namespace sudoku {

namespace {

struct Figure {
  const char* title;
  Align align;
  bool of_sound_rows;  // left empty in void rows
  bool (*needed)(const View&);
  Cell (*cell)(const View&, const ResultRecord&);
};

bool always(const View& /*view*/) {
  return true;
}

bool is_sweep(const View& view) {
  return view.sweep;
}

template <typename Predicate>
bool any_row(const View& view, Predicate predicate) {
  return std::ranges::any_of(view.rows, [&](const ResultRecord* row) { return predicate(*row); });
}

// The caption has the size of the dataset; the column comes when a row solved fewer.
bool has_samples(const View& view) {
  return any_row(view,
                 [&](const ResultRecord& row) { return row.puzzles != view.dataset.puzzles; });
}

bool has_partial_rows(const View& view) {
  return any_row(view, is_partial);
}

bool has_latency(const View& view) {
  return any_row(view, [](const ResultRecord& row) { return row.latency.has_value(); });
}

bool has_speedup(const View& view) {
  return any_row(view, [](const ResultRecord& row) { return has_ratio(row.speedup); });
}

bool has_memory(const View& view) {
  return any_row(view, [](const ResultRecord& row) { return row.peak_memory_bytes > 0; });
}

Cell solver_cell(const View& /*view*/, const ResultRecord& row) {
  const bool chunked = row.latency && row.latency->chunk > 1;
  return {row.solver + (chunked ? "*" : "") + (row.isolated ? "†" : "") +
          (is_partial(row) ? "‡" : "")};
}

Cell threads_cell(const View& /*view*/, const ResultRecord& row) {
  return {count_text(row.threads)};
}

Cell puzzles_cell(const View& /*view*/, const ResultRecord& row) {
  const std::string puzzles = count_text(row.puzzles);
  return {row.sample_rate < 1 ? puzzles + " (" + sample_text(row.sample_rate) + ")" : puzzles};
}

Cell solved_cell(const View& /*view*/, const ResultRecord& row) {
  return {solved_text(row), is_partial(row) ? Tone::bad : Tone::plain};
}

Cell rate_cell(const View& view, const ResultRecord& row) {
  if (!has_ranked_speed(row)) {
    return {text_without_speed(row), is_void(row) ? Tone::bad : Tone::quiet};
  }
  const char* mark = view.machine_movement.empty() ? "" : "~";
  return {mark + rate_with_interval(row.puzzles_per_second)};
}

Cell time_cell(const View& /*view*/, const ResultRecord& row) {
  if (!has_ranked_speed(row)) return {kUnknownText, Tone::quiet};
  return {duration_text(row.time_per_puzzle_ns.median)};
}

template <int per_mille, double LatencyRecord::*member>
Cell latency_cell(const View& view, const ResultRecord& row) {
  if (!row.latency) return {kUnknownText, Tone::quiet};
  return {quantile_text(view, row, per_mille / 1000.0, *row.latency.*member)};
}

Cell guesses_cell(const View& /*view*/, const ResultRecord& row) {
  return {number_text(row.guesses.mean)};
}

Cell speedup_cell(const View& view, const ResultRecord& row) {
  // It is quick to do less.
  if (is_partial(row) || !has_ranked_speed(row)) return {kUnknownText, Tone::quiet};
  if (!has_ratio(row.speedup)) {
    const bool reference = row.solver == view.run.settings.reference;
    return {reference ? "reference" : kUnknownText, Tone::quiet};
  }
  const Estimate& ratio = row.speedup->ratio;
  if (row.speedup->reason.starts_with(kUnstable)) return {kUnstable, Tone::quiet};
  const bool faster = ratio.low > 1;
  return {ratio_text(ratio), faster ? Tone::good : Tone::plain};
}

Cell memory_cell(const View& /*view*/, const ResultRecord& row) {
  return {bytes_text(row.peak_memory_bytes)};
}

constexpr std::array<Figure, 13> kFigures = {{
    {"solver", Align::left, false, always, solver_cell},
    {"threads", Align::right, false, is_sweep, threads_cell},
    {"puzzles", Align::right, false, has_samples, puzzles_cell},
    {"solved", Align::right, true, has_partial_rows, solved_cell},
    {"puzzles/s", Align::right, false, always, rate_cell},
    {"time", Align::right, true, always, time_cell},
    {"p50", Align::right, true, has_latency, latency_cell<500, &LatencyRecord::p50>},
    {"p99", Align::right, true, has_latency, latency_cell<990, &LatencyRecord::p99>},
    {"p99.9", Align::right, true, has_latency, latency_cell<999, &LatencyRecord::p999>},
    {"max", Align::right, true, has_latency, latency_cell<1000, &LatencyRecord::max>},
    {"guesses", Align::right, true, always, guesses_cell},
    {"speed-up", Align::right, true, has_speedup, speedup_cell},
    {"memory", Align::right, true, has_memory, memory_cell},
}};

}  // namespace

Table figures_table(const View& view) {
  std::vector<const Figure*> shown;
  std::vector<Column> columns;
  for (const Figure& figure : kFigures) {
    if (!figure.needed(view)) continue;
    shown.push_back(&figure);
    columns.push_back({figure.title, figure.align});
  }
  Table table(std::move(columns));
  for (const ResultRecord* row : view.rows) {
    std::vector<Cell> cells;
    for (const Figure* figure : shown) {
      const bool left_out = figure->of_sound_rows && is_void(*row);
      cells.push_back(left_out ? Cell{} : figure->cell(view, *row));
    }
    table.add_row(std::move(cells));
  }
  return table;
}

}  // namespace sudoku
