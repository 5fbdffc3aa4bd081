// A first guess at how long a solver takes, before anything is measured.
#pragma once

#include <chrono>
#include <vector>

#include "harness/entrants/entrant.h"
#include "harness/measure/plan.h"

namespace sudoku {

// Solves `pilots` (drawn from the whole dataset, in random order) one by one until a share of the
// time budget is spent, at least one. Without a time budget there is nothing to plan: one.
Pilot run_pilot(Entrant& entrant, const std::vector<Grid>& pilots,
                std::chrono::nanoseconds time_budget, const Budget& budget,
                const StampClock& clock);

}  // namespace sudoku
