// An A/B test from its first leg to its verdict, and what it says.
//
// First one leg of each build solves everything once: these two are compared exactly. Then blocks
// of timed legs (see order_of_block) are added until every row is decided or three fifths of the
// time are over (all of it, while nothing is slower); looks on the way spend the level by rules
// (see Spending). Rows are judged, and with them each solver that has several: all its rows as one,
// by the mean of their changes in each block. That is one more test of the same family.
//
// What looks slower is a suspect, and has to look slower once more, in a second series of its own,
// before it is called a regression: of a level of 1 % on each, one change in 10,000 would be found
// twice by chance alone. The second series begins at once, and its processes run the suspect alone.
// The suspects of one look share its 1 % in equal parts (C. Bonferroni, 1936), for each has a
// sequential test of its own. The blocks of the first series have no part in it, so that by them it
// may be chosen who is measured, and in which order.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/compare/gate.h"
#include "harness/result/document.h"
#include "harness/stats/time_verdict.h"

namespace sudoku::compare {

// The build that a leg runs. A leg is a fresh process of one of the two builds that leaves a
// result.
enum class AbSide : std::uint8_t { base, fresh };

// The solver that is the same in both builds.
inline constexpr const char* kControlSolver = "control";

// Rows of the first leg of the baseline: what later legs are to measure.
using AbRows = std::vector<const result::Row*>;

// A leg that ended without a result: what() says whose it was, and how it ended.
class LegFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Where legs come from. Both sides get the same puzzles.
class AbLegs {
 public:
  AbLegs() = default;
  AbLegs(const AbLegs&) = delete;
  AbLegs& operator=(const AbLegs&) = delete;
  virtual ~AbLegs() = default;

  // Solves all that the time allows, to be compared exactly. Throws LegFailure.
  virtual result::RunResult run_whole(AbSide side) = 0;

  // Times a small sample many times over, another one for each number. Solvers and files of which
  // no row is named stay out of the process. Throws LegFailure.
  virtual result::RunResult run_timed(AbSide side, std::uint64_t sample, const AbRows& rows) = 0;

  // Share of the time that the test may take which is over; may exceed 1.
  virtual double share_over() const = 0;

  // The test was interrupted: what has been found until now is all.
  virtual bool is_cancelled() const = 0;
};

// The order of a block of four legs: base, new, new, base or the other way round, by a coin, so
// that neither steady drift nor what comes after what can favour a side.
std::array<AbSide, 4> order_of_block(std::uint64_t seed, std::uint64_t block);

// Share of the blocks left out on each side. Under load one leg in ten to one in two is slower by 5
// to 40 %, and the rest lie within 1 %.
inline constexpr double kAbTrim = 0.25;

struct AbBlock {
  std::vector<result::RunResult> base;
  std::vector<result::RunResult> fresh;
};

// What timed legs of two builds add up to, for each row or for all rows of a solver together.
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
  std::vector<stats::TimeSeries> times() const;

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
double fastest_ns(const result::Row& row);

struct AbSettings {
  GateSettings gate;
  // Below the threshold of two results that were made apart: legs that take turns see smaller
  // changes, and one of just the threshold is found one time in four only.
  stats::TimeRule rule = {.threshold = 0.03, .level = 0.01, .trim = kAbTrim};
  std::uint64_t seed = 1;
  std::chrono::nanoseconds max_time = std::chrono::minutes(5);  // of which legs tell the share
};

struct AbReport {
  result::RunResult base;  // of the first legs
  result::RunResult fresh;
  Comparison comparison;  // refers to these
};

// Receives the report whenever something was added to it.
using AbObserver = std::function<void(const AbReport& report)>;

AbReport run_ab_trial(AbLegs& legs, const AbSettings& settings, const AbObserver& observer);

}  // namespace sudoku::compare
