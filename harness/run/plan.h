// How much of a dataset each solver gets to see, so that everybody keeps to the time budget, from a
// first guess at how long it takes.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/dataset/sample.h"
#include "harness/result/document.h"
#include "harness/run/runner.h"
#include "harness/run/settings.h"

namespace sudoku::run {

struct Plan {
  double pilot_ns = 0;         // a puzzle; what it was made from
  double rate = 1;             // of the sample: a power of 1/2, unless the user set it
  std::vector<double> lower;   // smaller rates of slower solvers, to be timed as well, descending
  std::vector<double> nested;  // half_below(rate), half of that, …: whose answers are told apart
  std::size_t chunk = 1;       // puzzles per task
  // Over 1 ms a puzzle: spans of one, and stamps cost nothing, so that every throughput round is a
  // latency round too, on the puzzles as given (no predictor learns a search that long).
  bool slow = false;
  std::uint64_t rounds = 1;
  std::chrono::nanoseconds round_floor{0};  // a round repeats passes until this is on the clock
  std::chrono::nanoseconds warmup{0};       // before each round, off the clock
};

// What a pilot measurement found out about a solver: wall time a puzzle on the fewest threads of
// the race.
struct Pilot {
  double ns_per_puzzle = 0;
  unsigned batch = 1;
  bool takes_any_batch = true;  // false: RaceSettings::batch does not change it
};

// After what time a puzzle of a dataset of `puzzles` is given up; 0: never.
std::chrono::nanoseconds puzzle_limit(std::uint64_t puzzles, const RaceSettings& settings);

// One plan per pilot, for a dataset of `puzzles`. Samples are nested; each solver is also planned
// on every smaller sample, so that any two can be compared on the puzzles both met.
std::vector<Plan> plan_race(const std::vector<Pilot>& pilots, std::uint64_t puzzles,
                            const dataset::Sampling& sampling, const RaceSettings& settings);

// Measures a first guess at how long a solver takes. Solves `pilots` (drawn from the whole dataset,
// in random order) one by one until a share of the time budget is spent, at least one. Without a
// time budget there is nothing to plan: one.
Pilot run_pilot(Entrant& entrant, const std::vector<Grid>& pilots,
                std::chrono::nanoseconds time_budget, const Budget& budget,
                const StampClock& clock);

std::optional<Pilot> known_pilot(const std::vector<KnownPilot>& pilots,
                                 const std::string& dataset_sha256, const Entrant& entrant);

// The pilot times that the result's samples were planned from.
std::vector<KnownPilot> pilots_of(const result::RunResult& run);

}  // namespace sudoku::run
