// Verdict on the time of a solver in a new build (same, faster, slower) from paired ratios, which
// may be looked at while more pairs are measured.
//
// A change counts if the whole interval of its ratio lies beyond the threshold. These intervals
// hold for all rows and all looks together: each has an equal part of the level (C. Bonferroni,
// 1936). Looks are few, each after a third more pairs than the one before, so that this costs
// little: their z is 3.3 for twelve looks at 1 %, where the bounds of S. Pocock (Biometrika 64,
// 1977) would be 3.1; and it needs to know neither when the test will end nor how its looks are
// correlated. Student's t makes the first looks, at three and four pairs, find nothing but large
// changes.
//
// "The same" says that a slow-down as large as the threshold is excluded. It raises no alarm, so
// that its interval has the whole level at each look, and each row has to reach it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/base/estimate.h"
#include "harness/stats/paired_ratio.h"

namespace sudoku::stats {

// Most looks at a series of pairs, and the pairs before the first.
inline constexpr std::size_t kLooks = 12;
inline constexpr std::size_t kFirstLook = 3;

// The number of pairs at which the look follows that was made at `pairs` pairs.
constexpr std::size_t look_after(std::size_t pairs) { return pairs + (pairs + 2) / 3; }

struct TimeRule {
  double threshold = 0.05;  // slow-downs and speed-ups up to this one do not count
  double level = 0.01;      // probability that any of the tests and looks finds what is not there
  std::size_t looks = 1;    // at most, at each pair of builds
};

enum class TimeVerdict : std::uint8_t {
  same,
  faster,
  slower,
  slower_or_so,  // slower, but whether beyond the threshold is undecided
  undecided
};

struct TimeJudgement {
  TimeVerdict verdict = TimeVerdict::undecided;
  std::size_t pairs = 0;
  // Time of the new build over that of the base. Its interval is the one that was judged: for all
  // tests and looks together or, of the same time, for this look.
  base::Estimate ratio;
  double excluded = 0;  // every slow-down above this one is: 0.014 for 1.4 %; infinite: none is
  double threshold = 0;
};

// Judges a ratio of the new build's time to that of the base, one of `tests` that are judged
// together.
TimeJudgement judge_time(const PairedRatio& change, const TimeRule& rule, std::size_t tests);

}  // namespace sudoku::stats
