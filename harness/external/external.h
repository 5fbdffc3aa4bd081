// External solvers: shared libraries with the C function that sudoku_plugin.h documents, and
// commands that answer a line per puzzle. The adapters only translate; the harness isolates these
// solvers in single-threaded processes, survives their crashes, and measures time there.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/search.h"
#include "solvers/solver.h"

namespace sudoku::external {

// How a solver treats the solution limit.
enum class LimitUse : std::uint8_t {
  honoured,
  first,  // stops at the first solution at any limit; proves nothing
  two,    // stops at the second solution at any limit; proves uniqueness, counts no further
  all,    // counts all solutions at any limit
};

// Names of the uses in descriptions of solvers, in the order of LimitUse.
inline constexpr std::array<std::string_view, 4> kLimitUses = {"honoured", "first", "two", "all"};

constexpr std::string_view name_of(LimitUse use) {
  return kLimitUses[static_cast<std::size_t>(use)];
}

// An external solver as its user describes it.
struct Spec {
  std::string name;  // [A-Za-z0-9_.+-]+, unique in a run

  // An external solver with a `library` is a plugin, one without is a command.
  std::string library;  // path of the shared library
  std::string symbol;
  std::uint32_t config = 0;  // passed on to the plugin's function

  std::vector<std::string> command;  // program (searched for in PATH) and its arguments

  bool takes_batches = false;  // whether the plugin's function is a sudoku_plugin_batch_function
  // Puzzles per call of a plugin that takes batches, or written to a command before it answers.
  std::uint64_t batch = 1;

  LimitUse limit = LimitUse::honoured;
  // Whether a plugin writes a solution at limits above 1: always (true: leaving it out is wrong),
  // never (false: none is read), or not known: each answer then shows whether it did.
  std::optional<bool> fills_solution;
  // Whether instances may share a process. Only recorded: a worker process has one thread.
  bool thread_safe = true;

  // Version and compiler flags of the external solver, as stated by its user; may be empty.
  std::string version;
  std::string flags;

  bool is_plugin() const { return !library.empty(); }

  bool operator==(const Spec&) const = default;
};

// Called when a solver crashes, hangs or breaks a rule on the puzzle at `position` in the span
// given to solve(). The answer already has `outcome`. The reason is one line.
using ReportIncident =
    std::function<void(std::size_t position, Outcome outcome, std::string_view reason)>;

// How long puzzles and answers of a plugin's batches were copied: not the solver's time.
struct CopyingTime {
  std::chrono::nanoseconds wall{0};
  std::chrono::nanoseconds cpu{0};
};

// Number of solutions up to which a solver's counts are believed: more are cut to it.
constexpr std::uint64_t most_counted(std::uint64_t limit, LimitUse use) {
  if (use == LimitUse::all) return limit;
  return use == LimitUse::two ? std::min<std::uint64_t>(limit, 2) : kUnlimited;
}

// Sets an answer's outcome and count; an impossible count is kept for the checker to refuse.
inline void set_count(Answer& answer, std::uint64_t count, std::uint64_t limit, LimitUse use) {
  const std::uint64_t solutions = std::min(count, most_counted(limit, use));
  answer.solutions = solutions;
  if (use == LimitUse::first) {
    answer.outcome = solutions == 0 ? Outcome::none : Outcome::first;
  } else {
    answer.outcome = solutions > limit ? Outcome::multiple : outcome_of(solutions, limit);
  }
}

// The answer in a line of a command, blanks around its parts aside, or nothing when it is none of
//   (empty line)      no solution
//   DIGITS            a solution, 81 of '1'..'9'; others were not looked for
//   COUNT             number of solutions up to the limit, none of them shown
//   COUNT DIGITS      number of solutions, and the first of them
std::optional<Answer> answer_of(std::string_view line, std::uint64_t limit, LimitUse use);

// The SolverInfo of an external solver. Its views point into `spec`, which must outlive them.
SolverInfo info_of(const Spec& spec);

// Loads the library, or throws LoadError. Answers are written in order, after each call, so a
// crash happened at the first one still `unanswered`, or in the batch that begins there. Adds to
// `copying`, which is not owned. If `is_counted`, valgrind counts the instructions of the plugin's
// function alone (counted_call.h); a process has at most one such plugin.
std::unique_ptr<Solver> make_plugin(const Spec& spec, ReportIncident report,
                                    CopyingTime* copying = nullptr, bool is_counted = false);

// What a command is started for, and how long it may take.
struct CommandTerms {
  std::uint64_t solution_limit = 2;          // in its environment, as SUDOKU_BENCH_SOLUTIONS
  std::chrono::nanoseconds start_limit{0};   // until its first answer; 0: none
  std::chrono::nanoseconds puzzle_limit{0};  // 0: none
};

// Starts the command, and returns when it has answered an easy puzzle. It is ended when it breaks a
// rule, which is reported, or no line has come 250 ms after `puzzle_limit`: the puzzles after that
// stay unanswered. The process ignores SIGPIPE from then on. Throws LoadError if the command gives
// no first answer.
std::unique_ptr<Solver> make_command(const Spec& spec, const CommandTerms& terms,
                                     ReportIncident report);

// The reason of an incident in which a solver was ended because it exceeded the time limit of a
// puzzle, as "no answer within 400 ms".
std::string no_answer_within(std::chrono::nanoseconds time_limit);

}  // namespace sudoku::external
