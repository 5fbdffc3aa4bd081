// Plans how much of a dataset each solver gets within the time budget, from a pilot measurement.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/dataset/sample.h"
#include "harness/options/settings.h"
#include "harness/result/document.h"
#include "harness/run/unrecorded_faults.h"
#include "harness/runner/runner.h"

namespace sudoku::run {

struct Plan {
  double pilot_ns = 0;        // time per puzzle by the pilot measurement
  double rate = 1;            // sampling rate: a power of 1/2, unless the user set it
  std::vector<double> lower;  // rates of slower solvers' samples, also timed; descending
  std::size_t chunk = 1;      // puzzles per task
  // Whether a puzzle takes over 1 ms: time stamps then cost nothing, so every throughput round is a
  // latency round too, on the puzzles as given (no branch predictor learns a search that long).
  bool slow = false;
  std::uint64_t rounds = 1;
  Nanoseconds round_floor{0};  // least time of a round, which repeats passes
  Nanoseconds warmup{0};       // before each round, off the clock
};

// What a plan for a solver is made from.
struct Pilot {
  double ns_per_puzzle = 0;  // running time on the fewest threads of the run
  std::uint64_t batch = 0;   // puzzles per call; 0: not a batch solver
};

// Time after which a puzzle is given up, in a dataset of `puzzles`; 0: never.
Nanoseconds puzzle_limit(std::uint64_t puzzles, const options::RunSettings& settings);

// One plan per pilot, for a dataset of `puzzles`. Samples are nested; each solver is also planned
// on every smaller sample, so that any two solvers can be compared on the puzzles that both have.
std::vector<Plan> plan_run(const std::vector<Pilot>& pilots, std::uint64_t puzzles,
                           const dataset::Sampling& sampling, const options::RunSettings& settings);

// A solver's measurement on pilot puzzles.
struct PilotMeasurement {
  double ns_per_puzzle = 0;          // running time
  std::vector<Answer> answers = {};  // first answer to each puzzle; `unanswered`: never reached
  UnrecordedFaults faults = {};
  std::string disqualified = {};  // as Runner::disqualified()
};

// Measures a solver on `pilots` (puzzles drawn from the whole dataset, in random order), one by one
// until a share of the time budget is spent; at least one, and only one without a budget.
PilotMeasurement run_pilot(runner::Runner& runner, std::span<const Grid> pilots,
                           Nanoseconds time_budget, const Budget& budget,
                           const machine::StampClock& clock);

// Pilot times from which the result's samples were planned.
std::vector<options::KnownPilot> pilots_of(const result::RunResult& run);

}  // namespace sudoku::run
