// A race that the ranks of an MPI job run together.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
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

// Where the ranks of a race come together, and how it ends when one cannot go on.

// Ranks come to the same stages in the same order. Two things can come between: a rank is
// interrupted and leaves out all stages but the end, or it fails.
class Assembly {
 public:
  static constexpr int kEnd = 1 << 29;  // of the race; greater than all other stages

  struct Hooks {
    std::function<void()> cancel;                         // the race, in this process
    std::function<void(const std::string&)> complain;     // to the user
    std::function<void(const Letter&)> answer = nullptr;  // letters that are for the race
  };

  Assembly(Ranks& ranks, Hooks hooks);

  // Waits for all ranks. False when others have left the race: it is cancelled here, too, and this
  // stage is to be left out.
  bool meet(int stage);

  // Cancels the race here when it is so on any rank; all ask at once.
  void share_cancellation(bool cancelled);

  // The leader answers what others have asked. Not beside a timed leg.
  void serve();

  // Who answers from now on.
  void on_letter(std::function<void(const Letter&)> answer) { hooks_.answer = std::move(answer); }

  // This rank cannot go on. Ends the job with that code, and one message however many fail; returns
  // only when all ranks failed before the race began, as they do for a mistake on the command line.
  void fail(int code, const std::string& message);

  // From now on a failure ends the job at once.
  void begin() { has_begun_ = true; }

 private:
  static constexpr int kFailed = kEnd + 1;

  [[noreturn]] void end_job(int code, const std::string& message) const;

  Ranks& ranks_;
  Hooks hooks_;
  bool has_begun_ = false;
};

// Who takes which blocks of a dataset.

// Consecutive blocks; none when both are equal.
struct BlockRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;  // the first that is not in it

  bool has(std::uint64_t block) const { return first <= block && block < end; }
};

// Hands out ranges on demand, ascending, large ones first and single blocks in the end, so that
// slow and fast machines finish together and few questions are asked.
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

  std::uint64_t blocks() const { return blocks_; }

 private:
  std::uint64_t blocks_;
  std::uint64_t takers_;
  std::set<std::uint64_t> finished_;  // from next_ on
  std::uint64_t next_ = 0;
};

// The journals of a race that several ranks run: each writes one of its own, and on a resume there
// may be more or fewer ranks than journals.

// PATH.0, PATH.1, … that there are, as their numbers, ascending.
std::vector<std::uint64_t> journals_left(const std::string& path);

// Takes over every journal whose number leaves this rank's when divided by the number of ranks; the
// first is its own, which it goes on writing.
class RankJournals {
 public:
  struct Place {
    std::uint64_t rank = 0;
    std::uint64_t ranks = 1;
    std::vector<std::uint64_t> left;  // journals_left() before any rank opened one
  };

  // `terms.path` without the number; empty when no journal is kept.
  RankJournals(const run::JournalTerms& terms, const Place& place);

  // As Ledger, for all of them.
  bool begin(const run::RaceSettings& settings, const result::RunResult& race);
  std::vector<run::Plan> plans(std::size_t dataset);
  void planned(std::size_t dataset, const std::vector<run::Plan>& plans);
  result::HeatSums finished_earlier(std::size_t dataset);
  bool wants(std::size_t dataset, std::uint64_t block);
  void finished(std::size_t dataset, const result::HeatSums& block);

  void sign(result::RunResult& result) const;

  // Of all ranks: the result is written.
  void remove_all() const;

 private:
  void add(const run::JournalTerms& terms, std::uint64_t number);

  std::vector<std::unique_ptr<run::RaceJournal>> journals_;
  std::vector<std::string> all_;  // paths, of all ranks
};

// Whether all ranks are about to run the same race, and who they were when it is over.

// All ranks at once. Throws InputError, on all of them, when one's facts are not the leader's; the
// leader's says whose, and which.
void require_same_race(Ranks& ranks, const run::Identity& facts);

// What a rank did besides solving.
struct RankCosts {
  std::uint64_t blocks = 0;  // that it took,
  std::uint64_t claims = 0;  // in as many ranges
  std::uint64_t claiming_ns = 0;
  std::uint64_t waiting_ns = 0;  // for others to be through with a dataset
  std::uint64_t reducing_ns = 0;
};

// All ranks at once, each with its part of the result. The leader's is made to name all hosts, and
// it gets the costs of each.
std::vector<RankCosts> name_hosts(Ranks& ranks, result::RunResult& result, const RankCosts& costs);

// Every rank reads the files, and solves the blocks that the leader hands it, on request. All ranks
// follow the leader's plans, and at the end of a dataset the leader gets the sums of all. Messages
// are sent and answered between timed legs only: a request waits for the leg that the leader is in.
class ClusterLedger final : public run::Ledger {
 public:
  // `terms.path` is that of all journals, without a number, or empty.
  ClusterLedger(Ranks& ranks, Assembly& assembly, run::JournalTerms terms,
                const std::atomic<bool>& cancelled);

  // Throws InputError where a rank's race is another one than the leader's.
  bool begin(const run::RaceSettings& settings, const result::RunResult& race) override;

  std::vector<run::Plan> plans(std::size_t dataset) override;
  void planned(std::size_t dataset, const std::vector<run::Plan>& plans) override;
  result::HeatSums finished_earlier(std::size_t dataset) override;
  bool wants(std::size_t dataset, std::uint64_t block) override;
  void finished(std::size_t dataset, const result::HeatSums& block) override;
  void summed_up(std::size_t dataset, result::HeatSums& sums) override;

  // What to show of the race of all ranks; answers those that ask for blocks.
  run::RaceProgress seen_by_all(const run::RaceProgress& own);

  // All ranks are through: the leader's result names them, and it gets what each did.
  std::vector<RankCosts> finish(result::RunResult& result);

  // Whether begin() found nothing left to do.
  bool was_complete() const { return was_complete_; }

  // The result is written: the journals have served.
  void remove_journals() const;

 private:
  // A dataset; what is finished, and who gets what is not, only the leader knows.
  struct Heat {
    std::string name;
    std::uint64_t blocks = 0;
    std::vector<run::Plan> plans;
    std::unique_ptr<BlockShares> shares;
    std::uint64_t finished = 0;  // blocks, by anybody
  };

  bool open_journals(const run::RaceSettings& settings, const result::RunResult& race);
  void pool_journals();
  void agree_on_plans(std::size_t dataset, const std::vector<run::Plan>& plans);
  void claim(std::size_t dataset);
  BlockRange share_of(std::size_t dataset);
  void answer(const Letter& letter);
  void count(std::size_t dataset, std::uint64_t puzzles);
  bool is_everybody_through(std::size_t dataset);
  void require_whole(std::size_t dataset, const result::HeatSums& sums) const;

  Ranks& ranks_;
  Assembly& assembly_;
  run::JournalTerms terms_;
  const std::atomic<bool>& cancelled_;
  std::unique_ptr<RankJournals> journals_;
  std::optional<run::Shard> shard_;
  std::vector<Heat> heats_;
  std::size_t current_ = 0;  // dataset
  BlockRange range_;         // of it, that is this rank's
  bool has_all_ = false;     // no more ranges are left
  bool was_complete_ = false;
  std::uint64_t puzzles_ = 0;  // solved by all
  RankCosts costs_;
};

}  // namespace sudoku::cluster
