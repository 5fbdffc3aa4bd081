// Which solver was fast on which puzzle, block by block, off the clock. Batch solvers are left out:
// they have no time per puzzle.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::run {

// Times of one solver on one block: an entry per puzzle of the block, in picoseconds.
using PuzzleTimes = std::vector<std::uint64_t>;
inline constexpr std::uint64_t kNotMet = 0;
inline constexpr std::uint64_t kNotSolved = UINT64_MAX;

struct ComparedSolver {
  std::string_view name;
  PuzzleTimes times;  // empty: the solver did not take part in the block
};

// Compares solvers on the puzzles of one block; some sums may cover no puzzles.
result::ComparisonRecord compare_times(std::span<const ComparedSolver> solvers);

// Removes pairs of solvers that share no puzzle or have void rows. Sorts the rest in the order of
// the rows.
void settle(result::ComparisonRecord& comparison, std::span<const result::Row> rows);

}  // namespace sudoku::run
