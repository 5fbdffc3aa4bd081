// Tests of the limits of a worker process and of what it starts.
#include <array>

#include <gtest/gtest.h>

#include "harness/runner/runner.h"

namespace sudoku::runner {
namespace {

struct IsolationCase {
  const char* name;
  const char* shell_command;  // prints a number about the worker's process
  std::uint64_t number;
};

const IsolationCase kIsolationCases[] = {
    {"no new privileges",
     "while read w n; do [ $w != NoNewPrivs: ] || echo $n; done </proc/self/status", 1},
    {"no core files", "ulimit -c", 0},
    {"files of a megabyte", "ulimit -f", 2048},  // ulimit -f counts in units of 512 bytes
    {"no signal ignored, but for those of the C library",
     "while read w n; do [ $w != SigIgn: ] || echo $((0x$n & 0x7fffffff)); done </proc/self/status",
     0},
    {"no signal blocked",
     "while read w n; do [ $w != SigBlk: ] || echo $((0x$n)); done </proc/self/status", 0},
};

TEST(Isolation, LeavesACommandWithLittle) {
  const machine::StampClock clock;
  parallel::ThreadPool pool(1, false);
  for (const IsolationCase& c : kIsolationCases) {
    SCOPED_TRACE(c.name);
    external::Spec spec;
    spec.name = "shell";
    spec.limit = external::LimitUse::honoured;
    spec.command = {"/bin/sh", "-c",
                    "read -r puzzle; echo; read -r puzzle; " + std::string(c.shell_command)};
    const SolverSpec solver_spec(spec);
    const std::unique_ptr<Runner> runner =
        make_isolated_runner(solver_spec, pool, clock,
                             {.everybody = false,
                              .pin = false,
                              .memory_limit = 0,
                              .puzzle_timeout = std::chrono::seconds(10),
                              .solution_limit = kUnlimited,
                              .capacity = 1});
    const std::array<Grid, 1> puzzles = {kEmptyGrid};
    std::array<Answer, 1> answers;
    runner->solve({.puzzles = puzzles, .answers = answers}, {.solution_limit = kUnlimited});
    EXPECT_EQ(runner->disqualified(), "");
    EXPECT_EQ(answers[0].solutions, c.number) << name_of(answers[0].outcome);
  }
}

}  // namespace
}  // namespace sudoku::runner
