#include "harness/run/block_measurement.h"

#include <gtest/gtest.h>

namespace sudoku::run {

namespace {

TEST(Instructions, OfACounterThatSharedTheProcessorAreNotKnown) {
  EXPECT_EQ(whole_count({.count = 7, .enabled_ns = 100, .running_ns = 100}), 7U);
  EXPECT_EQ(whole_count({.count = 0, .enabled_ns = 100, .running_ns = 100}), 0U);
  EXPECT_EQ(whole_count({.count = 7, .enabled_ns = 100, .running_ns = 99}), std::nullopt);
  EXPECT_EQ(whole_count({.count = 0, .enabled_ns = 100, .running_ns = 0}), std::nullopt);
  EXPECT_EQ(whole_count({}), std::nullopt);
}

TEST(Instructions, OfALoopAreAsManyAsItHasWhereTheMachineCountsThem) {
  const InstructionCounter counter;
  const auto before = counter.count();
  if (!before) GTEST_SKIP() << "this machine does not let us count instructions";
  volatile int turns = 100'000;
  int left = turns;
  while (left > 0) {
    turns = --left;
  }
  const auto after = counter.count();
  ASSERT_TRUE(after);
  EXPECT_GT(*after - *before, 200'000U);
  EXPECT_LT(*after - *before, 3'000'000U);
}

}  // namespace

}  // namespace sudoku::run
