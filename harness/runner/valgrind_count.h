// Counts of a solver's instructions by valgrind's tool callgrind, for machines without hardware
// counters.
//
// A process of its own runs under valgrind. Of plugins and built-in solvers it counts the calls
// only, so the counts are the same in each repetition, whatever else the machine does. A command is
// run as it is, once on one puzzle and once on more; the difference is what the others cost.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/result/row.h"
#include "harness/runner/runner.h"

namespace sudoku::runner {

struct CountRequest {
  std::span<const Grid> puzzles;  // not empty
  std::uint64_t solution_limit = 2;
  std::size_t chunk = 1;    // puzzles per call of a batch solver
  Nanoseconds patience{0};  // time for each process, after which it is killed
  const std::atomic<bool>& cancelled;
};

// Why this program cannot have instructions counted by valgrind, or empty.
std::string why_no_valgrind();

// Counts the instructions of a solver. The record says why, if it could not.
result::ValgrindCount count_by_valgrind(const SolverSpec& solver_spec, const CountRequest& request);

// Second word of the arguments of a worker (worker.h) that solves puzzles of a file under valgrind.
inline constexpr const char* kCountedWord = "counted";

// Runs such a worker. Returns its exit status.
int serve_counted(const std::vector<std::string>& words);

}  // namespace sudoku::runner
