// What a race is asked to do. The defaults live here and nowhere else: --help prints them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/runner.h"

namespace sudoku::run {

enum class Verify : std::uint8_t { all, sample, off };

// A solver's time a puzzle on a dataset, known beforehand.
struct KnownPilot {
  std::string dataset_sha256;
  std::string solver;
  double ns_per_puzzle = 0;
};

// One of several parts of a race: every `of`-th block, from block `number` - 1 on.
struct Shard {
  static constexpr std::uint64_t kMostParts = 1'000'000;

  std::uint64_t number = 1;
  std::uint64_t of = 1;

  bool has(std::uint64_t block) const { return block % of == number - 1; }
};

struct RaceSettings {
  std::vector<Contender> contenders;    // of different names
  std::vector<unsigned> threads = {1};  // ascending; each is a row of its own
  std::optional<std::uint64_t> batch;   // puzzles per call of a batch solver
  std::uint64_t solution_limit = 2;
  std::uint64_t rounds = 5;                                         // of throughput; at least 1
  std::chrono::nanoseconds warmup = std::chrono::milliseconds(10);  // before each turn of a solver
  std::chrono::nanoseconds time_budget = std::chrono::seconds(10);  // 0: none
  std::chrono::nanoseconds puzzle_timeout = std::chrono::seconds(1);  // 0: none
  std::optional<double> sample_rate;          // of every dataset, instead of the time budget
  std::optional<std::uint64_t> sample_count;  // the same as a number of puzzles
  // Instead of pilot measurements, so that another run is planned alike: the same puzzles, rounds
  // and tasks for the same settings. Those that it lacks are measured.
  std::vector<KnownPilot> pilots;
  std::uint64_t seed = 1;
  std::uint64_t block = 8192;
  std::uint64_t memory_limit = 0;  // bytes that a worker and what it starts may hold; 0: none
  bool pin = true;
  bool latency = true;
  Verify verify = Verify::sample;
  bool permute = false;  // throughput rounds draw isomorphs instead of relabelling digits
  bool strict = false;
  bool isolate_all = false;    // built-in solvers run in worker processes too
  std::string reference;       // solver that speed-ups refer to; among the contenders
  std::optional<Shard> shard;  // the other blocks are left out
};

}  // namespace sudoku::run
