// The options and steps of `run`, for the two programs that run races: sudoku-bench, and
// sudoku-bench-mpi on every rank of an MPI job.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/output.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/cli/run_processes.h"
#include "harness/result/document.h"
#include "harness/run/checkpoint.h"
#include "harness/run/race.h"
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

// What a program does with the options of `run`, once they are parsed.
using RunAction = std::function<int(RunOptions& options)>;

// Declares the subcommand.
void add_run(Command& program, const RunAction& act);

// Applies the suite, then checks what options are to each other. Throws UsageError.
void complete_with_suite(RunOptions& options);

// Everything else that can be found wrong before files are read. `writes`: this process is the one
// that writes the result.
void prepare_files(RunOptions& options, bool writes);

// Shows a race to the user, and streams its puzzles to a file if one was asked for.
class RaceDisplay final : public run::RaceObserver {
 public:
  // `leads`: no other process shows this race.
  RaceDisplay(const RunOptions& options, bool leads);

  void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total) override;
  void bad_rows(const result::DatasetRecord& dataset) override;
  void running(const run::RaceProgress& progress) override;
  void planned(const run::PlannedSolver& planned) override;
  void solved(const run::SolvedBlock& solved) override;

  void print(const std::string& sentence);

  // The result is about to be written.
  void finish();

 private:
  const RunOptions& options_;
  bool is_repeated_;  // another process prints the same about rows and plans
  ProgressLine progress_;
  std::optional<base::AsideFile> puzzle_csv_;
};

run::CheckpointOptions checkpoint_options(const RunOptions& options, RaceDisplay& display);

// Writes and prints the result of a race that this process ran. Returns the exit code.
int leave_result(const RunOptions& options, const std::vector<std::string>& command,
                 RaceDisplay& display, result::RunResult& result);

}  // namespace sudoku::cli
