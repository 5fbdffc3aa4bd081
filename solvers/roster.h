// The roster: all solvers of roster.def. Those that are compiled in are always there; those of an
// engine are in a module, sudoku-bench-ENGINE.so, which is loaded when one of them is asked for, so
// that the program starts without the libraries of the engines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/solver.h"

namespace sudoku {

// Every entry, in the order of roster.def; loads all engines. Pointers stay valid for the life of
// the program.
std::vector<const SolverEntry*> roster();

// The entry of the solver `name`, or null; loads its engine, if it has one.
const SolverEntry* find_solver(std::string_view name);

// A solver that is not there because its module, or a library of its engine, is missing.
struct MissingEngine {
  std::string_view solver;   // its name in roster.def; the names of its entries begin with it
  std::string_view package;  // the Debian package that holds the engine
  std::string why;           // of the loader: which file is missing
};

std::vector<MissingEngine> missing_engines();

// The missing engine that the solver of that name would need, if it is one.
std::optional<MissingEngine> missing_engine_for(std::string_view name);

std::vector<std::string_view> solver_names();

}  // namespace sudoku
