// What `sudoku-bench run` was asked for.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/command.h"
#include "harness/cli/run_processes.h"
#include "harness/result/document.h"
#include "harness/run/settings.h"

namespace sudoku::cli {

// Options that are tables in a suite.
inline constexpr const char* kPlugin = "plugin";
inline constexpr const char* kExec = "exec";

struct RunOptions : run::Options {
  // From the suite. A batch that its table does not tell is 0.
  std::vector<ExternalSpec> suite_externals;
  std::optional<result::SuiteRecord> suite_read;

  std::optional<ProcessPart> part;  // this is one of the processes of a run
};

// Adds an option of `run` to a subcommand that `options` outlives.
Option& add_option(Command& command, const run::Option& option, run::Options& options);

// Adds all options of `run`.
void declare_run_options(Command& command, RunOptions& options);

// The files to write: result, html, markdown, puzzle_csv.
std::array<std::string, 4> outputs(const RunOptions& options);

// The journal of a run with that --result; empty when it has none, because the result does not stay
// in a file.
std::string journal_of(const std::string& result);

// What options are to each other: who races, and against whom. Throws UsageError.
void complete(RunOptions& options);

// Makes solvers, here and in worker processes, use the instruction set that was asked for. Throws
// UsageError when this machine cannot run it.
void dispatch_isa(const std::string& isa);

}  // namespace sudoku::cli
