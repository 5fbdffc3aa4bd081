// Checks that the fields of a result document agree with each other. Both functions throw
// InputError "name: pointer: expected …, found …": such a document was not written by a run.
#pragma once

#include <string>

#include "harness/result/document.h"

namespace sudoku::result {

// Throws when a row or a contest is of a dataset or a solver that the document does not have, or a
// bin cannot be.
void require_references(const RunResult& run, const std::string& name);

// Throws when a row is there twice, or what it says as a whole is not what its blocks add up to. To
// be called after require_references.
void require_totals(const RunResult& run, const std::string& name);

}  // namespace sudoku::result
