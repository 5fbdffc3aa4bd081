// Figures and their intervals from the block records of a run.
//
// The throughput of a dataset is puzzles / sum over blocks of the median seconds of a pass; a
// speed-up is the ratio of two such sums over the blocks that both met. Intervals are percentile
// bootstraps (B. Efron, R. Tibshirani, "An Introduction to the Bootstrap", 1993): blocks are drawn
// with replacement, each with its puzzles, and rounds within each drawn block. With one block only
// rounds are resampled: such an interval speaks of this process alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/results/result.h"
#include "harness/results/samples.h"

namespace sudoku {

// Puzzles per second over all blocks, with its 95 % interval. NaN without blocks.
Estimate throughput(std::span<const BlockRecord> blocks, std::uint64_t seed);

// How many times as fast `blocks` is as `reference`: both of the same sample, paired by block
// index; blocks that only one of them has are left out. NaN when they share none.
Estimate speedup(std::span<const BlockRecord> blocks, std::span<const BlockRecord> reference,
                 std::uint64_t seed);

// The median of a figure that several processes measured, with its 95 % interval over processes.
// Processes without it (NaN) do not count; NaN when none has it.
Estimate over_processes(std::span<const double> figures, std::uint64_t seed);

// Seconds of a pass over blocks: as measured, and drawn again and again.
struct Passes {
  double seconds = 0;
  std::vector<double> draws;
};

// Draws of equal `seed` take the same blocks, so that those of two solvers are paired when their
// blocks have the same indices; `salt` is the solver's own and draws the rounds. To compare many
// solvers with each other: the draws are made once for each, not once for each pair.
Passes resampled(std::span<const BlockRecord> blocks, std::uint64_t seed, std::uint64_t salt);

// `speedup` from such draws. NaN when one of them has none.
Estimate speedup(const Passes& passes, const Passes& reference);

}  // namespace sudoku
