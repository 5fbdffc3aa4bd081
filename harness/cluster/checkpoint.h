// The checkpoint that the ranks of an MPI job share, so that they run one race together.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/cluster/ranks.h"
#include "harness/result/document.h"
#include "harness/run/journal.h"
#include "harness/run/race.h"

namespace sudoku::cluster {

// Consecutive blocks; none when both are equal.
struct BlockRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;  // the first that is not in it

  bool has(std::uint64_t block) const { return first <= block && block < end; }
};

// Hands out the blocks of a dataset as ranges on demand, ascending, large ones first and single
// blocks in the end, so that slow and fast machines finish together and few questions are asked.
//
// Guided self-scheduling: C. D. Polychronopoulos, D. J. Kuck, "Guided Self-Scheduling: A Practical
// Scheduling Scheme for Parallel Supercomputers", IEEE Transactions on Computers 36(12), 1987. A
// taker gets half of an even share of what remains: the paper gives a whole one, and a taker that
// is half as fast as the others, and first, would be last.
class BlockShares {
 public:
  // `finished` blocks are not handed out.
  BlockShares(std::uint64_t blocks, std::uint64_t takers, std::set<std::uint64_t> finished);

  // Empty when nothing is left.
  BlockRange next();

 private:
  std::uint64_t blocks_;
  std::uint64_t takers_;
  std::set<std::uint64_t> finished_;  // from next_ on
  std::uint64_t next_ = 0;
};

// What a rank did besides solving.
struct RankCosts {
  std::uint64_t blocks = 0;  // that it took,
  std::uint64_t claims = 0;  // in as many ranges
  std::uint64_t claiming_ns = 0;
  std::uint64_t waiting_ns = 0;  // for others to be through with a dataset
  std::uint64_t reducing_ns = 0;
};

// Every rank reads the files, and solves the blocks that the leader hands it, on request. All ranks
// follow the leader's plans, and at the end of a dataset the leader gets the sums of all. Messages
// are sent and answered between timed legs only: a request waits for the leg that the leader is in.
//
// Each rank writes a journal of its own, PATH.0, PATH.1, … On a resume there may be more or fewer
// ranks than journals: a rank takes over all journals whose number leaves its own when divided by
// the number of ranks.
class RankCheckpoint final : public run::Checkpoint {
 public:
  // `terms.path` is that of all journals, without a number, or empty.
  RankCheckpoint(Ranks& ranks, run::JournalTerms terms);

  // Throws InputError, on all ranks, when one's race is another than the leader's; the leader's
  // message says whose, and what differs.
  bool begin(const run::RaceSettings& settings, const result::RunResult& race) override;

  run::DatasetStart start(std::size_t dataset, const run::PlanMaker& make_plans) override;
  bool wants(std::size_t dataset, std::uint64_t block) override;
  void finished(std::size_t dataset, const result::HeatSums& block) override;
  run::RaceProgress progress(const run::RaceProgress& own) override;
  void add_others(std::size_t dataset, result::HeatSums& sums) override;

  // All ranks at once, each with its part of the result: the leader's is made to name all hosts,
  // and it gets the costs of each rank. Empty when begin() found nothing left to do.
  std::vector<RankCosts> finish(result::RunResult& result);

  // Whether begin() found nothing left to do.
  bool was_complete() const { return was_complete_; }

  // Removes the journals of all ranks. To be called when the result is written.
  void remove_journals() const;

 private:
  // What only the leader needs to know is who gets which blocks and how many are finished.
  struct Dataset {
    std::string name;
    std::uint64_t blocks = 0;
    std::vector<run::Plan> plans = {};  // that a journal has; empty: not made yet
    std::optional<BlockShares> shares = std::nullopt;
    std::uint64_t finished = 0;  // blocks, by any rank
  };

  void require_same_race(const run::RaceSettings& settings, const result::RunResult& race) const;
  void open_journals();
  void add_journal(std::uint64_t number, run::JournalTerms terms);
  void share_journals();
  std::vector<run::Plan> plans_of_leader(std::size_t dataset, const run::PlanMaker& make_plans);
  void claim(std::size_t dataset);
  BlockRange share_of(std::size_t dataset);
  void answer(const Message& message);
  void count(std::size_t dataset, std::uint64_t puzzles);
  void gather(result::HeatSums& sums) const;
  void require_whole(const Dataset& dataset, const result::HeatSums& sums) const;

  Ranks& ranks_;
  run::JournalTerms terms_;
  std::vector<std::unique_ptr<run::RaceJournal>> journals_;  // the first is written to
  std::vector<std::string> journal_paths_;                   // of all ranks
  std::optional<run::Shard> shard_;
  std::vector<Dataset> datasets_;
  std::size_t current_ = 0;  // dataset
  BlockRange range_;         // of it, that is this rank's
  bool has_all_ = false;     // no more ranges are left
  bool was_complete_ = false;
  std::uint64_t puzzles_ = 0;  // solved by all
  RankCosts costs_;
};

}  // namespace sudoku::cluster
