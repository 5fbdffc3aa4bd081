// The steps of `run`, for the two programs that run races: sudoku-bench, and sudoku-bench-mpi on
// every rank of an MPI job.
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
#include "harness/cli/run_options.h"
#include "harness/run/checkpoint.h"
#include "harness/run/race.h"

namespace sudoku::cli {

// What a program does with the options of `run`, once they are parsed.
using RunAction = std::function<int(RunOptions& options)>;

// Declares the subcommand.
void add_run(Command& program, const RunAction& act);

// Applies the suite, then checks what options are to each other. Throws UsageError.
void complete_with_suite(RunOptions& options);

// Everything else that can be found wrong before files are read. `writes`: this process is the one
// that writes the result.
void prepare_files(RunOptions& options, bool writes);

// --puzzle-csv: one row per puzzle and solver, streamed while the race runs.
//
// Columns: dataset, line, puzzle, solver, threads, outcome, guesses, latency_ns (the smallest over
// the latency rounds; empty without them), solution (empty when there is none), hardest (of solvers
// that rate). Written aside; without finish(), nothing is left behind.
class PuzzleCsv {
 public:
  // Throws OutputError, as do the others.
  explicit PuzzleCsv(const std::string& path);

  void add(const run::SolvedBlock& solved);

  void finish() { file_.finish(); }

 private:
  base::AsideFile file_;
};

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
  std::optional<PuzzleCsv> puzzles_;
};

run::CheckpointOptions checkpoint_options(const RunOptions& options, RaceDisplay& display);

// Writes and prints the result of a race that this process ran. Returns the exit code.
int leave_result(const RunOptions& options, const std::vector<std::string>& command,
                 RaceDisplay& display, result::RunResult& result);

}  // namespace sudoku::cli
