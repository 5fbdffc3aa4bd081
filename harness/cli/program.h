// Exit codes, subcommands, reports of errors, and signals of sudoku-bench.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/command.h"
#include "harness/cli/run_processes.h"
#include "harness/result/document.h"

namespace sudoku::cli {

inline constexpr int kOk = 0;
inline constexpr int kUsage = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kWrongAnswer = 3;
inline constexpr int kRegression = 4;
inline constexpr int kInconclusive = 5;
inline constexpr int kNothingToCompare = 6;
inline constexpr int kInterrupted = 130;

// An exit code and its meaning, for --help-all.
struct ExitStatus {
  int code;
  const char* meaning;
};

inline constexpr std::array<ExitStatus, 8> kExitStatuses = {{
    {kOk, "success"},
    {kUsage, "a usage error"},
    {kBadInput,
     "input that cannot be read or has no usable puzzle; an external solver that cannot be "
     "started, or whose files change during the run; output that cannot be written"},
    {kWrongAnswer,
     "a solver gave a wrong answer, crashed, or was disqualified (`run`, also with --resume of a "
     "complete result, `merge`, `compare`, `ab`; not `report` and `export`, which only show "
     "results); a process of `ab` left no result; a verified puzzle is not proper, or "
     "its declared solution is wrong"},
    {kRegression, "answers or the search changed from the baseline, or a solver became slower"},
    {kInconclusive, "the measurements are not enough for a verdict"},
    {kNothingToCompare,
     "a result to compare is missing, or its rows do not match; results to merge do not belong "
     "together, or some are missing"},
    {kInterrupted, "interrupted; what was measured until then is written and marked as incomplete"},
}};

// Exit code of a command that makes a result document, by `run` or out of other documents:
// kInterrupted for an incomplete one, kWrongAnswer if a row has no figures because an answer was
// wrong or the solver was disqualified, or if a solver crashed, else kOk. Commands that show or
// convert a document do not use it: they end with kOk.
int code_of(const result::RunResult& result);

// Revision, compiler and flags of this build.
result::ToolRecord tool_record();

// Each add_ function declares a subcommand. `words` is the whole command line, for the result
// document; `part` is set in a process of `run --processes`.
void add_run(Command& program, const std::vector<std::string>& words,
             const std::optional<ProcessPart>& part);
void add_solve(Command& program);
void add_compare(Command& program);
void add_ab(Command& program);
void add_report(Command& program);
void add_dataset(Command& program);
void add_export(Command& program);
void add_merge(Command& program);
void add_micro(Command& program);
void add_solvers(Command& program);
void add_version(Command& program);

// Runs sudoku-bench on `words`, its command line with the program name first, or serves as a worker
// process if the words say so. Returns the exit code. To be called by main().
int run_program(std::vector<std::string> words);

// Throws InputError when this process may not hold `needed` files open at once (ulimit -n).
void require_open_files(std::uint64_t needed);

// Files that any command may hold open at once.
inline constexpr std::uint64_t kOpenFiles = 20;

// Returns a flag that the first SIGINT, SIGTERM or SIGHUP sets, so that the command can end cleanly
// (see base::interruption()). A second signal ends the process at once, as does the first one in
// commands that do not call this: with exit code 130, leaving no temporary files.
const std::atomic<bool>& watch_for_interrupts();

}  // namespace sudoku::cli
