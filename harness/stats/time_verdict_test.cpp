#include "harness/stats/time_verdict.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace sudoku::stats {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// A log ratio whose interval reaches twice `error` at the level 1 %, for one test and one look.
PairedRatio change(double log_ratio, double error) {
  constexpr double kOfOneInHundred = 2.5807;  // of Student's t with 1000 degrees of freedom
  return {.pairs = 9,
          .log_ratio = log_ratio,
          .standard_error = 2 * error / kOfOneInHundred,
          .freedom = 1000};
}

struct VerdictCase {
  const char* name;
  PairedRatio change;
  TimeVerdict verdict;
};

const VerdictCase kVerdicts[] = {
    {"no change", change(0, 0.01), TimeVerdict::same},
    {"an interval beyond the threshold", change(0.08, 0.01), TimeVerdict::slower},
    {"an interval that holds the threshold", change(0.06, 0.01), TimeVerdict::slower_or_so},
    {"an interval below the threshold", change(0.025, 0.01), TimeVerdict::same},
    {"an interval that holds both", change(0.04, 0.03), TimeVerdict::undecided},
    {"faster", change(-0.08, 0.01), TimeVerdict::faster},
    {"faster, perhaps below the threshold", change(-0.06, 0.01), TimeVerdict::same},
    {"one pair", {.pairs = 1, .log_ratio = 1}, TimeVerdict::undecided},
    {"no spread",
     {.pairs = 3, .log_ratio = 0.1, .standard_error = 0, .freedom = 2},
     TimeVerdict::slower},
    {"nothing", {}, TimeVerdict::undecided},
};

TEST(TimeVerdict, IsByTheWholeInterval) {
  for (const VerdictCase& c : kVerdicts) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge_time(c.change, {.threshold = 0.05}, 1).verdict, c.verdict);
  }
}

TEST(TimeVerdict, KeepsWhatItWasJudgedBy) {
  const PairedRatio ratio = change(0.03, 0.01);
  const TimeJudgement judged = judge_time(ratio, {.threshold = 0.04}, 1);
  EXPECT_EQ(judged.pairs, 9U);
  EXPECT_EQ(judged.threshold, 0.04);
  EXPECT_NEAR(std::log(judged.ratio.median), 0.03, 1e-12);
  EXPECT_NEAR(std::log(judged.ratio.low), 0.01, 1e-5);
  EXPECT_NEAR(std::log(judged.ratio.high), 0.05, 1e-5);
  EXPECT_NEAR(std::log1p(judged.excluded), 0.05, 1e-5);
}

TEST(TimeVerdict, ExcludesNoSlowDownByOnePair) {
  EXPECT_EQ(judge_time({.pairs = 1, .log_ratio = 0}, {}, 1).excluded, kInfinite);
  EXPECT_EQ(judge_time(change(-0.5, 0.01), {}, 1).excluded, 0);
}

// All looks at all tests share the level by which a change is found, not the one by which it is
// excluded.
TEST(TimeVerdict, TestsAndLooksShareTheLevel) {
  const PairedRatio ratio = change(0.03, 0.01);
  const TimeJudgement one = judge_time(ratio, {.level = 0.01 / 24}, 1);
  const TimeJudgement many = judge_time(ratio, {.level = 0.01, .looks = 12}, 2);
  EXPECT_EQ(many.ratio.low, one.ratio.low);
  EXPECT_EQ(many.ratio.high, one.ratio.high);
  EXPECT_EQ(many.excluded, judge_time(ratio, {}, 1).excluded);
}

TEST(TimeVerdict, TheIntervalOfTheSameTimeEndsWhereSlowDownsAreExcluded) {
  const TimeJudgement same = judge_time(change(0.01, 0.01), {.looks = 12}, 20);
  EXPECT_EQ(same.verdict, TimeVerdict::same);
  EXPECT_NEAR(same.ratio.high - 1, same.excluded, 1e-12);
}

TEST(TimeVerdict, LooksFollowAfterAThirdMore) {
  std::vector<std::size_t> looks = {kFirstLook};
  while (looks.size() < kLooks)
    looks.push_back(look_after(looks.back()));
  EXPECT_EQ(looks, (std::vector<std::size_t>{3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64, 86}));
}

}  // namespace

}  // namespace sudoku::stats
