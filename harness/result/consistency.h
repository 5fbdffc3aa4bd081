// Consistency checks of a result document. They throw InputError "name: pointer: expected …, found
// …" for a document that no run can have written.
#pragma once

#include <string>

#include "harness/result/document.h"

namespace sudoku::result {

// Throws if rows or puzzle comparisons of the result refer to unknown datasets, solvers or bins.
void require_references(const RunResult& run, const std::string& name);

// Throws for a row that occurs twice or has wrong totals. To be called after require_references().
void require_totals(const RunResult& run, const std::string& name);

}  // namespace sudoku::result
