// Figures and their 95 % intervals from the block records of a run.
//
// The throughput of a dataset is puzzles / sum over blocks of the median seconds of a pass. A
// speed-up is paired by round: within a block every round meets all solvers, so what slows the
// machine for a second slows them all, and the median over the rounds of log(their seconds / our
// seconds) is not moved by a minority of disturbed rounds. The blocks' ratios are put together as
// sums of seconds are.
//
// Intervals are bootstraps (B. Efron, R. Tibshirani, "An Introduction to the Bootstrap", 1993) on
// the scale of logarithms. The blocks are the dataset and all of them count in every draw; within
// each, rounds are drawn, both solvers' together, in stretches of neighbouring rounds, because
// neighbours are alike (moving blocks: H. R. Künsch, "The Jackknife and the Bootstrap for General
// Stationary Observations", Annals of Statistics 17, 1989; circular: D. N. Politis, J. P. Romano,
// 1992). Blocks are drawn only where nothing else tells the noise, or which puzzles a sample holds.
// A bootstrap of few values is too narrow: the interval is widened by Student's t for as many
// degrees of freedom as there are stretches. rates_test.cpp counts, with simulated drift,
// bursts and a machine of two speeds, how often the intervals hold the truth;
// scripts/coverage-trials does with real races.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::result {

// Puzzles per second over all blocks. `movements`: logarithms of the factors by which the rounds of
// all solvers were slower together than usual, so that the interval tells how much the machine
// moved; may be empty. `error`: standard error of the logarithm that the rounds do not show, as of
// which puzzles were drawn; NaN when it is not known, so that the spread between blocks has to tell
// it. NaN without blocks; without an interval (NaN) when there are less than five blocks and the
// error is not known or one of them has one round.
base::Estimate throughput(std::span<const BlockRecord> blocks, std::span<const double> movements,
                          double error, std::uint64_t seed);

// How many times as fast `blocks` is as `reference`: both of the same sample, paired by block index
// and round; what only one of them has is left out. `error` as above. NaN when they share none.
base::Estimate speedup(std::span<const BlockRecord> blocks, std::span<const BlockRecord> reference,
                       double error, std::uint64_t seed);

// The median of a figure that several processes measured, with its 95 % interval over processes.
// Processes without it (NaN) do not count; NaN when none has it.
base::Estimate over_processes(std::span<const double> figures, std::uint64_t seed);

// For every round of every block, the median over the rows (of one dataset) of the logarithm of its
// seconds over the row's median of that block: how much the machine was slower for everybody. Rows
// alone on a block tell of themselves only.
std::vector<double> machine_movements(std::span<const std::span<const BlockRecord>> rows);

}  // namespace sudoku::result
