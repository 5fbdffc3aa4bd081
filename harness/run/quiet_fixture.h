// For tests of runs: an observer that shows nothing, and the count of an outcome in a row.
#pragma once

#include <cstdint>
#include <string_view>

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

inline std::uint64_t count(const result::Row& row, Outcome outcome) {
  return row.outcomes[outcome];
}

}  // namespace sudoku::run
