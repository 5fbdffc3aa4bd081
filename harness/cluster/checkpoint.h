// One run by all ranks of an MPI job: who measures which block, and where the sums go. Every rank
// reads the files, measures the blocks that it asks rank 0 for, and sends each finished one as a
// line of the one checkpoint, which rank 0 adds up and writes. Messages are sent and taken between
// timed turns only: a request waits for the turn that rank 0 is in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cluster/ranks.h"
#include "harness/result/document.h"
#include "harness/run/checkpoint.h"
#include "harness/run/race.h"

namespace sudoku::cluster {

using Blocks = std::vector<std::uint64_t>;  // ascending

// Takes the next blocks for one of `takers` from the front of `left`; none when nothing is left.
// Many at first and one in the end, so that slow and fast machines finish together and few
// questions are asked.
//
// Guided self-scheduling: C. D. Polychronopoulos, D. J. Kuck, "Guided Self-Scheduling: A Practical
// Scheduling Scheme for Parallel Supercomputers", IEEE Transactions on Computers 36(12), 1987. A
// taker gets half of an even share of what remains: the paper gives a whole one, and a taker that
// is half as fast as the others, and first, would be last.
Blocks take_share(Blocks& left, std::size_t takers);

// How many blocks a rank measured, and in how many shares it took them.
struct RankCosts {
  std::uint64_t blocks = 0;
  std::uint64_t shares = 0;
};

// A run can be resumed with any number of ranks.
class RankCheckpoint final : public run::Checkpoint {
 public:
  // Throws OutputError on the leader, as FileCheckpoint does, and for the file of a rank that an
  // earlier version left.
  RankCheckpoint(Ranks& ranks, run::CheckpointOptions options);

  // The leader waits for all ranks. Throws InputError that says whose run is another, and what
  // differs.
  bool begin(const run::RaceSettings& settings, const result::RunResult& race) override;

  run::DatasetStart start(std::size_t dataset, const run::PlanMaker& make_plans) override;
  bool wants(std::size_t dataset, std::uint64_t block) override;
  void finished(std::size_t dataset, const result::DatasetRows& block) override;
  run::RaceProgress progress(const run::RaceProgress& own) override;

  // The leader waits for the blocks of the other ranks; after an interruption, for those that they
  // finish. The others are left with nothing.
  void add_others(std::size_t dataset, result::DatasetRows& sums) override;

  // Waits for all ranks, and makes the leader's result name their machines. Returns there what each
  // rank took.
  std::vector<RankCosts> finish(result::RunResult& result);

  // Whether begin() found nothing left to do, on the leader.
  bool was_complete() const { return file_.was_complete(); }

  // Removes the file. To be called on the leader when the result is written.
  void remove() const { file_.remove(); }

 private:
  // A dataset as the leader knows it.
  struct Dataset {
    Blocks wanted = {};
    Blocks left = {};            // not taken yet
    std::uint64_t finished = 0;  // wanted blocks, by any rank
    std::string start = {};      // answer to ranks that begin it; empty: not begun
  };

  void take(const Message& message);
  void require_same_run(const std::string& join) const;
  void count(int rank, std::size_t dataset, const result::DatasetRows& block);

  Ranks& ranks_;
  result::ToolRecord tool_;

  std::size_t dataset_ = 0;
  Blocks claimed_ = {};  // of dataset_

  // The leader's.
  run::FileCheckpoint file_;
  run::Fingerprint fingerprint_;
  std::vector<Dataset> datasets_;
  std::vector<Message> waiting_;  // of ranks that begin a dataset before the leader
  int joined_ = 1;                // ranks, the leader too
  int ended_ = 1;
  std::vector<RankCosts> costs_;
  std::vector<result::HostRecord> hosts_;
  std::uint64_t puzzles_ = 0;  // solved by all
};

}  // namespace sudoku::cluster
