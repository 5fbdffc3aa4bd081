#include "harness/run/core_meter.h"

#include <gtest/gtest.h>

namespace sudoku::run {

namespace {

// The numbers are larger than any that the meter's own measurements can have found.
TEST(CoreMeter, ComparesWithTheBestMomentSoFar) {
  CoreMeter meter{StampCounter()};
  EXPECT_DOUBLE_EQ(meter.share_of({.additions = {40, 50}, .loads = {50, 50}}), 0.8);
  EXPECT_DOUBLE_EQ(meter.share_of({.additions = {40, 40}, .loads = {50, 50}}), 0.8);
  EXPECT_DOUBLE_EQ(meter.share_of({.additions = {80, 100}, .loads = {70, 100}}), 0.7);
}

TEST(CoreMeter, NeverExceedsTheWholeCore) {
  CoreMeter meter{StampCounter()};
  EXPECT_DOUBLE_EQ(meter.share_of({.additions = {51, 50}, .loads = {51, 50}}), 1);
}

#if defined(__x86_64__) || defined(__aarch64__)

// An emulator translates additions one by one, so only that there is a number is certain.
TEST(CoreMeter, MeasuresAdditionsAndLoadsPerCycle) {
  CoreMeter meter{StampCounter()};
  const CoreMeter::Reading reading = meter.read();
  EXPECT_GT(reading.additions.usual, 0);
  EXPECT_GE(reading.additions.best, reading.additions.usual);
  EXPECT_GT(reading.loads.usual, 0);
  EXPECT_GE(reading.loads.best, reading.loads.usual);
  const double share = meter.share();
  EXPECT_GT(share, 0);
  EXPECT_LE(share, 1);
}

#endif

}  // namespace

}  // namespace sudoku::run
