// Adds up the measurements of one solver on one dataset and number of threads, block by block.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/result/row.h"
#include "harness/run/block_measurement.h"
#include "harness/run/plan.h"
#include "harness/run/unrecorded_faults.h"
#include "harness/runner/runner.h"

namespace sudoku::run {

// A row with the solver, settings and plan, without figures.
result::RowSums row_of(const runner::Runner& runner, const runner::SolverSpec& solver_spec,
                       const Plan& plan, const options::RunSettings& settings);

class Recorder {
 public:
  Recorder(const runner::Runner& runner, const Plan& plan, const options::RunSettings& settings,
           const machine::StampClock& clock);

  // The figures added since the last call of take(), in a row that does not name its solver.
  result::RowSums& row() { return row_; }

  // Adds a block's measurement on the solver's own sample, after the referees' decisions; once
  // between two calls of take().
  void add(const dataset::Block& block, const MeasuredBlock& measured);

  // Adds a block's measurement on the smaller sample of a slower solver.
  void add_lower(const MeasuredBlock& measured);

  // Adds the faults in a block, which count even if its measurement was broken off.
  void add_faults(const dataset::Block& block, const MeasuredBlock& measured);

  // Returns the row, and begins a new one.
  result::RowSums take();

 private:
  void add_logic(const Grid& puzzle, const Answer& answer, Outcome outcome);
  void add_times(const dataset::Block& block, const MeasuredBlock& measured);
  void keep_slow(result::SlowPuzzle slow, const Grid& puzzle);

  const options::RunSettings& settings_;
  const machine::StampClock& clock_;
  const SolverInfo& info_;
  bool one_at_a_time_;
  std::uint64_t chunk_;  // puzzles that share a time
  double pilot_ns_;
  result::RowSums row_;
  result::LatencyRecord latency_;
};

// Times the slowest puzzles once more on their own: a listed time must hold outside its block too.
void time_again(std::vector<result::SlowPuzzle>& slowest, runner::Runner& runner,
                const Budget& budget, const machine::StampClock& clock, UnrecordedFaults& faults);

}  // namespace sudoku::run
