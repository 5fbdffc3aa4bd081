// Legs of an A/B test: each a fresh process of one of two builds that leaves a result.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

enum class AbSide : std::uint8_t { base, fresh };

// The solver that is the same in both builds.
inline constexpr const char* kControlSolver = "control";

// Rows of the first leg of the baseline: what later legs are to measure.
using AbRows = std::vector<const ResultRecord*>;

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
  virtual RunResult run_whole(AbSide side) = 0;

  // Times a small sample many times over, another one for each number. Solvers and files of which
  // no row is named stay out of the process. Throws LegFailure.
  virtual RunResult run_timed(AbSide side, std::uint64_t sample, const AbRows& rows) = 0;

  // Of the time that the test may take, what is over: 1 and more when it is all.
  virtual double share_over() const = 0;

  // The test was interrupted: what has been found until now is all.
  virtual bool is_cancelled() const = 0;
};

}  // namespace sudoku
