// All solutions of a puzzle, by a solver that tells only the first one and whether there are more.
#pragma once

#include <atomic>
#include <functional>

#include "solvers/solver.h"

namespace sudoku {

// Called with each solution; false ends it.
using SolutionVisitor = std::function<bool(const Grid& solution)>;

// Visits the solutions of `puzzle` in the order of their texts, whatever the solver, which has to
// prove uniqueness and to show its solution. Finding the next one takes at most 81 calls of the
// solver, with nine puzzles each. True when there were no more.
bool visit_solutions(Solver& solver, const Grid& puzzle, const std::atomic<bool>& cancelled,
                     const SolutionVisitor& visit);

}  // namespace sudoku
