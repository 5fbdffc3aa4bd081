// Output of the verdict of `compare` and `ab`: on the terminal, in files, in GitHub's job summary.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/cli/command.h"
#include "harness/cli/named_files.h"
#include "harness/compare/gate.h"
#include "harness/report/view.h"
#include "harness/stats/time_verdict.h"

namespace sudoku::cli {

// Output files of a verdict: each a path, "-" for standard output, or empty for none.
struct VerdictFiles {
  const char* suite;  // name of the test suite in the JUnit file
  std::string markdown = {};
  std::string junit = {};
  std::string html = {};
  std::string csv = {};

  std::vector<NamedFile> named() const {
    return {{"--markdown", markdown}, {"--junit", junit}, {"--html", html}, {"--times-csv", csv}};
  }
};

// `counters`: help of --counters.
void declare_gate(Command& command, compare::GateSettings& settings, stats::TimeRule& rule,
                  const char* counters);

void declare_files(Command& command, VerdictFiles& files);

// Writes the Markdown, JUnit and CSV files of a verdict, appends to GitHub's job summary when run
// by its CI, and prints the verdict. Returns the exit code.
int print_verdict(const compare::Comparison& comparison, const VerdictFiles& files,
                  Outputs& outputs);

// The page of a verdict. `single_pass`: each run was one pass, which names no fastest solver.
std::string page_of(const compare::Comparison& comparison,
                    std::span<const report::ReportInput> sides, bool single_pass);

}  // namespace sudoku::cli
