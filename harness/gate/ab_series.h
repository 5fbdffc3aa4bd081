// What timed legs of two builds add up to, row by row.
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

// Share of the pairs left out on each side. Under load one pair in six is off by 10 to 40 %, and
// the rest by 1 %.
inline constexpr double kAbTrim = 0.25;

class AbSeries {
 public:
  // `rows`: those to follow, as they are named in every leg.
  explicit AbSeries(const std::vector<const ResultRecord*>& rows);

  // Two legs that stood side by side.
  void add_pair(const RunResult& base, const RunResult& fresh);

  std::size_t pairs() const { return pairs_; }

  // One a row. The noise is how far the two legs of each build in a block lie from each other: an
  // A/A test with as many pairs as the A/B test.
  std::vector<TimeSeries> times() const;

 private:
  struct Row {
    const ResultRecord* like;
    std::vector<double> base;
    std::vector<double> fresh;
  };

  std::vector<Row> rows_;
  std::size_t pairs_ = 0;
};

// Nanoseconds a puzzle: the sum over the blocks of the fastest round, for on a busy machine that is
// the one round nobody interrupted. Not a number when the row has none, or is void.
double fastest_ns(const ResultRecord& row);

}  // namespace sudoku
