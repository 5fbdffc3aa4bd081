// The verdict of `compare` and `ab`, written where people and scripts look for it.
#pragma once

#include <string>

#include "harness/cli/command.h"
#include "harness/compare/gate.h"

namespace sudoku::cli {

// Files to write: a path, "-" for standard output, or empty.
struct VerdictFiles {
  const char* suite;  // name of the checks in the JUnit file
  std::string markdown = {};
  std::string junit = {};
  bool is_output_taken = false;  // another table goes to standard output
};

// --accept-guesses and --deterministic-only
void declare_gate(Command& command, compare::GateSettings& settings);

int exit_code_of(compare::GateResult result);

// Writes the files, appends to the job summary in GitHub's runner, and prints the verdict.
void tell_verdict(const compare::Comparison& comparison, const VerdictFiles& files);

}  // namespace sudoku::cli
