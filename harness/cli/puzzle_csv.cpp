#include "harness/cli/puzzle_csv.h"

#include <iterator>

#include <fmt/format.h>

#include "harness/results/csv_field.h"

namespace sudoku {

namespace {

Outcome outcome_at(const LegRecord& leg, std::size_t i) {
  return leg.faults.contains(i) ? Outcome::wrong : leg.answers[i].outcome;
}

}  // namespace

PuzzleCsv::PuzzleCsv(const std::string& path) : file_(path) {
  file_.write("dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n");
}

void PuzzleCsv::add(const SolvedBlock& solved) {
  fmt::memory_buffer rows;
  const std::string dataset = csv_field(solved.dataset.name);
  const LegRecord& leg = solved.leg;
  for (std::size_t i = 0; i < leg.answers.size(); ++i) {
    const Answer& answer = leg.answers[i];
    fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},{},", dataset,
                   solved.block.lines[solved.drawn.at[i]], solved.drawn.puzzles[i].text(),
                   solved.solver.name, solved.threads, name_of(outcome_at(leg, i)), answer.guesses);
    if (!leg.ticks.empty()) {
      fmt::format_to(std::back_inserter(rows), "{:.1f}",
                     static_cast<double>(leg.ticks[i]) * solved.ns_per_tick);
    }
    const bool has_solution = answer.solution != kEmptyGrid;
    const bool is_rated = solved.solver.rates && answer.solutions > 0;
    fmt::format_to(std::back_inserter(rows), ",{},{}\n",
                   has_solution ? answer.solution.text() : std::string_view(),
                   is_rated ? name_of(answer.hardest) : std::string_view());
  }
  file_.write({rows.data(), rows.size()});
}

}  // namespace sudoku
