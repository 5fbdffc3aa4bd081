// Who runs a race: this process alone, or several that share its blocks.
#pragma once

#include <optional>

#include "harness/cli/command.h"
#include "harness/cli/run_options.h"
#include "harness/measure/race.h"
#include "harness/parts/race_journal.h"

namespace sudoku {

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
  virtual Ledger& open_books(const JournalTerms& terms) = 0;

  // Called between timed legs: what to show of the race of all.
  virtual RaceProgress seen_by_all(const RaceProgress& own) { return own; }

  // The race is over. Whether this process has a result to write.
  virtual bool finish(RunResult& result, const RunOptions& options) = 0;

  // The result is written and complete.
  virtual void remove_journals() = 0;
};

// One process.
class Alone final : public RunTeam {
 public:
  Ledger& open_books(const JournalTerms& terms) override;
  bool finish(RunResult& result, const RunOptions& options) override;
  void remove_journals() override;

 private:
  Ledger nothing_kept_;
  std::optional<RaceJournal> journal_;
};

// Who a run is done by.
struct RunBy {
  std::optional<ProcessPart> part;  // this is one of the processes of a run
  RunTeam& team;                    // outlives the action
};

void add_run(CLI::App& app, Action& action, const std::vector<std::string>& command,
             const RunBy& by);

}  // namespace sudoku
