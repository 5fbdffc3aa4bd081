#include "harness/report/columns.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/result/comparison.h"

namespace sudoku::report {

namespace {

using base::Cell;
using base::Tone;
using result::LatencyRecord;
using result::Row;

bool always(const View& /*view*/) { return true; }

template <bool (*has_it)(const Row&)>
bool any_row(const View& view) {
  return std::ranges::any_of(view.rows, [](const Row* row) { return has_it(*row); });
}

// Returns whether any solver in the result table solved only a sample of the dataset.
bool has_samples(const View& view) {
  return std::ranges::any_of(
      view.rows, [&view](const Row* row) { return row->puzzles != view.dataset.puzzles; });
}

// Whether single puzzles were timed. A batch solver is timed for a whole batch in each call, which
// says nothing about one of its puzzles.
bool has_latency(const Row& row) { return row.latency && row.latency->chunk == 1; }

bool has_speedup(const Row& row) { return result::has_ratio(row.speedup); }

bool has_scaling(const Row& row) { return result::has_ratio(row.scaling); }

bool has_ratio_or_bound(const View& view) {
  return std::ranges::any_of(view.rows, [&view](const Row* row) {
    return has_speedup(*row) || std::isfinite(least_slowdown(view, *row));
  });
}

bool lacks_interval(const Row& row) {
  return has_speedup(row) && !std::isfinite(result::shown_ratio(*row.speedup).low);
}

bool has_timeout(const Row& row) { return row.outcomes[Outcome::timeout] > 0; }

bool has_memory(const Row& row) { return row.peak_memory_bytes > 0; }

bool is_partial(const Row& row) { return result::status_of(row) == result::RowStatus::partial; }

Cell not_known() { return {base::kUnknownText, Tone::quiet, base::kUnknown}; }

bool is_batched(const Row& row) { return row.latency && row.latency->chunk > 1; }

bool is_isolated(const Row& row) { return row.isolated; }

bool is_sample(const Row& row) { return row.sample_rate < 1; }

// The solver, marks that the legend explains, and the share of the puzzles that it solved.
Cell solver_cell(const View& view, const Row& row) {
  return {row.solver + (is_batched(row) ? "*" : "") + (is_isolated(row) ? "†" : "") +
          (is_partial(row) ? "¶" : "") + (does_less(view, row) ? "§" : "") +
          (is_sample(row) ? " " + base::sample_text(row.sample_rate) : "")};
}

Cell solved_cell(const View& /*view*/, const Row& row) {
  const double share = result::share_of(decided(row), row.puzzles);
  const bool all = decided(row) == row.puzzles;
  return {all ? "all" : base::percent_text(share), is_partial(row) ? Tone::bad : Tone::plain,
          share};
}

Cell rate_cell(const View& view, const Row& row) {
  if (result::status_of(row) >= result::RowStatus::gave_up)
    return {text_without_speed(row), result::is_void(row) ? Tone::bad : Tone::quiet};
  const std::string mark = view.machine_movement.empty() ? "" : "~";
  return {
      mark + (does_less(view, row) ? "§" : "") + base::rate_with_interval(row.puzzles_per_second),
      Tone::plain, row.puzzles_per_second.median};
}

// Whether so many timed puzzles have a quantile of their own: that of 99 of 100 needs 100 of them.
template <int per_10000>
bool has_latency_quantile(const Row& row) {
  if (!has_latency(row)) return false;
  const bool is_extreme = per_10000 == 0 || per_10000 == 10000;
  return is_extreme || static_cast<double>(row.puzzles) * (10000 - per_10000) / 10000 >= 1 - 1e-9;
}

template <int per_10000>
Cell latency_cell(const View& view, const Row& row) {
  const double quantile = per_10000 / 10000.0;
  if (!has_latency_quantile<per_10000>(row)) return not_known();
  const double ns = row.latency->quantile_ns(quantile);
  if (is_censored(row, quantile)) return {censored_text(view.run, row, ns)};
  return {base::duration_text(ns), Tone::plain, ns};
}

Cell speedup_cell(const View& view, const Row& row) {
  const double slowdown = least_slowdown(view, row);
  if (std::isfinite(slowdown))
    return {fmt::format("≥ {} slower", base::times_text(slowdown)), Tone::quiet};
  // A solver that left puzzles unsolved had less work: a speed ratio would mislead.
  if (does_less(view, row) || result::status_of(row) != result::RowStatus::sound)
    return not_known();
  if (!has_speedup(row)) {
    const bool reference = row.solver == view.run.settings[result::kReference];
    return reference ? Cell{"reference", Tone::quiet, base::kUnknown} : not_known();
  }
  const base::Estimate ratio = result::shown_ratio(*row.speedup);
  const Tone tone = ratio.low > 1 ? Tone::good : Tone::plain;
  return {speedup_text(*row.speedup), std::isfinite(ratio.low) ? tone : Tone::quiet, ratio.median};
}

Cell guesses_cell(const View& /*view*/, const Row& row) {
  Cell cell = base::number_cell(result::is_command(row) ? base::kUnknown : row.guesses_mean());
  if (row.has_capped_guesses()) cell.text = "≥ " + cell.text;
  return cell;
}

// Memory in steps of a kilobyte: less is an accident of the allocator.
Cell memory_cell(const View& /*view*/, const Row& row) {
  Cell cell = base::bytes_cell(row.peak_memory_bytes);
  if (row.peak_memory_bytes > 0 && row.peak_memory_bytes < 1000) cell.text = "<1 kB";
  return cell;
}

// Adds a quantile of the latencies: unknown if unmeasured, or among puzzles that were given up.
template <int per_10000>
void add_latency(const char* name, const Row& row, base::CsvLine& line) {
  const double quantile = per_10000 / 10000.0;
  const bool is_known = row.latency && !is_censored(row, quantile);
  line.add(name, is_known ? row.latency->quantile_ns(quantile) : base::kUnknown);
}

// Adds the ratio, over which solver and thread count, why it has no interval, and by how much it
// may differ on a whole core.
void add_ratio(const std::string& name, const std::optional<result::SpeedupRecord>& found,
               base::CsvLine& line) {
  line.add(name, found ? result::shown_ratio(*found) : base::kUnknownEstimate);
  line.add(name + "_over", found ? found->reference : "");
  line.add(name + "_over_threads",
           found ? static_cast<double>(found->reference_threads) : base::kUnknown);
  line.add(name + "_reason", found ? reason_text(*found) : "");
  line.add(name + "_shift_by_sharing",
           found ? found->shift_by_sharing.value_or(base::kUnknown) : base::kUnknown);
}

// A line of the legend where some row needs it.
template <bool (*needs)(const Row&)>
std::vector<std::string> line_if_any(const result::RunResult& run, std::string line) {
  if (std::ranges::none_of(run.results, needs)) return {};
  return {std::move(line)};
}

std::vector<std::string> speedup_legend(const result::RunResult& run) {
  std::vector<std::string> lines = line_if_any<has_speedup>(
      run,
      fmt::format("speed-up: against {}, round by round, without time that others had the CPU; "
                  "\"tie\": the 95 % interval contains 1",
                  run.settings[result::kReference]));
  if (std::ranges::any_of(run.results, lacks_interval))
    lines.push_back("~: no interval; \"unstable\": too wide an interval");
  double shift = 0;
  for (const Row& row : run.results)
    if (has_speedup(row)) shift = std::max(shift, row.speedup->shift_by_sharing.value_or(0));
  if (shift > 0)
    lines.push_back(fmt::format("‡: on a shared core; on a whole one, it may differ by up to {}",
                                base::percent_text(shift, 0)));
  return lines;
}

bool has_threads(const Row& row) { return row.threads > 1; }

constexpr bool kInText = true;
constexpr bool kPageOnly = false;

// Result table, ONE LINE PER COLUMN: the members of Column in their order.
constexpr Column kColumns[] = {
    {"solver", "solver", kInText, true, always, 0, solver_cell,
     [](const Row& row, base::CsvLine& line) { line.add("solver", row.solver); },
     [](const result::RunResult& run) {
       std::vector<std::string> lines = line_if_any<is_batched>(
           run, "*: several puzzles per call, of which none has a latency of its own");
       std::ranges::move(
           line_if_any<is_isolated>(run, "†: ran in worker processes, and was timed inside them"),
           std::back_inserter(lines));
       std::ranges::move(line_if_any<is_sample>(run, "1/N: a random sample of the puzzles"),
                         std::back_inserter(lines));
       return lines;
     }},
    {"threads", "threads", kInText, true, [](const View& view) { return view.sweep; }, 0,
     [](const View&, const Row& row) { return base::count_cell(row.threads); },
     [](const Row& row, base::CsvLine& line) { line.add("threads", row.threads); },
     [](const result::RunResult& run) {
       if (std::ranges::none_of(run.results, has_latency)) return std::vector<std::string>();
       return line_if_any<has_threads>(
           run, "above 1 thread, latencies include the other threads' noise");
     }},
    {"puzzles", "puzzles", kInText, true, has_samples, 3,
     [](const View&, const Row& row) { return base::count_cell(row.puzzles); },
     [](const Row& row, base::CsvLine& line) {
       line.add("puzzles", row.puzzles);
       line.add("sample_rate", row.sample_rate);
     }},
    {"solved", "solved", kInText, false, any_row<is_partial>, 2, solved_cell},
    {"per_second", "puzzles/s", kInText, true, always, 0, rate_cell,
     [](const Row& row, base::CsvLine& line) {
       line.add("puzzles_per_second", row.puzzles_per_second);
     },
     [](const result::RunResult& run) {
       const std::uint64_t processes = run.settings[result::kProcesses];
       return std::vector<std::string>{
           fmt::format("puzzles/s: by wall time, {} (95 % interval)",
                       processes > 1 ? fmt::format("middle of {} processes", processes)
                                     : "median of the rounds")};
     }},
    {"time", "time", kInText, false, always, 7,
     [](const View&, const Row& row) {
       return result::status_of(row) < result::RowStatus::gave_up
                  ? base::duration_cell(row.time_per_puzzle_ns.median)
                  : not_known();
     },
     [](const Row& row, base::CsvLine& line) {
       line.add("time_per_puzzle_ns", row.time_per_puzzle_ns);
     },
     [](const result::RunResult& /*run*/) {
       return std::vector<std::string>{"time: per puzzle, the inverse of puzzles/s"};
     }},
    {"min", "min", kPageOnly, false, any_row<has_latency>, 0, latency_cell<0>,
     [](const Row& row, base::CsvLine& line) { add_latency<0>("latency_min_ns", row, line); }},
    {"p50", "p50", kInText, false, any_row<has_latency>, 4, latency_cell<5000>,
     [](const Row& row, base::CsvLine& line) { add_latency<5000>("latency_p50_ns", row, line); },
     [](const result::RunResult& run) {
       return line_if_any<has_latency>(
           run, fmt::format("p50 … max: latencies of single puzzles, each the shortest of {}{}; "
                            "\">\": given up",
                            base::plural(run.settings[result::kLatencyRounds], "round"),
                            run.settings[result::kProcesses] > 1 ? " of the first process" : ""));
     }},
    {"p90", "p90", kPageOnly, false, any_row<has_latency>, 0, latency_cell<9000>,
     [](const Row& row, base::CsvLine& line) { add_latency<9000>("latency_p90_ns", row, line); }},
    {"p99", "p99", kInText, false, any_row<has_latency_quantile<9900>>, 6, latency_cell<9900>,
     [](const Row& row, base::CsvLine& line) { add_latency<9900>("latency_p99_ns", row, line); }},
    {"p999", "p99.9", kInText, false, any_row<has_latency_quantile<9990>>, 9, latency_cell<9990>,
     [](const Row& row, base::CsvLine& line) { add_latency<9990>("latency_p999_ns", row, line); }},
    {"p9999", "p99.99", kPageOnly, false, any_row<has_latency_quantile<9999>>, 0,
     latency_cell<9999>,
     [](const Row& row, base::CsvLine& line) { add_latency<9999>("latency_p9999_ns", row, line); }},
    {"max", "max", kInText, false, any_row<has_latency>, 8, latency_cell<10000>,
     [](const Row& row, base::CsvLine& line) { add_latency<10000>("latency_max_ns", row, line); }},
    {"mean", "mean", kPageOnly, false, any_row<has_latency>, 0,
     [](const View&, const Row& row) {
       return has_latency(row) ? base::duration_cell(row.latency->mean_ns()) : not_known();
     },
     [](const Row& row, base::CsvLine& line) {
       const bool is_known = row.latency && !is_censored(row, 1);
       line.add("latency_mean_ns", is_known ? row.latency->mean_ns() : base::kUnknown);
     }},
    {"guesses", "guesses", kInText, false, always, 5, guesses_cell,
     [](const Row& row, base::CsvLine& line) {
       line.add("guesses_total", row.guesses);
       line.add("guesses_mean", row.guesses_mean());
     },
     [](const result::RunResult& /*run*/) {
       return std::vector<std::string>{"guesses: mean per puzzle"};
     }},
    {"zero", "without a guess", kPageOnly, false, always, 0,
     [](const View&, const Row& row) { return base::percent_cell(row.guessless_share()); },
     [](const Row& row, base::CsvLine& line) {
       line.add("without_guess_share", row.guessless_share());
     }},
    {"speedup", "speed-up", kInText, false, has_ratio_or_bound, 1, speedup_cell,
     [](const Row& row, base::CsvLine& line) { add_ratio("speedup", row.speedup, line); },
     speedup_legend},
    {"scaling", "scaling", kInText, false, any_row<has_scaling>, 3,
     [](const View&, const Row& row) {
       return has_scaling(row) ? Cell{speedup_text(*row.scaling), Tone::plain,
                                      result::shown_ratio(*row.scaling).median}
                               : not_known();
     },
     [](const Row& row, base::CsvLine& line) { add_ratio("scaling", row.scaling, line); },
     [](const result::RunResult& run) {
       return line_if_any<has_scaling>(
           run, "scaling: against the same solver on the fewest threads of the run");
     }},
    {"par2", "PAR-2", kInText, false, any_row<has_timeout>, 4,
     [](const View&, const Row& row) { return base::duration_cell(row.par2_s() * 1e9); },
     [](const Row& row, base::CsvLine& line) {
       line.add("par2_s", result::is_void(row) ? base::kUnknown : row.par2_s());
     },
     [](const result::RunResult& run) {
       return line_if_any<has_timeout>(
           run, "PAR-2: mean time, with puzzles given up at twice their limit");
     }},
    {"memory", "memory", kInText, false, any_row<has_memory>, 10, memory_cell,
     [](const Row& row, base::CsvLine& line) {
       line.add("peak_memory_bytes", row.peak_memory_bytes);
     },
     [](const result::RunResult& run) {
       return line_if_any<has_memory>(run, "memory: most that the solver added to its process");
     }},
};

}  // namespace

std::span<const Column> columns() { return kColumns; }

std::vector<const Column*> columns_from(std::initializer_list<std::string_view> ids) {
  std::vector<const Column*> all;
  for (const Column& column : kColumns)
    all.push_back(&column);
  std::ranges::stable_sort(all, {}, [&ids](const Column* column) {
    return std::ranges::find(ids, std::string_view(column->id)) - ids.begin();
  });
  return all;
}

Cell cell_of(const Column& column, const View& view, const Row& row) {
  if (!column.of_void_rows && result::is_void(row)) return {"", Tone::plain, base::kUnknown};
  return column.cell(view, row);
}

base::Table result_table(const View& view) {
  std::vector<const Column*> shown;
  std::vector<base::Heading> heads;
  for (const Column& column : kColumns) {
    if (!column.in_text || !column.is_needed(view)) continue;
    shown.push_back(&column);
    heads.push_back(
        {column.title, heads.empty() ? base::Align::left : base::Align::right, column.left_out});
  }
  base::Table table(std::move(heads));
  std::vector<const Row*> rows = view.rows;
  std::stable_partition(rows.begin(), rows.end(),
                        [&view](const Row* row) { return is_own(view, *row); });
  for (const Row* row : rows) {
    std::vector<Cell> cells;
    cells.reserve(shown.size());
    for (const Column* column : shown)
      cells.push_back(cell_of(*column, view, *row));
    table.add_row(std::move(cells));
  }
  return table;
}

std::vector<std::string> legend(const result::RunResult& run, const std::set<std::string>& titles) {
  std::vector<std::string> lines;
  for (const Column* column : columns_from({"per_second", "time", "p50", "threads", "guesses",
                                            "speedup", "scaling", "par2", "solver"})) {
    const bool is_shown = titles.empty() || titles.contains(column->title);
    if (column->legend != nullptr && is_shown)
      std::ranges::move(column->legend(run), std::back_inserter(lines));
  }
  return lines;
}

}  // namespace sudoku::report
