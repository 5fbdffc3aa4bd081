#include "harness/run/core_meter.h"

#include <gtest/gtest.h>

namespace sudoku::run {

namespace {

TEST(CoreMeter, ComparesWithTheBestMomentSoFar) {
  CoreMeter meter{StampCounter()};
  EXPECT_DOUBLE_EQ(meter.share_of({.usual = 40, .best = 50}), 0.8);
  EXPECT_DOUBLE_EQ(meter.share_of({.usual = 40, .best = 40}), 0.8);
  EXPECT_DOUBLE_EQ(meter.share_of({.usual = 80, .best = 100}), 0.8);
}

TEST(CoreMeter, NeverExceedsTheWholeCore) {
  CoreMeter meter{StampCounter()};
  EXPECT_DOUBLE_EQ(meter.share_of({.usual = 51, .best = 50}), 1);
}

#if defined(__x86_64__) || defined(__aarch64__)

// An emulator translates additions one by one, so only that there is a number is certain.
TEST(CoreMeter, MeasuresAdditionsPerCycle) {
  const CoreMeter::Width width = CoreMeter::measure(StampCounter());
  EXPECT_GT(width.usual, 0);
  EXPECT_GE(width.best, width.usual);
  CoreMeter meter{StampCounter()};
  const double share = meter.share();
  EXPECT_GT(share, 0);
  EXPECT_LE(share, 1);
}

#endif

}  // namespace

}  // namespace sudoku::run
