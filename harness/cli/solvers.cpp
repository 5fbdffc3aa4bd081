#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "harness/cli/command.h"
#include "solvers/roster.h"

namespace sudoku {

namespace {

std::string capabilities(const SolverInfo& info) {
  std::string text = info.proves_uniqueness ? "proves uniqueness" : "does not prove uniqueness";
  text += info.counts_solutions ? ", counts solutions to any limit" : ", counts no further than 2";
  if (!info.searches) text = "does not search: leaves what is beyond it incomplete";
  if (info.rates) text += ", tells the hardest technique";
  if (info.batch > 1) text += fmt::format(", works on batches of {}", info.batch);
  if (!info.ranked) text += ", never ranked";
  return text;
}

int list_solvers() {
  for (const SolverEntry* entry : roster()) {
    const SolverInfo& info = entry->info;
    fmt::print("{}\n    {}\n    source: {}\n    guess:  {}\n    {}\n", info.name, info.about,
               info.source, info.guess, capabilities(info));
    if (!info.tally.empty()) fmt::print("    also counts {}\n", info.tally);
  }
  for (const MissingEngine& missing : missing_engines()) {
    fmt::print("{}\n    not in this build, for want of its engine: install {} and build again\n",
               missing.solver, missing.package);
  }
  return kOk;
}

}  // namespace

void add_solvers(CLI::App& app, Action& action) {
  app.add_subcommand("solvers", "List the solvers: algorithm, source, what they count as a guess")
      ->callback([&action] { action = list_solvers; });
}

}  // namespace sudoku
