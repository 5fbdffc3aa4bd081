// The results of parts of a race, made into one.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/results/result.h"
#include "harness/results/sums.h"

namespace sudoku {

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
  void add(RunResult run, const std::string& name);

  // Numbers of parts that nobody has brought.
  std::vector<std::uint64_t> missing() const;

  // The whole, or what is there of it, marked incomplete. After at least one add(), and once. All
  // that was counted is exact; times are of more blocks, and their figures are made anew.
  RunResult finish();

 private:
  // What came from a result, for messages.
  struct Source {
    std::string name;
    ShardsRecord shards;
  };

  void require_same_race(const RunResult& run, const std::string& name) const;
  void require_new_parts(const ShardsRecord& shards, const std::string& name) const;
  void add_sums(RunResult& run);
  void add_contest(ContestRecord contest);
  void add_hosts(const RunResult& run);
  std::vector<std::uint64_t> parts() const;
  void finish_dataset(const std::string& dataset);
  void finish_hosts();

  std::vector<Source> sources_;
  RunResult merged_;  // of the first part, without what adds up
  std::vector<RowSums> rows_;
  std::vector<ContestRecord> contests_;
  std::vector<HostRecord> hosts_;
};

}  // namespace sudoku
