// Adds up the legs of one solver on one dataset with one number of threads, block by block.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/entrants/clock.h"
#include "harness/entrants/entrant.h"
#include "harness/measure/cells.h"
#include "harness/measure/histogram.h"
#include "harness/measure/leg.h"
#include "harness/measure/plan.h"
#include "harness/results/sums.h"

namespace sudoku {

// The row without its figures: who it is about.
ResultRecord row_of(const Entrant& entrant, const Contender& contender, const Plan& plan,
                    const RaceSettings& settings);

class Recorder {
 public:
  // `nested`: rates of the smaller samples whose answers are told apart.
  Recorder(const Entrant& entrant, const std::vector<double>& nested, const RaceSettings& settings,
           const StampClock& clock);

  // Where the legs put every single sample.
  Histogram& all_samples() { return all_samples_; }

  // A leg over the solver's own sample, judged.
  void add(const Block& block, const Drawn& drawn, const LegRecord& leg);

  // A leg over the smaller sample of a slower solver.
  void add_lower(double rate, const LegRecord& leg);

  // What a leg that was broken off has to tell nevertheless.
  void add_faults(const Block& block, const Drawn& drawn, const LegRecord& leg);

  // What a leg took, whatever became of it.
  void add_time(std::chrono::nanoseconds spent);

  // The solver has broken too many rules.
  void disqualify(const std::string& reason) { sums_.disqualified = reason; }

  // It takes no further blocks.
  void mark_incomplete() { sums_.complete = false; }

  // What has been added since it was asked last.
  RowSums take();

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

  const RaceSettings& settings_;
  const StampClock& clock_;
  RowSums sums_;
  std::vector<NestedRecord> nested_;  // without a puzzle
  Histogram service_times_;
  Histogram all_samples_;
  Cells guess_time_;
  std::vector<Candidate> slowest_;  // a heap, fastest of them first
  bool one_at_a_time_;
  bool searches_;
  bool rates_;
};

// The slowest puzzles, once more on their own: a listed time must hold outside its block too.
void time_again(std::vector<SlowPuzzle>& slowest, Entrant& entrant, const Budget& budget,
                const StampClock& clock);

}  // namespace sudoku
