// What a race is asked to do. The defaults live here and nowhere else: --help prints them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solvers/solver.h"

namespace sudoku {

// The instruction set that every solver uses: portable C++, no run-time dispatch.
inline constexpr const char* kIsa = "baseline";

enum class Verify : std::uint8_t { all, sample, off };

struct RaceSettings {
  std::vector<const SolverEntry*> solvers;  // ranked ones
  std::vector<unsigned> threads = {1};      // ascending; each is a row of its own
  bool pin = true;
  std::optional<std::uint64_t> batch;  // puzzles per call of a batch solver
  std::uint64_t solution_limit = 2;
  std::uint64_t rounds = 5;  // of throughput; at least 1
  bool latency = true;
  std::chrono::nanoseconds warmup = std::chrono::milliseconds(10);    // before each leg
  std::chrono::nanoseconds time_budget = std::chrono::seconds(10);    // 0: none
  std::chrono::nanoseconds puzzle_timeout = std::chrono::seconds(1);  // 0: none
  std::optional<double> sample_rate;          // of every dataset, instead of the time budget
  std::optional<std::uint64_t> sample_count;  // the same as a number of puzzles
  std::uint64_t seed = 1;
  bool permute = false;  // repeated passes draw whole isomorphs instead of relabelling digits
  std::uint64_t block = 8192;
  Verify verify = Verify::sample;
  bool strict = false;
  std::string reference;  // solver that speed-ups refer to; in `solvers`
};

}  // namespace sudoku
