// The race: every block of every dataset meets every solver, in a fresh random order, and all that
// was measured becomes a result document.
//
// A randomised complete block design: the stream is read once, all solvers see the same puzzles in
// the same seconds, so that drift of the machine cancels, every comparison is paired by block, and
// memory does not depend on the size of the dataset.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/block.h"
#include "harness/dataset/reader.h"
#include "harness/measure/drawn.h"
#include "harness/measure/ledger.h"
#include "harness/measure/leg.h"
#include "harness/measure/settings.h"
#include "harness/results/result.h"

namespace sudoku {

// A judged first pass of one solver over its sample of a block.
struct SolvedBlock {
  const DatasetRecord& dataset;
  const Block& block;
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
  virtual void bad_rows(const DatasetRecord& dataset) = 0;

  virtual void planned(const PlannedSolver& planned) = 0;
  virtual void running(const RaceProgress& progress) = 0;
  virtual void solved(const SolvedBlock& solved) = 0;
};

// Runs the race over `files` (command line arguments) and fills everything of the result but
// `tool` and `command`. `cancelled` may be set at any time from anywhere: what is whole is kept and
// the result marked incomplete. Throws InputError for input that cannot be used, and ExternalError
// for a solver that cannot be started.
RunResult run_race(const std::vector<std::string>& files, const RaceSettings& settings,
                   const std::atomic<bool>& cancelled, RaceObserver& observer);

// The same with books that are kept. Without results when the ledger says that nothing is left to
// do.
RunResult run_race(const std::vector<std::string>& files, const RaceSettings& settings,
                   const std::atomic<bool>& cancelled, RaceObserver& observer, Ledger& ledger);

}  // namespace sudoku
