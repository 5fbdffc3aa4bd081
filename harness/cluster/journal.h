// RankJournal: one run shared by all ranks of an MPI job. Every rank reads the files, measures
// blocks that rank 0 assigns, and sends each as a journal line to rank 0, which adds up and
// writes them. Messages pass only between timed turns, so a request waits for rank 0's turn to end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cluster/ranks.h"
#include "harness/result/document.h"
#include "harness/run/journal.h"
#include "harness/run/run.h"

namespace sudoku::cluster {

using Blocks = std::vector<std::uint64_t>;  // block numbers, ascending

// Takes the next blocks for one of `takers` ranks from `left`, the blocks that no rank has taken.
// Shares shrink down to one block, so that fast and slow ranks finish together after few requests.
//
// Guided self-scheduling: C. D. Polychronopoulos, D. J. Kuck, "Guided Self-Scheduling: A Practical
// Scheduling Scheme for Parallel Supercomputers", IEEE Transactions on Computers 36(12), 1987. The
// paper's share is an even one, 1/takers of `left`; half of that is taken here, because a first
// rank half as fast as the others would finish last.
Blocks take_share(Blocks& left, std::size_t takers);

// Number of blocks that one rank measured, and of requests by which it got them.
struct RankCosts {
  std::uint64_t blocks = 0;
  std::uint64_t shares = 0;
};

// The journal of a run by MPI ranks, which can be resumed with any number of ranks.
class RankJournal final : public run::Journal {
 public:
  // Only the leader opens the journal file. Throws OutputError if it is none or outdated.
  RankJournal(Ranks& ranks, run::JournalOptions options);

  // Begins the run once all ranks have joined. Throws InputError that names a rank of another run.
  bool begin(const options::RunSettings& settings, const result::RunResult& run) override;

  run::DatasetStart start(std::size_t dataset, const run::PlanMaker& make_plans) override;
  bool wants(std::size_t dataset, std::uint64_t block) override;
  void finished(std::size_t dataset, const result::DatasetRows& block) override;
  run::RunProgress progress(const run::RunProgress& own) override;

  // Notes the rates of this rank. On the leader, waits until all blocks are measured or, after an
  // interruption, all ranks have ended. On the other ranks, clears `sums`, because the leader adds
  // up all blocks.
  void add_others(std::size_t dataset, result::DatasetRows& sums) override;

  // On the leader, waits for all ranks to end, adds their machines and returns their RankCosts. On
  // the other ranks, tells the leader that this one has ended.
  std::vector<RankCosts> finish(result::RunResult& result);

  // The journal file, which only the leader has.
  const run::FileJournal& file() const { return file_; }

 private:
  // What the leader knows of the blocks of a dataset.
  struct Dataset {
    Blocks left = {};            // blocks that no rank has taken yet
    std::uint64_t wanted = 0;    // number of blocks to measure, with those measured earlier
    std::uint64_t finished = 0;  // number of wanted blocks measured by any rank
  };

  void take(int from, MessageKind kind, const std::string& text);
  void note_rates(const std::vector<result::RowSums>& own);
  void count(std::size_t rank, std::size_t dataset);

  Ranks& ranks_;
  result::ToolRecord tool_;

  std::size_t dataset_ = 0;
  Blocks claimed_ = {};                       // blocks of dataset_ that this rank has claimed
  std::vector<result::HostRate> rates_ = {};  // of this rank, on all datasets

  // Members that only the leader (rank 0) uses.
  run::FileJournal file_;
  run::Fingerprint fingerprint_;
  std::vector<Dataset> datasets_;
  int joined_ = 1;  // number of ranks that joined, the leader included
  int ended_ = 1;
  std::vector<RankCosts> costs_;
  std::vector<result::HostRecord> hosts_;
};

}  // namespace sudoku::cluster
