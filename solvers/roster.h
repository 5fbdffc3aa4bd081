// All solvers that are compiled in.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "solvers/solver.h"

namespace sudoku {

// Each is constant-initialised in the solver's own file, so reading it can never come too early.
#define SOLVER(name) extern const std::span<const SolverEntry> name##_entries;
#include "solvers/roster.def"
#undef SOLVER

// Every entry of roster.def, in its order. Pointers stay valid for the life of the program.
const std::vector<const SolverEntry*>& roster();

// The entry of that name, or null.
const SolverEntry* find_solver(std::string_view name);

// The name in the roster that is most like `name` (edit distance), for error messages.
std::string_view nearest_solver_name(std::string_view name);

}  // namespace sudoku
