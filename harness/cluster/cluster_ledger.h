// A race that the ranks of an MPI job run together.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/cluster/assembly.h"
#include "harness/cluster/block_shares.h"
#include "harness/cluster/rank_journals.h"
#include "harness/cluster/ranks.h"
#include "harness/cluster/roll_call.h"
#include "harness/measure/race.h"
#include "harness/parts/race_journal.h"

namespace sudoku {

// Every rank reads the files, and solves the blocks that the leader hands it, on request. All ranks
// follow the leader's plans, and at the end of a dataset the leader gets the sums of all. Messages
// are sent and answered between timed legs only: a request waits for the leg that the leader is in.
class ClusterLedger final : public Ledger {
 public:
  // `terms.path` is that of all journals, without a number, or empty.
  ClusterLedger(Ranks& ranks, Assembly& assembly, JournalTerms terms,
                const std::atomic<bool>& cancelled);

  // Throws InputError where a rank's race is another one than the leader's.
  bool begin(const RaceSettings& settings, const RunResult& race) override;

  std::vector<Plan> plans(std::size_t dataset) override;
  void planned(std::size_t dataset, const std::vector<Plan>& plans) override;
  HeatSums finished_earlier(std::size_t dataset) override;
  bool wants(std::size_t dataset, std::uint64_t block) override;
  void finished(std::size_t dataset, const HeatSums& block) override;
  void summed_up(std::size_t dataset, HeatSums& sums) override;

  // What to show of the race of all ranks; answers those that ask for blocks.
  RaceProgress seen_by_all(const RaceProgress& own);

  // All ranks are through: the leader's result names them, and it gets what each did.
  std::vector<RankCosts> finish(RunResult& result);

  // Whether begin() found nothing left to do.
  bool was_complete() const { return was_complete_; }

  // The result is written: the journals have served.
  void remove_journals() const;

 private:
  // A dataset; what is finished, and who gets what is not, only the leader knows.
  struct Heat {
    std::string name;
    std::uint64_t blocks = 0;
    std::vector<Plan> plans;
    std::unique_ptr<BlockShares> shares;
    std::uint64_t finished = 0;  // blocks, by anybody
  };

  bool open_journals(const RaceSettings& settings, const RunResult& race);
  void pool_journals();
  void agree_on_plans(std::size_t dataset, const std::vector<Plan>& plans);
  void claim(std::size_t dataset);
  BlockRange share_of(std::size_t dataset);
  void answer(const Letter& letter);
  void count(std::size_t dataset, std::uint64_t puzzles);
  bool is_everybody_through(std::size_t dataset);
  void require_whole(std::size_t dataset, const HeatSums& sums) const;

  Ranks& ranks_;
  Assembly& assembly_;
  JournalTerms terms_;
  const std::atomic<bool>& cancelled_;
  std::unique_ptr<RankJournals> journals_;
  std::optional<Shard> shard_;
  std::vector<Heat> heats_;
  std::size_t current_ = 0;  // dataset
  BlockRange range_;         // of it, that is this rank's
  bool has_all_ = false;     // no more ranges are left
  bool was_complete_ = false;
  std::uint64_t puzzles_ = 0;  // solved by all
  RankCosts costs_;
};

}  // namespace sudoku
