// Audit of an external solver: what it does when asked for several solutions. Sets of proper
// puzzles cannot show whether it stops at the first solution, proves that it is the only one, or
// counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/options/settings.h"
#include "harness/result/row.h"
#include "harness/run/unrecorded_faults.h"
#include "harness/runner/runner.h"
#include "solvers/solver.h"

namespace sudoku::run {

// Number of solutions up to which an audit counts.
inline constexpr std::uint64_t kAuditedSolutions = 3;

// A puzzle of an audit.
struct AuditPuzzle {
  Grid puzzle;
  std::uint64_t solutions = 0;  // at most kAuditedSolutions
};

// Makes up to 64 puzzles of some of a dataset: each as it is, with clues removed until it has
// several solutions, with a clue changed so that it has none, and with two equal clues in a house.
std::vector<AuditPuzzle> audit_puzzles(std::span<const Grid> puzzles, std::uint64_t seed);

// Concludes what a solver does from its answers: answers[limit - 1][i] is that to puzzles[i].
result::TaskRecord task_of(std::span<const AuditPuzzle> puzzles,
                           std::span<const std::vector<Answer>> answers);

bool is_audited(const options::RunSettings& settings);

// Asks a runner, off the clock, for up to 1, 2 and 3 solutions of audit puzzles made of `puzzles`.
// Takes about a second per limit, or as long as the solver needs for eight of them. Crashes,
// forbidden changes and wrong answers to puzzles with one solution are added to `faults`: they are
// no findings.
result::TaskRecord audit(runner::Runner& runner, std::span<const Grid> puzzles,
                         const Budget& budget, std::uint64_t seed, UnrecordedFaults& faults);

}  // namespace sudoku::run
