// Options and steps of `run`, shared by sudoku-bench and the ranks of sudoku-bench-mpi.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/output.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/cli/run_processes.h"
#include "harness/options/options.h"
#include "harness/options/settings.h"
#include "harness/result/document.h"
#include "harness/run/journal.h"
#include "harness/run/run.h"

namespace sudoku::cli {

// Options of `run` that a suite file sets by TOML tables, as [[plugin]].
inline constexpr const char* kPlugin = "plugin";
inline constexpr const char* kExec = "exec";

struct RunOptions : options::Options {
  // External solvers that a suite file describes; `batch` is 0 if the file does not set it.
  std::vector<external::Spec> suite_externals;
  std::optional<result::SuiteRecord> suite_read;

  std::optional<ProcessPart> part;  // set in a process of `run --processes`
};

// Adds `run`; `act` executes it with its parsed options, and returns the exit code.
void add_run(Command& program, const std::function<int(RunOptions& options)>& act);

// Applies a suite to the options of `run`, then checks that they fit together. Throws UsageError.
void complete_with_suite(RunOptions& options);

// Checks the files of a run before it reads input. `writes`: whether this process writes results.
void prepare_files(RunOptions& options, bool writes);

// Shows the progress of a run, and writes its puzzles to --puzzle-csv if that was given.
class RunDisplay final : public run::RunObserver {
 public:
  // `leads` is false for all ranks of an MPI run but the one that prints progress and messages.
  RunDisplay(const RunOptions& options, bool leads);

  void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total) override;
  void bad_rows(const result::DatasetRecord& dataset) override;
  void starting(std::string_view dataset) override;
  void running(const run::RunProgress& progress) override;
  void planned(std::string_view dataset, std::string_view solver, const run::Plan& plan) override;
  void solved(const run::SolvedBlock& solved) override;

  void file_changed(const std::string& path) override { changed_file_ = path; }

  void print(const std::string& sentence);

  // Ends the progress line and completes --puzzle-csv, before the result is written.
  void finish();

  // The file whose change has ended the run; empty: none.
  const std::string& changed_file() const { return changed_file_; }

  // --puzzle-csv, if it could not be written.
  const Outputs& outputs() const { return outputs_; }

 private:
  // Calls `act`, which writes --puzzle-csv, unless that has failed before.
  void write_puzzles(const std::function<void()>& act);

  const RunOptions& options_;
  bool is_repeated_;  // another process prints the messages on bad rows and samples
  ProgressLine progress_;
  std::optional<base::AsideFile> puzzle_csv_;
  Outputs outputs_;
  std::string changed_file_;
};

run::JournalOptions journal_options(const RunOptions& options, RunDisplay& display);

// Writes and prints a result that this process measured, and removes its journal once that is
// needed no more. Returns the exit code, or throws OutputError.
int leave_result(const RunOptions& options, const std::vector<std::string>& command,
                 RunDisplay& display, const run::FileJournal& journal, result::RunResult& result);

}  // namespace sudoku::cli
