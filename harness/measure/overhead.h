// What the harness itself costs, measured in every run with the solver that does nothing.
#pragma once

#include <span>

#include "harness/entrants/clock.h"
#include "harness/parallel/gang.h"
#include "harness/results/result.h"
#include "solvers/sudoku.h"

namespace sudoku {

// On one thread of `gang`'s kind, over `puzzles` (not empty).
OverheadRecord measure_overhead(Gang& gang, const StampClock& clock, std::span<const Grid> puzzles);

}  // namespace sudoku
