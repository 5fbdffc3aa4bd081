// From the words of the command line to the exit code, for each of our programs.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "harness/cli/run_processes.h"

namespace sudoku::cli {

// How a subcommand joins the command line. Each is one file: it declares its options on `app` and,
// when it was chosen, leaves what it will do in `action`.

// Exit codes.
inline constexpr int kOk = 0;
inline constexpr int kUsage = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kWrongAnswer = 3;
inline constexpr int kRegression = 4;
inline constexpr int kInconclusive = 5;
inline constexpr int kNothingToCompare = 6;
inline constexpr int kInterrupted = 130;

// What --help and the man page say of them.
struct ExitStatus {
  int code;
  const char* meaning;
};

inline constexpr std::array<ExitStatus, 8> kExitStatuses = {{
    {kOk, "all went well"},
    {kUsage, "a mistake on the command line"},
    {kBadInput,
     "input without a usable puzzle, or that cannot be read; a solver from outside that cannot be "
     "started; output that cannot be written"},
    {kWrongAnswer,
     "a solver gave a wrong answer, crashed, or was disqualified; a process of `ab` left no "
     "result; "
     "a verified puzzle is not proper, "
     "or its declared solution is wrong"},
    {kRegression,
     "answers or the search changed against the baseline, or it got slower; `history trend` found "
     "a "
     "recent slow-down (--fail-on-regression)"},
    {kInconclusive, "what was measured cannot decide it"},
    {kNothingToCompare,
     "a result to compare is missing, or its rows do not match; results to merge do not belong "
     "together, or are not all there"},
    {kInterrupted, "interrupted; what was measured by then is written and marked as incomplete"},
}};

// Runs after the whole command line is understood; returns the exit code. May throw InputError,
// OutputError, ExternalError and CLI::Error, which `main` reports.
using Action = std::function<int()>;

// `command` is the whole command line, for the result document; `part` is given when this is one of
// the processes of a run.
void add_run(CLI::App& app, Action& action, const std::vector<std::string>& command,
             const std::optional<ProcessPart>& part);
void add_solve(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_ab(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_dataset(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_history(CLI::App& app, Action& action);
void add_merge(CLI::App& app, Action& action);
void add_micro(CLI::App& app, Action& action);
void add_solvers(CLI::App& app, Action& action);
void add_version(CLI::App& app, Action& action);
void add_man(CLI::App& app, Action& action);
void add_completion(CLI::App& app, Action& action);

// Tells the user why the program ends with that exit code, and returns it.
using Failure = std::function<int(int code, const std::string& why)>;

struct Program {
  std::string name;
  std::string about;
  std::function<void(CLI::App& app, Action& action)> declare;  // its subcommands
  Failure fail;
};

// What every program does before it opens a file. A standard stream that is closed gets a stand-in,
// or the next file opened would be it, and messages would land in that file.
void occupy_standard_streams();

// The exit code of the action, or of what it throws.
int guarded(const Failure& fail, const std::function<int()>& action);

// `command`: the words of the command line, the program's name first.
int run_program(const Program& program, const std::vector<std::string>& command);

// Ctrl-C as a flag.

// From now on SIGINT, SIGTERM and SIGHUP end the process at once with exit code 130, and leave no
// temporary file behind: for all that does not watch for them.
void end_on_signals();

// Set from now on by the first SIGINT, SIGTERM or SIGHUP, so that the command can end cleanly
// (see interruption()); a second one ends the process at once, as above.
const std::atomic<bool>& watch_for_interrupts();

}  // namespace sudoku::cli
