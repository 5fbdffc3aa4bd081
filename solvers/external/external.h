// Solvers that are not compiled in: shared libraries with the C function that sudoku_plugin.h
// documents, and commands that answer a line per puzzle.
//
// They are foreign code. The adapters here only translate; the harness runs them in processes of
// their own (one thread each), survives their crashes, and times them next to the call.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/solver.h"

namespace sudoku {

// What a solver does with the solution limit that it is given.
enum class LimitUse : std::uint8_t {
  honoured,
  first,  // stops at the first solution whatever it is asked for; it proves nothing
  all,    // counts all solutions whatever it is asked for
};

// "honoured", "first", "all".
std::string_view name_of(LimitUse use);

// An external solver, as its user describes it.
struct ExternalSpec {
  std::string name;  // [A-Za-z0-9_.+-]+, unique in a race

  // A plugin, when `library` is not empty; a command otherwise.
  std::string library;  // path of the shared library
  std::string symbol;
  std::uint32_t config = 0;  // passed on

  std::vector<std::string> command;  // program (looked up in PATH) and its arguments
  std::uint64_t batch = 1;           // lines written before answers are waited for

  LimitUse limit = LimitUse::honoured;
  // The solution is filled at limits above 1 too; otherwise it is ignored there.
  bool fills_solution = false;
  // Several instances may run in one process. Stored for readers of the result: workers have one
  // thread each, so a solver that is not thread-safe races on any number of threads as well.
  bool thread_safe = true;

  // What the user says about the build; may be empty.
  std::string version;
  std::string flags;

  bool is_plugin() const { return !library.empty(); }
};

// An external solver or program that cannot be loaded or started: the message names what and why.
class ExternalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Told when a solver breaks a rule on a puzzle, by its position in the span; `outcome` (crashed,
// timeout or wrong) is in the answer already. The reason is one line.
using Complain =
    std::function<void(std::size_t position, Outcome outcome, std::string_view reason)>;

// The SolverInfo of an external solver. The views point into `spec`, which must outlive them.
SolverInfo info_of(const ExternalSpec& spec);

// Loads the library. Answers are written one by one, in order: an answer that is still `unanswered`
// after a crash is where it happened. Throws ExternalError.
std::unique_ptr<Solver> make_plugin(const ExternalSpec& spec, Complain complain);

// Starts the command when the first puzzle comes, and again when it has died, or when the solution
// limit changes (the command finds it in the environment variable SUDOKU_BENCH_SOLUTIONS). A line
// not answered within `patience` (0: no limit) costs its puzzle a timeout and the command a kill.
// Throws ExternalError when there is no such program.
std::unique_ptr<Solver> make_command(const ExternalSpec& spec, std::chrono::nanoseconds patience,
                                     Complain complain);

// The spec as words of a worker's command line, and the spec made of such words.
std::vector<std::string> to_words(const ExternalSpec& spec);
ExternalSpec external_from(const std::vector<std::string>& words);

}  // namespace sudoku
