// Results that are made into one: of the parts of a race, and of the processes that repeated it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::run {

// Results that do not belong together.
class PartsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Takes the results one after another, in any order, and holds no more than their sum.
class Merge {
 public:
  // `name` is what messages call it. Throws PartsError when it is no part, or not finished, or of
  // another race than the ones before, or one of them has that part already.
  void add(result::RunResult run, const std::string& name);

  // Numbers of parts that nobody has brought.
  std::vector<std::uint64_t> missing() const;

  // The whole, or what is there of it, marked incomplete. After at least one add(), and once. All
  // that was counted is exact; times are of more blocks, and their figures are made anew.
  result::RunResult finish();

 private:
  // What came from a result, for messages.
  struct Source {
    std::string name;
    result::ShardsRecord shards;
  };

  void require_same_race(const result::RunResult& run, const std::string& name) const;
  void require_new_parts(const result::ShardsRecord& shards, const std::string& name) const;
  void add_contest(result::ContestRecord contest);
  void add_hosts(const result::RunResult& run);
  std::vector<std::uint64_t> parts() const;
  void finish_dataset(const std::string& dataset);
  void finish_hosts();

  std::vector<Source> sources_;
  result::RunResult merged_;  // without contests
  std::vector<result::ContestRecord> contests_;
  std::vector<result::HostRecord> hosts_;
};

// The result of the same race run in several processes.
//
// Where memory comes to lie, which addresses collide in a cache and what else runs on the machine
// is drawn anew for every process and holds for all that it measures: rounds and blocks of one
// process cannot show it (T. Mytkowicz et al., "Producing Wrong Data Without Doing Anything
// Obviously Wrong!", ASPLOS 2009).
struct CombinedRun {
  result::RunResult run;
  bool same_answers = true;  // in all processes
};

// `runs` are of whole processes with the same settings, in their order, at least one. Times and
// speed-ups are the medians of the processes' own, with intervals over processes; all else of a row
// is of the first process, or of the first one that voids it. What should be the same in all
// processes and is not becomes a warning of the run.
CombinedRun combine_processes(std::vector<result::RunResult> runs);

}  // namespace sudoku::run
