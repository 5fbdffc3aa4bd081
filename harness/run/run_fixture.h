// A small run for tests of runs in parts: several blocks, solvers and puzzles of each kind.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "harness/base/test_files.h"
#include "harness/run/quiet_fixture.h"
#include "harness/run/run.h"
#include "solvers/roster.h"

namespace sudoku::run {

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
      {"audit", "off"},         {"batch", "7"},          {"block", "64"},
      {"counters", "off"},      {"exec", "cat"},         {"exec-batch", "2"},
      {"FILE", "x.csv"},        {"html", "p.html"},      {"isa", "baseline"},
      {"isolate", "all"},       {"latency", "off"},      {"markdown", "m.md"},
      {"memory-limit", "64MB"}, {"permute", "true"},     {"pilots", "p.json"},
      {"pin", "off"},           {"precision", "5%"},     {"plugin", "a.so:f"},
      {"processes", "2"},       {"puzzle-csv", "p.csv"}, {"puzzle-timeout", "2s"},
      {"quiet", "true"},        {"ratio-time", "wall"},  {"reference", "lanes"},
      {"result", "r.json"},     {"resume", "true"},      {"rounds", "9"},
      {"sample", "5%"},         {"seed", "7"},           {"shard", "1/2"},
      {"solutions", "1"},       {"solvers", "dlx"},      {"start-timeout", "3s"},
      {"strict", "true"},       {"puzzle-column", "1"},  {"solution-column", "2"},
      {"suite", "s.toml"},      {"threads", "3"},        {"time-budget", "3s"},
      {"verbose", "true"},      {"verify", "all"},       {"wait-for-core", "3s"},
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

// The same puzzles as pencilmark puzzles.
inline std::string pencilmarks_of_each_kind(int count) {
  const std::string clues = puzzles_of_each_kind(count);
  std::string lines;
  for (std::size_t at = 0; at < clues.size(); at += kCells + 1) {
    const auto text = marks_of(parse_grid(std::string_view(clues).substr(at, kCells)).grid).text();
    lines.append(text.data(), text.size()) += '\n';
  }
  return lines;
}

}  // namespace sudoku::run
