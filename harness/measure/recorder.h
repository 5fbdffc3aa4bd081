// Adds up the legs of one solver on one dataset with one number of threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/entrants/clock.h"
#include "harness/entrants/entrant.h"
#include "harness/measure/cells.h"
#include "harness/measure/histogram.h"
#include "harness/measure/leg.h"
#include "harness/measure/plan.h"
#include "harness/results/result.h"

namespace sudoku {

class Recorder {
 public:
  Recorder(const Entrant& entrant, const Contender& contender, const Plan& plan,
           const RaceSettings& settings, const StampClock& clock);

  // Where the legs put every single sample.
  Histogram& all_samples() { return all_samples_; }

  // A leg over the solver's own sample, judged.
  void add(const Block& block, const Drawn& drawn, const LegRecord& leg);

  // A leg over the smaller sample of a slower solver.
  void add_lower(double rate, const LegRecord& leg);

  // What a leg that was broken off has to tell nevertheless.
  void add_faults(const Block& block, const Drawn& drawn, const LegRecord& leg);

  // The solver has broken too many rules.
  void disqualify(const std::string& reason) { result_.disqualified = reason; }

  // Not all of the dataset's blocks were met.
  void mark_incomplete() { result_.complete = false; }

  std::uint64_t incidents() const { return incidents_; }

  // The slowest puzzles, once more on their own: a listed time must hold outside its block too.
  void time_slowest_again(Entrant& entrant, const Budget& budget);

  ResultRecord finish(const std::string& dataset, const Entrant& entrant);

 private:
  struct Candidate {
    SlowPuzzle puzzle;
    Grid grid;
  };

  void add_nested(const Drawn& drawn, const LegRecord& leg, std::size_t i);
  void add_outcome(const LegRecord& leg, std::size_t i);
  void add_logic(const Grid& puzzle, const Answer& answer, Outcome outcome);
  void add_service_time(const Block& block, const Drawn& drawn, const LegRecord& leg,
                        std::size_t i);
  void keep_slow(Candidate candidate);
  void void_figures();
  void list_slowest();
  LatencyRecord latency() const;

  const RaceSettings& settings_;
  const StampClock& clock_;
  ResultRecord result_;
  Histogram service_times_;
  Histogram all_samples_;
  Cells guess_time_;
  std::vector<Candidate> slowest_;  // a heap, fastest of them first
  double service_ns_sum_ = 0;
  double par2_ns_sum_ = 0;
  double service_ns_min_ = 0;
  double service_ns_max_ = 0;
  std::uint64_t without_guess_ = 0;
  std::uint64_t incidents_ = 0;
  std::uint64_t instructions_ = 0;
  bool counts_instructions_ = true;  // in all legs so far
  std::uint64_t instance_bytes_;
  bool one_at_a_time_;
  bool rates_;
};

}  // namespace sudoku
