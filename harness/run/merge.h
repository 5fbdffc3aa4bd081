// Merges results: of the shards of a run, and of the processes that repeated it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "harness/result/document.h"

namespace sudoku::run {

// Error for results that cannot be merged.
struct PartsError : base::Error {
  using base::Error::Error;
};

// Merges shards of a run, added in any order; keeps the merged result in memory, not the shards.
class Merge {
 public:
  // Adds a shard's result, called `name` in messages. Throws PartsError when it is no shard, not
  // finished, of another run than the shards added before, or contains a shard added before.
  void add(result::RunResult run, const std::string& name);

  // Numbers of the shards that have not been added.
  std::vector<std::uint64_t> missing() const;

  // Returns the merged result, incomplete if shards are missing. To be called once, after add().
  // Counts are exact; figures from times are computed anew from all blocks.
  result::RunResult finish();

 private:
  void require_new_parts(const result::ShardsRecord& shards, const std::string& name) const;
  void add_hosts(const result::RunResult& run);
  void finish_dataset(const std::string& dataset);

  std::map<std::uint64_t, std::string> parts_;  // shards added, and their results' names
  std::string first_;                           // name of the result that was added first
  result::RunResult merged_;                    // without comparisons
  std::vector<result::ComparisonRecord> comparisons_;
  std::vector<result::HostRecord> hosts_;
};

// The result of the same run made in several processes.
//
// Memory layout, cache collisions and other load of the machine differ between processes and hold
// for all that one of them measures, so its rounds and blocks cannot show their effect (T.
// Mytkowicz et al., "Producing Wrong Data Without Doing Anything Obviously Wrong!", ASPLOS 2009).
struct CombinedRun {
  result::RunResult run;
  bool same_answers = true;  // in all processes
};

// Combines `runs`: whole processes with the same settings, in order, at least one. Times and
// speed-ups are medians over processes, with intervals; all else of a row is from the first
// process, or the first with the worst fault. Unexpected differences become warnings.
CombinedRun combine_processes(std::vector<result::RunResult> runs);

}  // namespace sudoku::run
