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
  EXPECT_LT(clock.cost_ns(), 100'000);
}

TEST(StampClock, AgreesWithTheSteadyClock) {
  const StampClock clock;
  const auto begun = SteadyClock::now();
  const std::uint64_t start = clock.now();
  const auto started = SteadyClock::now();
  while (SteadyClock::now() - started < std::chrono::milliseconds(2)) {
  }
  const auto stopping = SteadyClock::now();
  const std::uint64_t stop = clock.now();
  const auto stopped = SteadyClock::now();
  const auto ns = static_cast<double>(clock.picoseconds(stop - start)) / 1000;
  EXPECT_GT(1.05 * ns, static_cast<double>(Nanoseconds(stopping - started).count()));
  EXPECT_LT(0.95 * ns, static_cast<double>(Nanoseconds(stopped - begun).count()));
}

}  // namespace

}  // namespace sudoku::machine
