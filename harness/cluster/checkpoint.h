// RankCheckpoint: one run shared by all ranks of an MPI job. Every rank reads the files, measures
// blocks that rank 0 assigns, and sends each as a checkpoint line to rank 0, which adds up and
// writes them. Messages pass only between timed turns, so a request waits for rank 0's turn to end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cluster/ranks.h"
#include "harness/result/document.h"
#include "harness/run/checkpoint.h"
#include "harness/run/run.h"

namespace sudoku::cluster {

using Blocks = std::vector<std::uint64_t>;  // block numbers, ascending

// Takes the next blocks for one of `takers` ranks from the front of `left`. Shares shrink down to
// one block, so that slow and fast machines finish together after few requests.
//
// Guided self-scheduling: C. D. Polychronopoulos, D. J. Kuck, "Guided Self-Scheduling: A Practical
// Scheduling Scheme for Parallel Supercomputers", IEEE Transactions on Computers 36(12), 1987. A
// share is half of an even share of what remains: with the paper's whole one, a rank that is first
// and half as fast as the others would finish last.
Blocks take_share(Blocks& left, std::size_t takers);

// Number of blocks that one rank measured, and of shares in which it took them.
struct RankCosts {
  std::uint64_t blocks = 0;
  std::uint64_t shares = 0;
};

// The checkpoint of a run by MPI ranks, which can be resumed with any number of ranks.
class RankCheckpoint final : public run::Checkpoint {
 public:
  // On the leader, throws OutputError as FileCheckpoint does, or for an old journal per rank.
  RankCheckpoint(Ranks& ranks, run::CheckpointOptions options);

  // The leader waits for all ranks to join. Throws InputError that names a rank of another run.
  bool begin(const run::RunSettings& settings, const result::RunResult& run) override;

  run::DatasetStart start(std::size_t dataset, const run::PlanMaker& make_plans) override;
  bool wants(std::size_t dataset, std::uint64_t block) override;
  void finished(std::size_t dataset, const result::DatasetRows& block) override;
  run::RunProgress progress(const run::RunProgress& own) override;

  // On the leader, waits for the blocks of all ranks; after an interruption, until they have ended.
  // On the other ranks, clears `sums`.
  void add_others(std::size_t dataset, result::DatasetRows& sums) override;

  // Waits for all ranks; on the leader, adds their machines to the result and returns their costs.
  std::vector<RankCosts> finish(result::RunResult& result);

  // Whether begin() found the result complete; known on the leader only.
  bool was_complete() const { return file_.was_complete(); }

  // Removes the checkpoint file. To be called on the leader once the result is written.
  void remove() const { file_.remove(); }

 private:
  // The leader's record of a dataset.
  struct Dataset {
    Blocks wanted = {};
    Blocks left = {};            // blocks that no rank has taken yet
    std::uint64_t finished = 0;  // number of wanted blocks measured by any rank
    std::string start = {};  // answer to ranks that start the dataset; empty until the leader has
  };

  void take(const Message& message);
  void require_same_run(const std::string& join) const;
  void count(int rank, std::size_t dataset, const result::DatasetRows& block);

  Ranks& ranks_;
  result::ToolRecord tool_;

  std::size_t dataset_ = 0;
  Blocks claimed_ = {};  // blocks of dataset_ that this rank has claimed

  // Used by the leader only.
  run::FileCheckpoint file_;
  run::Fingerprint fingerprint_;
  std::vector<Dataset> datasets_;
  std::vector<Message> waiting_;  // from ranks that start a dataset before the leader
  int joined_ = 1;                // number of ranks that joined, the leader included
  int ended_ = 1;
  std::vector<RankCosts> costs_;
  std::vector<result::HostRecord> hosts_;
  std::uint64_t puzzles_ = 0;  // solved by all ranks
};

}  // namespace sudoku::cluster
