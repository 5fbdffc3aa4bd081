// A verdict where people and scripts look for it.
#pragma once

#include <string>

#include "harness/compare/gate.h"

namespace sudoku::cli {

// Files to write, "-" for standard output, or empty.
struct VerdictFiles {
  const char* suite;  // the name of the checks in JUnit
  std::string markdown = {};
  std::string junit = {};
  bool is_output_taken = false;  // by another table
};

int exit_code_of(compare::GateResult result);

// Writes the files, adds to the summary of a job in GitHub's runner, prints the rest.
void tell_verdict(const compare::Comparison& comparison, const VerdictFiles& files);

}  // namespace sudoku::cli
