// All solvers that are compiled in, and those that could be.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "solvers/solver.h"

namespace sudoku {

// The entries of each file. They are constant-initialised, so they can be read at any time.
#define SOLVER(name) extern const std::span<const SolverEntry> name##_entries;
#define ENGINE(name, needed) SOLVER(name)
#include "solvers/roster.def"
#undef ENGINE
#undef SOLVER

// Every entry of roster.def, in its order. Pointers stay valid for the life of the program.
const std::vector<const SolverEntry*>& roster();

// The entry of that name, or null.
const SolverEntry* find_solver(std::string_view name);

// Solvers that are not in this build, for want of an engine.
struct MissingEngine {
  std::string_view solver;   // the names of its entries begin with it
  std::string_view package;  // the Debian package that holds the engine
};

const std::vector<MissingEngine>& missing_engines();

// The missing engine that the solver of that name would need, or null.
const MissingEngine* engine_missing_for(std::string_view name);

// The names of all entries of the roster.
std::vector<std::string_view> solver_names();

}  // namespace sudoku
