// How `run` is run: in parts (--resume, --shard), by this process or by the ranks of an MPI job, with
// a row for each puzzle (--puzzle-csv).
#pragma once

#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "harness/cli/program.h"
#include "harness/cli/run_options.h"
#include "harness/run/journal.h"
#include "harness/run/race.h"

namespace sudoku::cli {

// Declares them; `options` must outlive the parse.
void declare_parts(CLI::App& run, RunOptions& options);

// What they are to the other options. Throws CLI::Error.
void complete_parts(const CLI::App& run, RunOptions& options);

// The journal of a run with that --result; empty when it has none, because the result does not stay
// in a file.
std::string journal_of(const std::string& result);

// Who runs a race: this process alone, or several that share its blocks.

class RunTeam {
 public:
  RunTeam() = default;
  RunTeam(const RunTeam&) = delete;
  RunTeam& operator=(const RunTeam&) = delete;
  virtual ~RunTeam() = default;

  // Whether this process speaks to the user and writes the files.
  virtual bool speaks() const { return true; }

  // Throws CLI::ValidationError for options that cannot be followed.
  virtual void check(const RunOptions& /*options*/) const {}

  // The books of the race, which live as long as the team. Without a path there is no journal.
  virtual run::Ledger& open_books(const run::JournalTerms& terms) = 0;

  // Called between timed legs: what to show of the race of all.
  virtual run::RaceProgress seen_by_all(const run::RaceProgress& own) { return own; }

  // The race is over. Whether this process has a result to write.
  virtual bool finish(result::RunResult& result, const RunOptions& options) = 0;

  // The result is written and complete.
  virtual void remove_journals() = 0;
};

// One process.
class Alone final : public RunTeam {
 public:
  run::Ledger& open_books(const run::JournalTerms& terms) override;
  bool finish(result::RunResult& result, const RunOptions& options) override;
  void remove_journals() override;

 private:
  run::Ledger nothing_kept_;
  std::optional<run::RaceJournal> journal_;
};

// Who a run is done by.
struct RunBy {
  std::optional<ProcessPart> part;  // this is one of the processes of a run
  RunTeam& team;                    // outlives the action
};

void add_run(CLI::App& app, Action& action, const std::vector<std::string>& command,
             const RunBy& by);

}  // namespace sudoku::cli
