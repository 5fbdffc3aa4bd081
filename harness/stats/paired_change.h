// The change in time from a base build to a candidate build, given one time per process of each.
//
// Its pairs are processes, never puzzles or rounds: all that a process measures depends on the same
// memory layout and the same load of the machine (T. Kalibera, R. Jones, "Rigorous Benchmarking in
// Reasonable Time", ISMM 2013).
//
// Several builds of one side, links of the same source with other orders of functions, show how
// much of a change may be due to the layout of its code (T. Mytkowicz, A. Diwan, M. Hauswirth, P.
// Sweeney, "Producing Wrong Data Without Doing Anything Obviously Wrong!", ASPLOS 2009). Each build
// gets an effect on its side's times, fitted by means of the residuals in turn, in which disturbed
// pairs have little weight, and taken out of the pairs. The variance of the effects over both sides
// gives the error by which builds were drawn: of few, so with Student's distribution. Noise is in
// the effects too, so it is not added to that error.
#pragma once

#include <cstddef>
#include <span>

#include "harness/base/estimate.h"
#include "harness/stats/paired_ratio.h"

namespace sudoku::stats {

// The builds of a pair of processes, numbered from 0 on each side.
struct BuildPair {
  std::size_t base = 0;
  std::size_t candidate = 0;
};

// How the builds of each side differ among themselves.
struct BuildSpread {
  // Builds of both sides that were timed, less the two means: 0 with one build a side, where
  // nothing is known about other builds.
  unsigned freedom = 0;
  double error = 0;  // standard error of the log ratio by the choice of builds and by noise
  double range = 0;  // largest difference between builds of one side: 0.04 for 4 %
};

// The log ratio is of candidate over base.
struct PairedChange : PairedRatio {
  BuildSpread spread = {};
};

// Pairs the times by index. Ignores what one series has in excess, and pairs without two positive
// numbers. `builds` has an element for each pair, or none if each side is a single build.
PairedChange paired_change(std::span<const double> base, std::span<const double> candidate,
                           std::span<const BuildPair> builds = {});

// The smallest log ratio that is significant among these builds at `level`, and for any builds of
// these sides at `level_of_builds`, if there are several of a side.
double noticeable_for_any(const PairedChange& change, double level, double level_of_builds);

// Time of candidate over base (1.05: 5 % longer), with a 1 - level interval. NaN without pairs.
base::Estimate ratio_of(const PairedChange& change, double level = 0.05);

// Probability that the choice of builds and noise make so large a change between equal sources. 0
// if each side is a single build.
double p_value_of_builds(const PairedChange& change);

// The largest of the p values that are significant together, -1 if none is: the expected share of
// false ones among those up to it is at most `level` (Y. Benjamini, Y. Hochberg, J. R. Stat. Soc. B
// 57, 1995).
double largest_significant(std::span<const double> p_values, double level);

}  // namespace sudoku::stats
