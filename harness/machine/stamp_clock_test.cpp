#include "harness/machine/stamp_clock.h"

#include <gtest/gtest.h>

namespace sudoku::machine {

namespace {

TEST(StampClock, ConvertsTicks) {
  const StampClock clock;
  EXPECT_EQ(clock.ticks(Nanoseconds(0)), 0U);
  EXPECT_EQ(clock.picoseconds(0), 0U);
  const std::uint64_t second = clock.ticks(std::chrono::seconds(1));
  EXPECT_NEAR(static_cast<double>(clock.picoseconds(second)), 1e12, 1e4);
  EXPECT_NEAR(static_cast<double>(second) * clock.ns_per_tick(), 1e9, 10);
  EXPECT_GT(clock.cost_ns(), 0);
}

}  // namespace

}  // namespace sudoku::machine
