// For tests of runs: small runs, some in parts, and puzzles of each kind.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/test_files.h"
#include "harness/run/journal.h"
#include "harness/run/run.h"
#include "solvers/roster.h"

namespace sudoku::run {

// An observer that shows nothing.
using Quiet = RunObserver;

inline result::RunResult run_datasets(const std::vector<std::string>& files,
                                      const options::RunSettings& settings,
                                      const std::atomic<bool>& cancelled, RunObserver& observer) {
  Journal no_journal({});
  return run_datasets(files, settings, cancelled, observer, no_journal);
}

inline std::uint64_t count(const result::RowSums& row, Outcome outcome) {
  return row.outcomes[outcome];
}

// Nine puzzles over and over, which differ in their digits; the seventh begins with a 1.
inline std::string proper_puzzles(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) {
    for (const char c :
         std::string_view("..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51..."
                          "8.3.6.....6.9124...15..\n"))
      lines += '1' <= c && c <= '9' ? static_cast<char>('1' + (c - '1' + i) % 9) : c;
  }
  return lines;
}

// Warnings of a run that have this text.
inline std::vector<std::string> warnings_with(const result::RunResult& result,
                                              std::string_view text) {
  std::vector<std::string> found = result.environment.warnings;
  std::erase_if(found, [text](const std::string& warning) {
    return warning.find(text) == std::string::npos;
  });
  return found;
}

inline options::RunSettings quick_run(const std::vector<const char*>& solvers) {
  options::RunSettings settings;
  for (const char* solver : solvers)
    settings.solver_specs.emplace_back(*find_solver(solver));
  settings.reference = solvers.front();
  settings.rounds = 1;
  settings.warmup = settings.time_budget = std::chrono::nanoseconds(0);
  settings.block = 10;
  settings.pin = false;
  return settings;
}

// A value other than the default for every option of `run`, by the option's name.
inline const std::map<std::string, std::string>& other_values() {
  static const std::map<std::string, std::string> values = {
      {"audit", "off"},         {"batch", "7"},         {"block", "64"},
      {"counters", "off"},      {"exec", "cat"},        {"FILE", "x.csv"},
      {"html", "p.html"},       {"isa", "baseline"},    {"isolate", "all"},
      {"latency", "off"},       {"markdown", "m.md"},   {"memory-limit", "64MB"},
      {"pilots", "p.json"},     {"pin", "off"},         {"precision", "5%"},
      {"plugin", "a.so:f"},     {"processes", "2"},     {"puzzle-csv", "p.csv"},
      {"puzzle-timeout", "2s"}, {"quiet", "true"},      {"reference", "lanes"},
      {"result", "r.json"},     {"resume", "true"},     {"rounds", "9"},
      {"sample", "5%"},         {"seed", "7"},          {"shard", "1/2"},
      {"solutions", "1"},       {"solvers", "dlx"},     {"start-timeout", "3s"},
      {"strict", "true"},       {"puzzle-column", "1"}, {"solution-column", "2"},
      {"suite", "s.toml"},      {"threads", "3"},       {"time-budget", "3s"},
      {"verbose", "true"},      {"verify", "all"},      {"wait-for-core", "3s"},
      {"warmup", "1ms"}};
  return values;
}

// Counts turns and the puzzles of finished blocks, and cancels the run before turn `last`.
class TurnCounter final : public RunObserver {
 public:
  explicit TurnCounter(std::atomic<bool>* cancelled = nullptr, int last = 0)
      : cancelled_(cancelled), last_(last) {}

  void running(const RunProgress& /*progress*/) override {
    if (++turns_ == last_) cancelled_->store(true);
  }

  void solved(const SolvedBlock& solved) override { puzzles_ += solved.block.puzzles.size(); }

  int turns() const { return turns_; }

  // Number of puzzles in finished blocks, counted once for each solver.
  std::uint64_t puzzles() const { return puzzles_; }

 private:
  std::atomic<bool>* cancelled_;
  int last_;
  int turns_ = 0;
  std::uint64_t puzzles_ = 0;
};

// Text of puzzles, most with one solution and, now and then, some with none or many.
inline std::string puzzles_of_each_kind(int count) {
  std::string lines = proper_puzzles(count);
  for (std::size_t i = 0; i * (kCells + 1) < lines.size(); ++i) {
    char* const puzzle = &lines[i * (kCells + 1)];
    if (i % 11 == 3) puzzle[2] = puzzle[0] = puzzle[3];
    if (i % 13 == 5) std::fill_n(puzzle, 27, '.');
  }
  return lines;
}

}  // namespace sudoku::run
