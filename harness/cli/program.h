// Exit codes, subcommands, reports of errors, and signals of sudoku-bench and sudoku-bench-mpi.
#pragma once

#include <array>
#include <atomic>
#include <functional>
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

// An exit code and its meaning, for --help and the manual page.
struct ExitStatus {
  int code;
  const char* meaning;
};

inline constexpr std::array<ExitStatus, 8> kExitStatuses = {{
    {kOk, "success"},
    {kUsage, "a usage error"},
    {kBadInput,
     "input that cannot be read or has no usable puzzle; an external solver that cannot be "
     "started; output that cannot be written"},
    {kWrongAnswer,
     "a solver gave a wrong answer, crashed, or was disqualified; a process of `ab` left no "
     "result; a verified puzzle is not proper, or its declared solution is wrong"},
    {kRegression,
     "answers or the search changed from the baseline, or a solver became slower; `history trend` "
     "found a recent slow-down (--fail-on-regression)"},
    {kInconclusive, "the measurements are not enough for a verdict"},
    {kNothingToCompare,
     "a result to compare is missing, or its rows do not match; results to merge do not belong "
     "together, or some are missing"},
    {kInterrupted, "interrupted; what was measured until then is written and marked as incomplete"},
}};

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
void add_history(Command& program);
void add_merge(Command& program);
void add_micro(Command& program);
void add_solvers(Command& program);
void add_version(Command& program);
void add_man(Command& program);
void add_completion(Command& program);

// Function that prints `why`, the reason for exit code `code`, and returns `code`.
using Failure = std::function<int(int code, const std::string& why)>;

struct Program {
  std::string name;
  std::string about;
  std::function<void(Command& program)> declare;  // adds the subcommands
  Failure fail;
};

// Opens /dev/null in place of closed standard streams: otherwise the next opened file would get
// their number and receive messages. Call this before any file is opened.
void occupy_standard_streams();

// Returns the exit code of `action`, or of the exception that it throws.
int guarded(const Failure& fail, const std::function<int()>& action);

// Runs the program on `command`, its command line with the program name first.
int run_program(const Program& program, const std::vector<std::string>& command);

// Makes SIGINT, SIGTERM and SIGHUP end the process at once with exit code 130, leaving no temporary
// files. For commands that do not watch for interrupts.
void end_on_signals();

// Returns a flag that the first SIGINT, SIGTERM or SIGHUP sets, so that the command can end cleanly
// (see base::interruption()). A second signal ends the process at once.
const std::atomic<bool>& watch_for_interrupts();

}  // namespace sudoku::cli
