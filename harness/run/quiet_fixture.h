// For tests of runs: an observer that shows nothing, a run that keeps no journal, and the count
// of an outcome in a row.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/journal.h"
#include "harness/run/run.h"

namespace sudoku::run {

class Quiet : public RunObserver {
 public:
  void reading(std::string_view /*dataset*/, std::uint64_t /*read*/,
               std::uint64_t /*total*/) override {}

  void bad_rows(const result::DatasetRecord& /*dataset*/) override {}

  void planned(std::string_view /*dataset*/, std::string_view /*solver*/,
               const Plan& /*plan*/) override {}

  void running(const RunProgress& /*progress*/) override {}

  void solved(const SolvedBlock& solved) override {
    solved_ += solved.measured.sample->puzzles.size();
  }

  std::uint64_t solved_puzzles() const { return solved_; }

 private:
  std::uint64_t solved_ = 0;
};

inline result::RunResult run_datasets(const std::vector<std::string>& files,
                                      const options::RunSettings& settings,
                                      const std::atomic<bool>& cancelled, RunObserver& observer) {
  Journal no_journal({});
  return run_datasets(files, settings, cancelled, observer, no_journal);
}

inline std::uint64_t count(const result::RowSums& row, Outcome outcome) {
  return row.outcomes[outcome];
}

}  // namespace sudoku::run
