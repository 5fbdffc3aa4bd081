// The race: every block of every dataset meets every solver, in a fresh random order, and all that
// was measured becomes a result document.
//
// A randomised complete block design: the stream is read once, all solvers see the same puzzles in
// the same seconds, so that drift of the machine cancels, every comparison is paired by block, and
// memory does not depend on the size of the dataset.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/result/document.h"
#include "harness/run/leg.h"
#include "harness/run/plan.h"
#include "harness/run/runner.h"
#include "harness/run/settings.h"

namespace sudoku::run {

// A judged first pass of one solver over its sample of a block.
struct SolvedBlock {
  const result::DatasetRecord& dataset;
  const dataset::Block& block;
  const Drawn& drawn;
  const SolverInfo& solver;
  unsigned threads;
  const LegRecord& leg;
  double ns_per_tick;
};

// How far a race is.
struct RaceProgress {
  std::string_view dataset;
  std::string_view solver;    // about to run
  double share = 0;           // of the dataset that is done, 0 to 1
  std::uint64_t puzzles = 0;  // solved so far, in all rounds
};

// What a solver will do on a dataset, from its pilot measurement.
struct PlannedSolver {
  std::string_view dataset;
  std::string_view solver;
  double pilot_ns = 0;  // a puzzle, on the fewest threads
  double rate = 1;      // of the sample
  std::uint64_t rounds = 0;
  std::size_t chunk = 0;
};

// What a race tells while it runs; called between the timed legs, never beside them.
class RaceObserver {
 public:
  RaceObserver() = default;
  RaceObserver(const RaceObserver&) = delete;
  RaceObserver& operator=(const RaceObserver&) = delete;
  virtual ~RaceObserver() = default;

  virtual void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total) = 0;
  virtual void bad_rows(const result::DatasetRecord& dataset) = 0;

  virtual void planned(const PlannedSolver& planned) = 0;
  virtual void running(const RaceProgress& progress) = 0;
  virtual void solved(const SolvedBlock& solved) = 0;
};

// What is known of a dataset when its measurement starts.
struct DatasetStart {
  std::vector<Plan> plans;  // one per contender
  // Of blocks that were measured earlier: which solvers were stopped, and the time that they took.
  result::DatasetRows before;
};

// Makes the plans of a dataset by a pilot measurement.
using PlanMaker = std::function<std::vector<Plan>()>;

// Which blocks of a race are measured by this process, and what becomes of their sums: a run may be
// resumed, and several processes may share a race. Called between timed legs, from the thread that
// runs the race, with datasets by their place in RunResult::datasets.
class Checkpoint {
 public:
  Checkpoint() = default;
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  virtual ~Checkpoint() = default;

  // Called when all inputs have been read and nothing is measured yet: `race` has its settings, its
  // environment and its datasets. False: nothing is left to do.
  virtual bool begin(const RaceSettings& settings, const result::RunResult& race) = 0;

  // Calls `make_plans` unless there are plans, made earlier or by another process.
  virtual DatasetStart start(std::size_t dataset, const PlanMaker& make_plans) = 0;

  // Whether this process is to measure the block now. Asked for all blocks, ascending.
  virtual bool wants(std::size_t dataset, std::uint64_t block) = 0;

  // Receives what a block adds to the sums. Not called for a block that was broken off.
  virtual void finished(std::size_t dataset, const result::DatasetRows& block) = 0;

  // What to show of a race that is where `own` says in this process.
  virtual RaceProgress progress(const RaceProgress& own) { return own; }

  // Called when this process has measured all its blocks of the dataset. Adds those measured
  // earlier or by other processes, or leaves nothing, because another process adds up what all have
  // measured.
  virtual void add_others(std::size_t /*dataset*/, result::DatasetRows& /*sums*/) {}
};

// Runs the race over `files` (command line arguments) and fills everything of the result but
// `tool` and `command`. `cancelled` may be set at any time from anywhere: what is whole is kept and
// the result marked incomplete. Throws InputError for input that cannot be used, and ExternalError
// for a solver that cannot be started.
result::RunResult run_race(const std::vector<std::string>& files, const RaceSettings& settings,
                           const std::atomic<bool>& cancelled, RaceObserver& observer);

// As above, resuming from and recording to `checkpoint`. The result has no rows when nothing was
// left to do.
result::RunResult run_race(const std::vector<std::string>& files, const RaceSettings& settings,
                           const std::atomic<bool>& cancelled, RaceObserver& observer,
                           Checkpoint& checkpoint);

// What a result of some shards of a race says of itself: "shard 2 of 7 only: a part of the race".
std::string part_warning(const result::ShardsRecord& shards);

}  // namespace sudoku::run
