// What the result document records about the origin of an external solver.
#pragma once

#include <string>
#include <vector>

#include "harness/external/external.h"
#include "harness/result/document.h"
#include "harness/runner/runner.h"

namespace sudoku::runner {

// What the user says of an external solver, and the sha256 of its file, if any. A
// command's file is its program, or its first argument that is no option if that names a file, as
// in `python3 -u solver.py`: the interpreter is not the solver.
result::ExternalRecord provenance_of(const external::Spec& spec);

// The files that a solver is started from: a plugin's library; a command's program, and those of
// its arguments that name files.
std::vector<std::string> files_of(const external::Spec& spec);

// The files that the external ones of the solvers are started from.
std::vector<std::string> files_of(const std::vector<SolverSpec>& solver_specs);

}  // namespace sudoku::runner
