#include "harness/report/notes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/measure/comparison.h"
#include "harness/report/logic_notes.h"
#include "harness/report/outside.h"
#include "harness/report/units.h"

namespace sudoku {

namespace {

// The rows of which something is true, as "mrv, dlx", or "all rows"; empty when none.
template <typename Predicate>
std::string rows_where(const View& view, Predicate predicate) {
  std::vector<std::string> names;
  for (const ResultRecord* row : view.rows) {
    if (predicate(*row)) names.push_back(label_of(view, *row));
  }
  if (names.size() > 1 && names.size() == view.rows.size()) return "all rows";
  return fmt::format("{}", fmt::join(names, ", "));
}

void note_wrong_answers(const View& view, std::vector<std::string>& notes) {
  for (const ResultRecord* row : view.rows) {
    if (row->wrong_answers.empty()) continue;
    const WrongAnswer& first = row->wrong_answers.front();
    notes.push_back(fmt::format("wrong: {}, line {}: {}", label_of(view, *row),
                                count_text(first.line), first.reason));
  }
}

void note_chunks(const View& view, std::vector<std::string>& notes) {
  for (const ResultRecord* row : view.rows) {
    if (is_void(*row) || !row->latency || row->latency->chunk <= 1) continue;
    notes.push_back(
        fmt::format("* {}: latencies are of {} puzzles at once, from hand-over to return",
                    label_of(view, *row), count_text(row->latency->chunk)));
  }
}

void note_isolation(const View& view, std::vector<std::string>& notes) {
  const std::string names = rows_where(view, [](const ResultRecord& row) { return row.isolated; });
  if (!names.empty()) notes.push_back("† in worker processes, timed inside them: " + names);
}

bool only_unique(const ResultRecord& row) {
  return count_of(row, Outcome::unique) == row.puzzles;
}

bool has_one_outcome(const ResultRecord& row) {
  return std::ranges::count(row.outcomes, 0U) + 1 == std::ssize(row.outcomes);
}

// "all multiple": the same for samples of any size.
std::string all_text(const ResultRecord& row) {
  const auto outcome = std::ranges::max_element(row.outcomes) - row.outcomes.begin();
  return fmt::format("all {}", name_of(static_cast<Outcome>(outcome)));
}

bool all_alike(const View& view) {
  return std::ranges::all_of(view.rows, [&](const ResultRecord* row) {
    return row->outcomes == view.rows.front()->outcomes;
  });
}

void note_outcomes(const View& view, std::vector<std::string>& notes) {
  if (view.rows.empty()) return;
  if (all_alike(view)) {
    if (!only_unique(*view.rows.front()))
      notes.push_back("outcomes: " + outcomes_text(*view.rows.front()));
    return;
  }
  std::vector<std::pair<std::string, std::vector<std::string>>> rows;  // by what became of puzzles
  for (const ResultRecord* row : view.rows) {
    if (only_unique(*row)) continue;
    const std::string text = has_one_outcome(*row) ? all_text(*row) : outcomes_text(*row);
    auto alike = std::ranges::find(rows, text, &decltype(rows)::value_type::first);
    if (alike == rows.end()) alike = rows.insert(rows.end(), {text, {}});
    alike->second.push_back(label_of(view, *row));
  }
  for (const auto& [text, labels] : rows)
    notes.push_back(fmt::format("outcomes of {}: {}", fmt::join(labels, ", "), text));
}

// A puzzle that was given up counts with the time spent on it, which is too little. PAR-2 counts it
// twice.
void note_given_up(const View& view, std::vector<std::string>& notes) {
  std::vector<std::string> rows;
  for (const ResultRecord* row : view.rows) {
    if (is_void(*row) || count_of(*row, Outcome::timeout) == 0) continue;
    rows.push_back(fmt::format("{} {}", label_of(view, *row), duration_text(row->par2_s * 1e9)));
  }
  if (rows.empty()) return;
  notes.push_back(
      fmt::format("gave up on puzzles, and the time spent on them counts (≤); PAR-2: {}",
                  fmt::join(rows, ", ")));
}

void note_common_puzzles(const View& view, std::vector<std::string>& notes) {
  std::map<std::uint64_t, std::vector<std::string>> rows;  // by the puzzles shared
  for (const ResultRecord* row : view.rows) {
    if (is_void(*row) || !has_ratio(row->speedup)) continue;
    if (row->speedup->puzzles >= row->puzzles) continue;
    rows[row->speedup->puzzles].push_back(label_of(view, *row));
  }
  for (const auto& [puzzles, labels] : rows) {
    notes.push_back(fmt::format("speed-up over the {} that both met: {}", plural(puzzles, "puzzle"),
                                fmt::join(labels, ", ")));
  }
}

void note_scaling(const View& view, std::vector<std::string>& notes) {
  for (const ResultRecord* row : view.rows) {
    if (is_void(*row) || !has_ratio(row->scaling)) continue;
    notes.push_back(fmt::format("scaling: {} on {} = {} of {}", row->solver,
                                plural(row->threads, "thread"), ratio_text(row->scaling->ratio),
                                count_text(row->scaling->reference_threads)));
  }
}

void note_small_samples(const View& view, std::vector<std::string>& notes) {
  if (view.dataset.puzzles < kSmallSet) return;
  const std::string names = rows_where(
      view, [](const ResultRecord& row) { return !is_void(row) && row.puzzles < kSmallSet; });
  if (names.empty()) return;
  notes.push_back(
      fmt::format("fewer than {} puzzles, repeats may flatter: {}", count_text(kSmallSet), names));
}

// A puzzle's latency is the shortest of several calls: a solver that remembers what it has met is
// quick then, but not on puzzles with other labels.
void note_remembered(const View& view, std::vector<std::string>& notes) {
  const std::string names = rows_where(view, [](const ResultRecord& row) {
    return has_ranked_speed(row) && row.threads == 1 && row.latency && row.latency->chunk == 1 &&
           2 * row.latency->mean < row.time_per_puzzle_ns.median;
  });
  if (names.empty()) return;
  notes.push_back(
      "latencies are less than half of the time a puzzle takes in throughput rounds, as if puzzles "
      "were remembered: " +
      names);
}

void note_missing_intervals(const View& view, std::vector<std::string>& notes) {
  std::map<std::string, std::vector<std::string>> rows;  // by the reason
  for (const ResultRecord* row : view.rows) {
    const std::string reason = why_no_interval(*row);
    if (!reason.empty()) rows[reason].push_back(label_of(view, *row));
  }
  for (const auto& [reason, labels] : rows)
    notes.push_back(fmt::format("no interval: {}: {}", reason, fmt::join(labels, ", ")));
}

void note_missing_ratios(const View& view, std::optional<SpeedupRecord> ResultRecord::*comparison,
                         const char* what, std::vector<std::string>& notes) {
  std::map<std::string, std::vector<std::string>> rows;  // by the reason
  for (const ResultRecord* row : view.rows) {
    const auto& found = row->*comparison;
    if (is_void(*row) || !found || has_ratio(found) || found->reason.empty()) continue;
    rows[found->reason].push_back(label_of(view, *row));
  }
  for (const auto& [reason, labels] : rows)
    notes.push_back(fmt::format("no {}: {}: {}", what, reason, fmt::join(labels, ", ")));
}

void note_unstable_ratios(const View& view, std::vector<std::string>& notes) {
  for (const ResultRecord* row : view.rows) {
    if (is_void(*row) || !has_ratio(row->speedup) || row->speedup->reason.empty()) continue;
    notes.push_back(fmt::format("speed-up of {}: about {:.2g}, {}", label_of(view, *row),
                                row->speedup->ratio.median, row->speedup->reason));
  }
}

void note_machine(const View& view, std::vector<std::string>& notes) {
  if (view.machine_movement.empty()) return;
  notes.push_back("~ " + view.machine_movement + ": ratios are paired by round, rates are not");
}

// With fewer than asked for, the run says itself that it is incomplete.
void note_processes(const View& view, std::vector<std::string>& notes) {
  const auto row = std::ranges::find_if(
      view.rows, [](const ResultRecord* r) { return !is_void(*r) && r->processes; });
  if (row == view.rows.end()) return;
  notes.push_back(fmt::format(
      "medians of {} processes: intervals are over processes; latencies are the first one's",
      (*row)->processes->time_per_puzzle_ns.size()));
}

void note_interruption(const View& view, std::vector<std::string>& notes) {
  const std::string names = rows_where(
      view, [](const ResultRecord& row) { return !row.complete && row.disqualified.empty(); });
  if (!names.empty()) notes.push_back("cut short, figures cover what was measured: " + names);
}

std::string clues_text(const DatasetRecord& dataset) {
  if (dataset.clues_min == dataset.clues_max) return plural(dataset.clues_min, "clue");
  return fmt::format("{}–{} clues (mean {:.1f})", dataset.clues_min, dataset.clues_max,
                     dataset.clues_mean);
}

template <typename Predicate>
bool any_result(const RunResult& run, Predicate predicate) {
  return std::ranges::any_of(run.results, predicate);
}

void explain_latency(const RunResult& run, std::vector<std::string>& lines) {
  if (!any_result(run, [](const ResultRecord& row) { return row.latency.has_value(); })) return;
  lines.push_back(fmt::format(
      "p50 … max: latency, the time one puzzle spends inside the solver, shortest of {}; "
      "\">\": given up",
      plural(run.settings.latency_rounds, "round")));
  if (any_result(run, [](const ResultRecord& row) { return row.threads > 1; }))
    lines.emplace_back("above 1 thread latencies include the noise of the neighbours");
}

void explain_speedup(const RunResult& run, std::vector<std::string>& lines) {
  if (!any_result(run, [](const ResultRecord& row) { return has_ratio(row.speedup); })) return;
  lines.push_back(fmt::format(
      "speed-up: times as fast as {}, round by round; \"tie\": the 95 % interval holds 1",
      run.settings.reference));
}

}  // namespace

std::string outcomes_text(const ResultRecord& row) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < row.outcomes.size(); ++i) {
    if (row.outcomes[i] == 0) continue;
    parts.push_back(
        fmt::format("{} {}", count_text(row.outcomes[i]), name_of(static_cast<Outcome>(i))));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string caption(const View& view) {
  const DatasetRecord& dataset = view.dataset;
  std::string text = plural(dataset.puzzles, "puzzle") + ", " + clues_text(dataset);
  if (dataset.quarantined > 0) text += ", " + plural(dataset.quarantined, "row") + " in quarantine";
  if (dataset.puzzles < kSmallSet) text += "; small set: repeats may flatter";
  if (dataset.puzzles < kFewestShared) text += ", and too few to compare solvers";
  return text;
}

std::vector<std::string> notes(const View& view) {
  std::vector<std::string> notes;
  note_wrong_answers(view, notes);
  note_outside(view, notes);
  note_chunks(view, notes);
  note_isolation(view, notes);
  note_outcomes(view, notes);
  note_logic(view, notes);
  note_given_up(view, notes);
  note_scaling(view, notes);
  note_common_puzzles(view, notes);
  note_small_samples(view, notes);
  note_remembered(view, notes);
  note_missing_intervals(view, notes);
  note_missing_ratios(view, &ResultRecord::speedup, "speed-up", notes);
  note_missing_ratios(view, &ResultRecord::scaling, "scaling", notes);
  note_unstable_ratios(view, notes);
  note_machine(view, notes);
  note_processes(view, notes);
  note_interruption(view, notes);
  return notes;
}

std::vector<std::string> legend(const RunResult& run) {
  const std::string of = run.settings.processes > 1 ? "processes" : "rounds";
  std::vector<std::string> lines = {
      "puzzles/s: puzzles per second of wall time, median of the " + of +
          " (95 % interval, bootstrap)",
      "time: wall time per puzzle, the inverse of puzzles/s; not a latency"};
  explain_latency(run, lines);
  lines.emplace_back("guesses: branching decisions per puzzle, mean");
  explain_speedup(run, lines);
  if (any_result(run, [](const ResultRecord& row) { return row.sample_rate < 1; }))
    lines.emplace_back("puzzles (1/N): solved on a sample, every puzzle with the same chance");
  if (any_result(run, [](const ResultRecord& row) { return row.peak_memory_bytes > 0; }))
    lines.emplace_back("memory: what the solver added to the process at its peak");
  return lines;
}

}  // namespace sudoku
