// What timed legs of two builds add up to, for each row or for all rows of a solver together.
#pragma once

#include <array>
#include <vector>

#include "harness/gate/ab_legs.h"
#include "harness/gate/time_verdict.h"
#include "harness/results/result.h"

namespace sudoku {

// The order of a block of four legs: base, new, new, base or the other way round, by a coin, so
// that neither steady drift nor what comes after what can favour a side.
std::array<AbSide, 4> order_of_block(std::uint64_t seed, std::uint64_t block);

// Share of the blocks left out on each side. Under load one leg in ten to one in two is slower by 5
// to 40 %, and the rest lie within 1 %.
inline constexpr double kAbTrim = 0.25;

struct AbBlock {
  std::vector<RunResult> base;
  std::vector<RunResult> fresh;
};

class AbSeries {
 public:
  // Each of `subjects` is judged by itself: one row, or several whose times are averaged (the mean
  // of the logarithms), block by block. Rows are named as in every leg.
  explicit AbSeries(const std::vector<AbRows>& subjects);

  // The legs of a block, those of each build in the order in which they ran.
  void add(const AbBlock& block);

  std::size_t blocks() const { return blocks_; }

  // One a subject: of each block the faster leg of either build, row by row, for what else runs on
  // a machine only ever makes a leg slower. The noise is how far the two legs of each build in a
  // block lie from each other: an A/A test beside the A/B test.
  std::vector<TimeSeries> times() const;

 private:
  struct Subject {
    AbRows rows;
    std::vector<double> base;
    std::vector<double> fresh;
    std::vector<double> same;  // logarithms of ratios, second leg over first
  };

  std::vector<Subject> subjects_;
  std::size_t blocks_ = 0;
};

// Nanoseconds a puzzle: the sum over the blocks of the fastest round, for on a busy machine that is
// the one round nobody interrupted. Not a number when the row has none, or is void or cut short.
double fastest_ns(const ResultRecord& row);

}  // namespace sudoku
