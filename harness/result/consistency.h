// What the fields of a result document are to each other.
#pragma once

#include <string>

#include "harness/result/document.h"

namespace sudoku::result {

// Throw InputError "name: pointer: expected …, found …": such a document was not written by a run.

// When a row or a contest is of a dataset or a solver that the document does not have, or a bin
// cannot be.
void require_references(const RunResult& run, const std::string& name);

// When a row is there twice, or what it says as a whole is not what its blocks add up to. To be
// called after the other.
void require_totals(const RunResult& run, const std::string& name);

}  // namespace sudoku::result
