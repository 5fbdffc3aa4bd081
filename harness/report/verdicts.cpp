#include "harness/report/verdicts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "harness/report/units.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

// Those that can win: all puzzles answered, none wrong.
std::vector<const ResultRecord*> sound_rows(const View& view) {
  std::vector<const ResultRecord*> rows;
  for (const ResultRecord* row : view.rows) {
    if (is_void(*row) || is_partial(*row)) continue;
    if (std::isfinite(row->puzzles_per_second.median)) rows.push_back(row);
  }
  return rows;
}

std::string speed_of(const ResultRecord& row) {
  return fmt::format("{} on {}", rate_text(row.puzzles_per_second.median),
                     plural(row.threads, "thread"));
}

// The fastest row of another solver: against its own rows a solver does not race.
const ResultRecord* runner_up(const std::vector<const ResultRecord*>& rows) {
  for (const ResultRecord* row : rows) {
    if (row->solver != rows.front()->solver) return row;
  }
  return nullptr;
}

std::string winner(const View& view) {
  const std::vector<const ResultRecord*> rows = sound_rows(view);
  if (rows.empty()) {
    return std::ranges::any_of(view.rows, [](const ResultRecord* row) { return is_partial(*row); })
               ? "no solver solves all of it."
               : "no solver has a sound figure.";
  }
  const ResultRecord& first = *rows.front();
  const ResultRecord* second = runner_up(rows);
  if (second == nullptr) return fmt::format("{} solves {}.", first.solver, speed_of(first));
  if (second->puzzles_per_second.high >= first.puzzles_per_second.low) {
    return fmt::format("{} ({}) and {} ({}) are too close to call.", first.solver, speed_of(first),
                       second->solver, speed_of(*second));
  }
  const std::string against = first.speedup
                                  ? fmt::format("; against {}: {}", first.speedup->reference,
                                                ratio_text(first.speedup->ratio))
                                  : "";
  return fmt::format("{} is the fastest, {}{}.", first.solver, speed_of(first), against);
}

std::vector<std::string> wrong_rows(const RunResult& run) {
  std::vector<std::string> sentences;
  for (const ResultRecord& row : run.results) {
    const std::uint64_t wrong = count_of(row, Outcome::wrong);
    if (wrong == 0) continue;
    sentences.push_back(fmt::format("WRONG: {} gave {} on {}; its figures are void.", row.solver,
                                    plural(wrong, "wrong answer"), row.dataset));
  }
  return sentences;
}

void add_breakdowns(const RunResult& run, std::vector<std::string>& sentences) {
  for (const ResultRecord& row : run.results) {
    const std::uint64_t crashed = count_of(row, Outcome::crashed);
    if (!row.disqualified.empty()) {
      sentences.push_back(
          fmt::format("DISQUALIFIED: {} on {}: {}.", row.solver, row.dataset, row.disqualified));
    } else if (crashed > 0) {
      sentences.push_back(fmt::format("CRASHED: {} on {} of {}.", row.solver,
                                      plural(crashed, "puzzle"), row.dataset));
    }
  }
}

}  // namespace

std::vector<std::string> verdicts(const RunResult& run) {
  std::vector<std::string> sentences;
  for (const DatasetRecord& dataset : run.datasets)
    sentences.push_back(dataset.name + ": " + winner(view_of(run, dataset)));
  const std::vector<std::string> wrong = wrong_rows(run);
  sentences.insert(sentences.end(), wrong.begin(), wrong.end());
  add_breakdowns(run, sentences);
  if (wrong.empty() && !run.results.empty())
    sentences.emplace_back("No wrong answer: every answer of every round was checked.");
  if (!run.complete)
    sentences.emplace_back("The run was interrupted: the figures cover what was measured.");
  return sentences;
}

}  // namespace sudoku
