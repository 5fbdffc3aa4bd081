// Output of the verdict of `compare` and `ab`: on the terminal, in files, in GitHub's job summary.
#pragma once

#include <string>

#include "harness/cli/command.h"
#include "harness/compare/gate.h"

namespace sudoku::cli {

// Output files of a verdict: each a path, "-" for standard output, or empty for none.
struct VerdictFiles {
  const char* suite;  // name of the test suite in the JUnit file
  std::string markdown = {};
  std::string junit = {};
  bool is_output_taken = false;  // whether any file goes to standard output
};

void declare_gate(Command& command, compare::GateSettings& settings);

// Writes a verdict's files, appends to GitHub's job summary when run by its CI, and prints it.
// Returns the exit code.
int print_verdict(const compare::Comparison& comparison, const VerdictFiles& files);

}  // namespace sudoku::cli
