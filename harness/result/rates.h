// Figures and their 95 % intervals from the block records of a run.
//
// The throughput of a dataset is puzzles / sum over blocks of the median seconds of a pass. A
// speed-up is paired by round: every round of a block runs all solvers, so a slow second of the
// machine affects them all, and a few disturbed rounds do not move the middle of log(their seconds
// / our seconds). These are running times, without the time for which others had the solvers' CPUs
// (BlockRecord::waited), or times on the clock of both where those of one are not known; then the
// waiting of the other widens the interval. Rounds in which others had a tenth of the physical core
// (BlockRecord::core_share) are left out where enough others remain.
// Where not, the ratio is that of the shared core. Blocks are combined as sums of seconds are.
//
// Intervals are those of paired ratios (stats/paired_ratio.h). rates_test.cpp checks the coverage
// with simulated drift, bursts and two machine speeds; results/EVIDENCE.md has trials with real
// runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::result {

// Standard deviation, in logarithms of rates and ratios, between processes of one build: memory is
// laid out once per process, so its rounds do not show it. A type B uncertainty (JCGM 100:2008,
// "Guide to the expression of uncertainty in measurement", 4.3), measured in
// the trials of results/EVIDENCE.md; rows of several processes use their own spread instead.
inline constexpr double kBetweenProcesses = 0.008;

// Puzzles per second over all blocks; NaN without blocks. `movements` (may be empty) are the
// logarithms of the factors by which all solvers' rounds were slower than usual; their standard
// deviation widens the interval. Two standard errors of the logarithm, which rounds do not show,
// widen it too: `error` by sampling, which the spread between blocks replaces if it is NaN
// (unknown), and `type_b`, which blocks do not show either. No interval (NaN) for fewer than five
// blocks when `error` is unknown or a block has one round.
base::Estimate throughput(std::span<const BlockRecord> blocks, std::span<const double> movements,
                          double error, double type_b = 0);

// Speed of `blocks` over `reference`, both of the same sample, paired by block index and round;
// unpaired values are ignored. The errors are as for throughput(). NaN without a shared block.
base::Estimate speedup(std::span<const BlockRecord> blocks, std::span<const BlockRecord> reference,
                       double error, double type_b = 0);

// By how much the ratio of speedup() may differ where nobody shares the core, as a part of it
// (0.15: 15 %): as much as rounds of the two kinds differed, with the uncertainty of that, or as
// much as any ratio has been seen to differ where a kind has fewer than three rounds. 0 where the
// rounds that count had the core to themselves.
double shift_by_sharing(std::span<const BlockRecord> blocks,
                        std::span<const BlockRecord> reference);

// Half the width of the interval of a ratio on a logarithmic scale, if all `blocks` blocks of the
// dataset were like this one. Infinite for a single round.
double uncertainty(const BlockRecord& ours, const BlockRecord& reference, std::uint64_t blocks);

// The middle of one figure per process, with its 95 % interval. Ignores NaN; NaN if all are.
base::Estimate over_processes(std::span<const double> figures);

// Slow-downs of the machine: for every round of every block, the median over the rows (of one
// dataset) of the logarithm of its seconds over the row's median in that block.
std::vector<double> machine_movements(std::span<const std::span<const BlockRecord>> rows);

// Share of a physical core from which on a solver is said to have had it alone. Undisturbed, it is
// 0.94 or more.
inline constexpr double kWholeCore = 0.9;

// Whether the solver had its core to itself in a round, as far as that was measured.
bool had_core(const BlockRecord& block, std::size_t round);

// Seconds of a round in which the solver ran, or did not want to; NaN when not known.
double running_seconds(const BlockRecord& block, std::size_t round);

// Seconds per puzzle over all blocks, by the median running time of a pass in each; NaN when not
// known.
double running_time_per_puzzle(std::span<const BlockRecord> blocks);

// Whether running times are known of all rounds of the blocks.
bool knows_running_times(std::span<const BlockRecord> blocks);

// Whether other work took a tenth of the core, or of the solver's CPU, in a round of the block, as
// far as that was measured.
bool was_disturbed(const BlockRecord& block, std::size_t round);

}  // namespace sudoku::result
