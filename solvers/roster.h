// The roster: all solvers that are compiled in, and those left out because their engine is missing.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "solvers/solver.h"

namespace sudoku {

// Every entry of roster.def, in its order. Pointers stay valid for the life of the program.
const std::vector<const SolverEntry*>& roster();

// The roster's entry for the solver `name`, or null.
const SolverEntry* find_solver(std::string_view name);

// A solver that is not in this build because its engine is missing.
struct MissingEngine {
  std::string_view solver;   // its name in roster.def; the names of its entries begin with it
  std::string_view package;  // the Debian package that holds the engine
};

const std::vector<MissingEngine>& missing_engines();

// The missing engine that the solver of that name would need, or null.
const MissingEngine* engine_missing_for(std::string_view name,
                                        std::span<const MissingEngine> missing = missing_engines());

std::vector<std::string_view> solver_names();

}  // namespace sudoku
