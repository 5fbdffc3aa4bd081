// Consistency checks of a result document. They throw InputError "name: pointer: expected …, found
// …" for a document that no run can have written.
#pragma once

#include <string>

#include "harness/result/document.h"

namespace sudoku::result {

// Throws for unknown datasets or solvers in rows and puzzle comparisons, and bins out of range.
void require_references(const RunResult& run, const std::string& name);

// Throws if a row occurs twice or its totals differ from its blocks; runs after require_references.
void require_totals(const RunResult& run, const std::string& name);

}  // namespace sudoku::result
