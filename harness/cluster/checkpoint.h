// The checkpoints of an MPI job, whose ranks run one race together: rank 0 leads and keeps the
// file.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/cluster/ranks.h"
#include "harness/result/document.h"
#include "harness/run/checkpoint.h"
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
};

// Every rank reads the files and measures the blocks that the leader hands it. Messages are sent
// and taken between timed turns only: a request waits for the turn that the leader is in.
class RankCheckpoint : public run::Checkpoint {
 public:
  bool wants(std::size_t dataset, std::uint64_t block) final;

 protected:
  // Blocks that are this rank's from now on, ascending from call to call; empty: none are left.
  virtual BlockRange claim(std::size_t dataset) = 0;

  RankCosts costs_;

 private:
  std::size_t dataset_ = 0;
  BlockRange range_;  // of dataset_
};

// Asks the leader for everything and sends it what it measured.
class WorkerCheckpoint final : public RankCheckpoint {
 public:
  WorkerCheckpoint(Ranks& ranks, result::ToolRecord tool);

  bool begin(const run::RaceSettings& settings, const result::RunResult& race) override;
  run::DatasetStart start(std::size_t dataset, const run::PlanMaker& make_plans) override;
  void finished(std::size_t dataset, const result::HeatSums& block) override;
  run::RaceProgress progress(const run::RaceProgress& own) override;
  void add_others(std::size_t dataset, result::HeatSums& sums) override;

  // Tells the leader of this rank's machine, and waits until all ranks have.
  void finish(const result::RunResult& result);

 private:
  BlockRange claim(std::size_t dataset) override;

  Ranks& ranks_;
  result::ToolRecord tool_;
};

// Makes the plans, adds up the blocks of all ranks, and writes the one file. A race can be resumed
// with any number of ranks.
class LeaderCheckpoint final : public RankCheckpoint {
 public:
  // Throws OutputError, as FileCheckpoint does, and for the file of a rank that an earlier version
  // left.
  LeaderCheckpoint(Ranks& ranks, run::CheckpointOptions options);

  // Waits for all ranks. Throws InputError that says whose race is another, and what differs.
  bool begin(const run::RaceSettings& settings, const result::RunResult& race) override;

  run::DatasetStart start(std::size_t dataset, const run::PlanMaker& make_plans) override;
  void finished(std::size_t dataset, const result::HeatSums& block) override;
  run::RaceProgress progress(const run::RaceProgress& own) override;

  // Waits for the blocks of the other ranks; after an interruption, for those that they finish.
  void add_others(std::size_t dataset, result::HeatSums& sums) override;

  // Waits for all ranks, and makes the result name their machines. Returns the costs of each rank.
  std::vector<RankCosts> finish(result::RunResult& result);

  // Whether begin() found nothing left to do.
  bool was_complete() const { return file_.was_complete(); }

  // Removes the file. To be called when the result is written.
  void remove() const { file_.remove(); }

 private:
  struct Dataset {
    std::string name;
    std::vector<std::uint64_t> wanted;  // blocks, ascending
    std::uint64_t blocks = 0;           // in all; more than are wanted in a shard
    std::uint64_t finished = 0;         // wanted blocks, by any rank
    std::optional<BlockShares> shares = std::nullopt;
    result::HeatSums others = {};  // of other ranks, and of the run that is resumed
    std::string start = {};        // answer to ranks that begin the dataset; empty: not begun
  };

  BlockRange claim(std::size_t dataset) override;
  void take(const Message& message);
  void answer_start(const Message& message);
  void add_block(const Message& message);
  void require_same_race(const std::string& join) const;
  void count(Dataset& dataset, const result::HeatSums& block);
  bool have_all_ended() const;

  Ranks& ranks_;
  run::CheckpointOptions options_;
  run::FileCheckpoint file_;
  run::Fingerprint fingerprint_;
  int joined_ = 0;  // other ranks
  std::vector<Dataset> datasets_;
  std::size_t current_ = 0;         // dataset
  std::vector<int> waiting_;        // ranks, for the next dataset to begin
  std::vector<std::string> ended_;  // reports, by rank; empty: not ended yet
  std::uint64_t puzzles_ = 0;       // solved by all
};

}  // namespace sudoku::cluster
