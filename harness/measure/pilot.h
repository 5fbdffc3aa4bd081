// A first guess at how long a solver takes, before anything is measured.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "harness/entrants/entrant.h"
#include "harness/measure/plan.h"
#include "harness/results/result.h"

namespace sudoku {

// Solves `pilots` (drawn from the whole dataset, in random order) one by one until a share of the
// time budget is spent, at least one. Without a time budget there is nothing to plan: one.
Pilot run_pilot(Entrant& entrant, const std::vector<Grid>& pilots,
                std::chrono::nanoseconds time_budget, const Budget& budget,
                const StampClock& clock);

std::optional<Pilot> known_pilot(const std::vector<KnownPilot>& pilots,
                                 const std::string& dataset_sha256, const Entrant& entrant);

// Those that the result's samples were planned from.
std::vector<KnownPilot> pilots_of(const RunResult& run);

}  // namespace sudoku
