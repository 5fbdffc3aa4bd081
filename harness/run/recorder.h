// Adds up the legs of one solver on one dataset with one number of threads, block by block.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/result/row.h"
#include "harness/run/leg.h"
#include "harness/run/plan.h"
#include "harness/run/runner.h"
#include "harness/stats/histogram.h"
#include "harness/stats/log_bins.h"

namespace sudoku::run {

// The row without its figures: who it is about.
result::Row row_of(const Entrant& entrant, const Contender& contender, const Plan& plan,
                   const RaceSettings& settings);

class Recorder {
 public:
  Recorder(const Entrant& entrant, const Plan& plan, const RaceSettings& settings,
           const StampClock& clock);

  // Receives every single sample of the legs.
  stats::Histogram& all_samples() { return all_samples_; }

  // A leg over the solver's own sample, judged.
  void add(const dataset::Block& block, const Drawn& drawn, const LegRecord& leg);

  // A leg over the smaller sample of a slower solver.
  void add_lower(double rate, const LegRecord& leg);

  // The faults of a leg that was broken off: they count nevertheless.
  void add_faults(const dataset::Block& block, const Drawn& drawn, const LegRecord& leg);

  // Time that a leg took, also when it was broken off.
  void add_time(std::chrono::nanoseconds spent);

  // The solver has broken too many rules.
  void disqualify(const std::string& reason) { row_.disqualified = reason; }

  // The solver takes no further blocks.
  void mark_incomplete() { row_.complete = false; }

  // Returns what was added since the last call, without saying which row it belongs to.
  result::Row take();

 private:
  struct Candidate {
    result::SlowPuzzle puzzle;
    Grid grid;
  };

  void add_nested(const Drawn& drawn, const LegRecord& leg, std::size_t i);
  void add_outcome(const LegRecord& leg, std::size_t i);
  void add_logic(const Grid& puzzle, const Answer& answer, Outcome outcome);
  void add_service_time(const dataset::Block& block, const Drawn& drawn, const LegRecord& leg,
                        std::size_t i);
  void keep_slow(Candidate candidate);
  void take_times();

  const RaceSettings& settings_;
  const StampClock& clock_;
  result::Row empty_;  // what take() leaves
  result::Row row_;
  result::LatencyRecord latency_;
  stats::Histogram service_times_;
  stats::Histogram all_samples_;
  stats::Cells guess_time_;
  std::vector<Candidate> slowest_;  // a heap, fastest of them first
  bool one_at_a_time_;
  std::uint64_t latency_chunk_;
  bool rates_;
};

// Times the slowest puzzles once more on their own: a listed time must hold outside its block too.
void time_again(std::vector<result::SlowPuzzle>& slowest, Entrant& entrant, const Budget& budget,
                const StampClock& clock);

}  // namespace sudoku::run
