#include "harness/machine/core_meter.h"

#include <atomic>
#include <chrono>
#include <cmath>

#include <gtest/gtest.h>

namespace sudoku::machine {

namespace {

class CoreMeterTest : public testing::Test {
 protected:
  parallel::ThreadPool pool_{1, true};
  CoreMeter meter_{pool_, StampCounter()};
};

// The numbers are larger than any that the meter's own measurements can have found.
TEST_F(CoreMeterTest, ComparesWithTheBestMomentSoFar) {
  EXPECT_DOUBLE_EQ(meter_.share_of({.additions = {40, 50}, .loads = {50, 50}}), 0.8);
  EXPECT_DOUBLE_EQ(meter_.share_of({.additions = {40, 40}, .loads = {50, 50}}), 0.8);
  EXPECT_DOUBLE_EQ(meter_.share_of({.additions = {80, 100}, .loads = {70, 100}}), 0.7);
}

TEST_F(CoreMeterTest, NeverExceedsTheWholeCore) {
  EXPECT_DOUBLE_EQ(meter_.share_of({.additions = {51, 50}, .loads = {51, 50}}), 1);
}

// A wait that did not end would hang the test.
TEST_F(CoreMeterTest, WaitsAsLongAsItMayOrUntilCancelled) {
  std::atomic<bool> cancelled = false;
  if (std::isnan(meter_.share())) GTEST_SKIP() << "the speed of this core cannot be measured";
  meter_.share_of({.additions = {1000, 1000}, .loads = {1000, 1000}});  // as if it were shared now
  EXPECT_FALSE(meter_.wait(std::chrono::nanoseconds(0), cancelled));
  EXPECT_FALSE(meter_.wait(std::chrono::milliseconds(1), cancelled));
  cancelled = true;
  EXPECT_FALSE(meter_.wait(std::chrono::hours(1000), cancelled));
}

TEST_F(CoreMeterTest, MeasuresOnlyItsOwnPool) {
  const parallel::ThreadPool other(1, true);
  EXPECT_TRUE(meter_.measures(pool_));
  EXPECT_FALSE(meter_.measures(other));
}

// Two threads may have one CPU here: then there is one core.
TEST(CoreMeterOfSeveralThreads, TakesTheLeastShare) {
  parallel::ThreadPool pool(2, true);
  CoreMeter meter(pool, StampCounter());
  const double share = meter.share();
  if (std::isnan(share)) GTEST_SKIP() << "the speed of this core cannot be measured";
  EXPECT_LE(share, 1);
  EXPECT_GT(share, 0);
  const std::size_t last = parallel::usable_cpus().size() > 1 ? 1 : 0;
  meter.share_of({.additions = {1e6, 1e6}, .loads = {1e6, 1e6}}, last);
  EXPECT_LT(meter.share(), 0.5);
}

#if defined(__x86_64__) || defined(__aarch64__)

// An emulator translates additions one by one, so only that there is a number is certain.
TEST_F(CoreMeterTest, MeasuresAdditionsAndLoadsPerCycle) {
  const CoreMeter::Reading reading = meter_.read();
  EXPECT_GT(reading.additions.usual, 0);
  EXPECT_GT(reading.additions.best, 0);
  EXPECT_GT(reading.loads.usual, 0);
  EXPECT_GT(reading.loads.best, 0);
  const double share = meter_.share();
  EXPECT_GT(share, 0);
  EXPECT_LE(share, 1);
}

#endif

}  // namespace

}  // namespace sudoku::machine
