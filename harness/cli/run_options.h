// What `sudoku-bench run` was asked for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "harness/cli/run_processes.h"
#include "harness/result/document.h"
#include "harness/run/settings.h"

namespace sudoku::cli {

// Options that are tables in a suite.
inline constexpr const char* kPlugin = "plugin";
inline constexpr const char* kExec = "exec";

struct RunOptions {
  std::vector<std::string> files;
  std::string suite;  // file or empty
  std::vector<const SolverEntry*> solvers;
  std::vector<std::string> plugins;   // as given
  std::vector<std::string> commands;  // the same
  std::uint64_t exec_batch = 1;
  std::string isa = "auto";
  run::RaceSettings race;  // its contenders are filled by complete()
  std::string result;      // file, "-" or empty
  std::string html;        // the same
  std::string markdown;    // the same
  std::string puzzle_csv;  // the same
  std::uint64_t processes = 1;
  std::string pilots;  // result document or empty
  bool resume = false;
  bool quiet = false;
  bool verbose = false;

  // From the suite. A batch that its table does not tell is 0.
  std::vector<ExternalSpec> suite_externals;
  std::optional<result::SuiteRecord> suite_read;

  std::optional<ProcessPart> part;  // this is one of the processes of a run
};

// Declares the options of `run`; `options` must outlive the parse.
void declare_run_options(CLI::App& run, RunOptions& options);

// The files to write: result, html, markdown, puzzle_csv.
std::array<std::string, 4> outputs(const RunOptions& options);

// The journal of a run with that --result; empty when it has none, because the result does not stay
// in a file.
std::string journal_of(const std::string& result);

// What options are to each other: who races, and against whom. Throws CLI::Error.
void complete(const CLI::App& run, RunOptions& options);

// Makes solvers, here and in worker processes, use the instruction set that was asked for. Throws
// CLI::ValidationError when this machine cannot run it.
void dispatch_isa(const std::string& isa);

}  // namespace sudoku::cli
