// A race by all ranks of an MPI job.
#pragma once

#include <optional>

#include "harness/cli/run_team.h"
#include "harness/cluster/assembly.h"
#include "harness/cluster/cluster_ledger.h"
#include "harness/cluster/ranks.h"

namespace sudoku {

class MpiTeam final : public RunTeam {
 public:
  MpiTeam(Ranks& ranks, Assembly& assembly) : ranks_(ranks), assembly_(assembly) {}

  bool speaks() const override { return ranks_.leads(); }

  void check(const RunOptions& options) const override;
  Ledger& open_books(const JournalTerms& terms) override;
  RaceProgress seen_by_all(const RaceProgress& own) override;
  bool finish(RunResult& result, const RunOptions& options) override;
  void remove_journals() override;

 private:
  Ranks& ranks_;
  Assembly& assembly_;
  std::optional<ClusterLedger> ledger_;
};

}  // namespace sudoku
