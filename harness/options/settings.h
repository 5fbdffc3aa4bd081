// Settings of a run, and the other arguments of `run`. All defaults are here.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/time.h"
#include "harness/dataset/reader.h"
#include "harness/options/values.h"
#include "harness/result/document.h"
#include "harness/runner/runner.h"

namespace sudoku::options {

enum class Verify : std::uint8_t { all, sample, off };

// Who counts instructions: the processor, or valgrind.
enum class Counters : std::uint8_t { on, valgrind, off };

// A solver's time per puzzle on a dataset, known beforehand.
struct KnownPilot {
  std::string dataset_sha256;
  std::string solver;
  double ns_per_puzzle = 0;
};

// One of several parts of a run: every `of`-th block, from block `number` - 1 on.
struct Shard {
  static constexpr std::uint64_t kMostParts = 1'000'000;

  std::uint64_t number = 1;
  std::uint64_t of = 1;

  bool has(std::uint64_t block) const { return block % of == number - 1; }
};

// Value of the setting "wait_for_core_s" unless --wait-for-core is given.
inline constexpr const char* kPartOfBudget = "a fifth of the time budget";

// Value of the setting "shard" of a run that is no shard.
inline constexpr const char* kWhole = "the whole";

// Number of latency rounds: a puzzle's service time is the shortest of them.
inline constexpr std::uint64_t kLatencyRounds = 3;

struct RunSettings {
  std::vector<runner::SolverSpec> solver_specs;  // with different names
  std::vector<unsigned> threads = {1};           // ascending; each is a row of its own
  std::optional<std::uint64_t> batch;            // puzzles per call of a batch solver
  std::uint64_t solution_limit = 2;
  std::uint64_t rounds = 5;  // throughput rounds; at least 1
  double precision = 0;      // uncertainty of ratios down to which rounds go on; 0: no more
  Nanoseconds warmup = std::chrono::milliseconds(10);    // before each turn of a solver
  Nanoseconds time_budget = std::chrono::seconds(10);    // 0: none
  Nanoseconds puzzle_timeout = std::chrono::seconds(1);  // 0: none
  Nanoseconds start_timeout = std::chrono::seconds(10);  // of a command; 0: none
  std::optional<double> sample_rate;          // of every dataset, instead of the time budget
  std::optional<std::uint64_t> sample_count;  // puzzles to sample from every dataset
  // Pilot times from another run. With them and the same settings, this run is planned alike: the
  // same puzzles, rounds and tasks. Solvers missing here are measured.
  std::vector<KnownPilot> pilots;
  std::uint64_t seed = 1;
  std::uint64_t block = 8192;
  std::uint64_t memory_limit = 0;  // bytes that a worker and what it starts may hold; 0: none
  bool pin = true;
  // Time in all for waiting while others use the core, and for turns made again; unset: a part of
  // each solver's time budget.
  std::optional<Nanoseconds> wait_for_core;
  bool latency = true;
  Counters counters = Counters::on;
  Verify verify = Verify::sample;
  bool audit = true;  // what external solvers do is found out, unless answers are not verified
  bool strict = false;
  std::string puzzle_column;  // titles or numbers of columns; empty: found by name and shape
  std::string solution_column;
  bool isolate_all = false;    // built-in solvers run in worker processes too
  std::string reference;       // solver that speed-ups refer to, one of the run's
  std::optional<Shard> shard;  // part of the run to measure; none: all blocks

  // How the files are read in blocks.
  dataset::ReadOptions reading() const {
    return {.block_size = block,
            .strict = strict,
            .columns = {.puzzle = puzzle_column, .solution = solution_column}};
  }

  // Number of puzzles per call of a solver; 1 unless it is a batch solver.
  std::uint64_t batch_of(const runner::SolverSpec& solver) const {
    const bool is_fixed = solver.info.batch == 1 || solver.is_command();
    return is_fixed ? solver.info.batch : batch.value_or(solver.info.batch);
  }
};

inline constexpr double kDefaultPrecision = 0.02;
inline constexpr const char* kDefaultSolvers = "mrv,dlx,simd,lanes";

// The command line of `run`. The SolverSpecs of RunSettings are filled in once it is complete.
struct Options : RunSettings {
  std::vector<std::string> files;
  std::string suite;  // name of the suite file, or empty
  std::vector<const SolverEntry*> solvers = parse_solvers(kDefaultSolvers);
  std::vector<std::string> plugins;   // descriptions, as given to --plugin
  std::vector<std::string> commands;  // descriptions, as given to --exec
  std::string isa = "auto";
  std::uint64_t processes = 1;
  std::string pilots_file;  // result document with pilot times, or empty
  bool resume = false;
  // Names of output files; "-": standard output; empty: not written.
  std::string result;
  std::string html;
  std::string markdown;
  std::string puzzle_csv;
  bool quiet = false;
  bool verbose = false;

  // Names and texts of the options that the user set, on the command line or in a suite.
  std::vector<std::pair<std::string, std::string>> given;

  Options() { precision = kDefaultPrecision; }

  explicit Options(const RunSettings& settings) : RunSettings(settings) {}

  // Whether the option of that name (without dashes) was given.
  bool has(std::string_view name) const {
    return std::ranges::any_of(given, [name](const auto& option) { return option.first == name; });
  }
};

}  // namespace sudoku::options
