// What the fields of a result document are to each other.
#pragma once

#include <string>

#include "harness/results/result.h"

namespace sudoku {

// Throws InputError "name: pointer: expected …, found …" when a row or a contest is of a dataset
// or a solver that the document does not have, or a bin cannot be: such a document was not written
// by a run.
void require_consistent(const RunResult& run, const std::string& name);

}  // namespace sudoku
