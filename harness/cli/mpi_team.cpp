#include "harness/cli/mpi_team.h"

#include <algorithm>
#include <cstdio>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/cli/interrupt.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

double ms(std::uint64_t ns) {
  return static_cast<double>(ns) / 1e6;
}

void tell_costs(const std::vector<RankCosts>& ranks, const std::vector<HostRecord>& hosts) {
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const RankCosts& costs = ranks[i];
    fmt::print(stderr,
               "{}: took {} in {}; {:.1f} ms for asking, {:.1f} ms for waiting in the end, {:.1f} "
               "ms for adding up\n",
               hosts[i].name, plural(costs.blocks, "block"), plural(costs.claims, "claim"),
               ms(costs.claiming_ns), ms(costs.waiting_ns), ms(costs.reducing_ns));
  }
}

}  // namespace

void MpiTeam::check(const RunOptions& options) const {
  if (!options.puzzle_csv.empty()) {
    throw CLI::ValidationError(
        "--puzzle-csv: each rank would have the rows of its own blocks only");
  }
  if (std::ranges::count(options.files, "-") > 0) {
    throw CLI::ValidationError("files: standard input reaches one rank only; all read the files");
  }
}

Ledger& MpiTeam::open_books(const JournalTerms& terms) {
  return ledger_.emplace(ranks_, assembly_, terms, watch_for_interrupts());
}

RaceProgress MpiTeam::seen_by_all(const RaceProgress& own) {
  return ranks_.leads() ? ledger_->seen_by_all(own) : own;
}

bool MpiTeam::finish(RunResult& result, const RunOptions& options) {
  const std::vector<RankCosts> costs = ledger_->finish(result);
  if (options.verbose && !costs.empty()) tell_costs(costs, *result.hosts);
  return ranks_.leads() && !ledger_->was_complete();
}

void MpiTeam::remove_journals() {
  ledger_->remove_journals();
}

}  // namespace sudoku
