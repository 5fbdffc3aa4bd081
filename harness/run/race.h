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
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/result/document.h"
#include "harness/result/sums.h"
#include "harness/run/leg.h"
#include "harness/run/plan.h"
#include "harness/run/runner.h"
#include "harness/run/settings.h"

namespace sudoku::run {

// Who keeps the books of a race that is run in parts: by several processes, or in several sittings.

// Is told what is finished, and tells what need not be done. This one keeps nothing: the race is
// run as a whole. Called between timed legs, from the thread that runs the race, with datasets by
// their place in RunResult::datasets.
class Ledger {
 public:
  Ledger() = default;
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  virtual ~Ledger() = default;

  // What the race is about, when all inputs have been read and nothing is measured yet: settings,
  // environment and datasets are there. False: there is nothing left to do.
  virtual bool begin(const RaceSettings& /*settings*/, const result::RunResult& /*race*/) {
    return true;
  }

  // The plan of every contender, when it was made elsewhere or earlier; else empty, and it is made
  // by a pilot measurement.
  virtual std::vector<Plan> plans(std::size_t /*dataset*/) { return {}; }

  virtual void planned(std::size_t /*dataset*/, const std::vector<Plan>& /*plans*/) {}

  // What blocks that were finished earlier add up to.
  virtual result::HeatSums finished_earlier(std::size_t /*dataset*/) { return {}; }

  // Whether the block is to be run here and now. Asked for all blocks in their order.
  virtual bool wants(std::size_t /*dataset*/, std::uint64_t /*block*/) { return true; }

  // A block is finished, and that is what it adds. Not called for one that was broken off.
  virtual void finished(std::size_t /*dataset*/, const result::HeatSums& /*block*/) {}

  // All blocks of the dataset that were to be run here are; `sums` are what the figures will be
  // made from.
  virtual void summed_up(std::size_t /*dataset*/, result::HeatSums& /*sums*/) {}
};

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

// Where a race is.
struct RaceProgress {
  std::string_view dataset;
  std::string_view solver;    // about to run
  double share = 0;           // of the dataset that is behind, 0 to 1
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

// Runs the race over `files` (command line arguments) and fills everything of the result but
// `tool` and `command`. `cancelled` may be set at any time from anywhere: what is whole is kept and
// the result marked incomplete. Throws InputError for input that cannot be used, and ExternalError
// for a solver that cannot be started.
result::RunResult run_race(const std::vector<std::string>& files, const RaceSettings& settings,
                           const std::atomic<bool>& cancelled, RaceObserver& observer);

// The same with books that are kept. Without results when the ledger says that nothing is left to
// do.
result::RunResult run_race(const std::vector<std::string>& files, const RaceSettings& settings,
                           const std::atomic<bool>& cancelled, RaceObserver& observer,
                           Ledger& ledger);

// What a run takes for granted while it lasts: clocks that agree, and the CPUs it began on.

// How things are at a moment. Times are from an origin of each clock's own.
struct Circumstances {
  double wall_s = 0;    // of the clock that people set
  double steady_s = 0;  // of the clock that only goes on
  double stamps_s = 0;  // of the processor's counter, as calibrated
  std::size_t cpus = 0;
};

Circumstances circumstances(const StampClock& clock);

// A sentence for each thing that is not as it was.
std::vector<std::string> changes_between(const Circumstances& then, const Circumstances& now);

// What a result of parts of a race says of itself.

// "shard 2 of 7 only: a part of the race".
std::string part_warning(const result::ShardsRecord& shards);

}  // namespace sudoku::run
