// An A/B test from its first leg to its verdict.
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

#include <chrono>
#include <string>
#include <vector>

#include "harness/gate/ab_series.h"
#include "harness/gate/gate.h"
#include "harness/gate/time_verdict.h"

namespace sudoku {

struct AbSettings {
  GateSettings gate;
  // Below the threshold of two results that were made apart: legs that take turns see smaller
  // changes, and one of just the threshold is found one time in four only.
  TimeRule rule = {.threshold = 0.03, .level = 0.01, .trim = kAbTrim};
  std::uint64_t seed = 1;
  std::chrono::nanoseconds max_time = std::chrono::minutes(5);  // of which legs tell the share
};

struct AbReport {
  RunResult base;  // of the first legs
  RunResult fresh;
  Comparison comparison;  // refers to these
};

// Told what is known whenever more is.
class AbObserver {
 public:
  AbObserver() = default;
  AbObserver(const AbObserver&) = delete;
  AbObserver& operator=(const AbObserver&) = delete;
  virtual ~AbObserver() = default;
  virtual void learned(const AbReport& report) = 0;
};

AbReport run_ab_trial(AbLegs& legs, const AbSettings& settings, AbObserver& observer);

}  // namespace sudoku
