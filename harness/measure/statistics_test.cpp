#include "harness/measure/statistics.h"

#include <cmath>

#include <gtest/gtest.h>

#include "harness/dataset/random.h"

namespace sudoku {
namespace {

BlockRecord block(std::uint64_t index, std::uint64_t puzzles, std::vector<double> seconds) {
  return {
      .index = index, .puzzles = puzzles, .seconds = std::move(seconds), .guesses = 0, .digest = 0};
}

TEST(Median, OddEvenAndEmpty) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(Throughput, IsPuzzlesOverTheSumOfMedians) {
  const std::vector<BlockRecord> blocks = {block(0, 100, {1, 2, 9}), block(1, 50, {3, 3, 3})};
  EXPECT_DOUBLE_EQ(throughput(blocks, 1).median, 150.0 / 5.0);
}

TEST(Throughput, WithoutSpreadTheIntervalIsThePoint) {
  const std::vector<BlockRecord> blocks = {block(0, 100, {2, 2, 2})};
  const Estimate estimate = throughput(blocks, 1);
  EXPECT_DOUBLE_EQ(estimate.low, 50);
  EXPECT_DOUBLE_EQ(estimate.high, 50);
}

// A short last block is drawn with as few puzzles as it has: it must not widen the interval.
TEST(Throughput, BlocksOfUnlikeSizeAndLikeSpeedHaveNoSpread) {
  const std::vector<BlockRecord> blocks = {block(0, 8000, {8, 8, 8}), block(1, 500, {0.5, 0.5})};
  const Estimate estimate = throughput(blocks, 1);
  EXPECT_DOUBLE_EQ(estimate.low, 1000);
  EXPECT_DOUBLE_EQ(estimate.high, 1000);
}

TEST(Throughput, WithoutBlocksIsNotKnown) {
  EXPECT_TRUE(std::isnan(throughput({}, 1).median));
}

TEST(Throughput, BlocksWithoutRoundsDoNotCount) {
  const std::vector<BlockRecord> blocks = {block(0, 100, {2}), block(1, 900, {})};
  EXPECT_DOUBLE_EQ(throughput(blocks, 1).median, 50);
}

TEST(Throughput, IsTheSameForASeed) {
  const std::vector<BlockRecord> blocks = {block(0, 10, {1, 2, 3, 4, 5}), block(1, 10, {2, 2, 6})};
  EXPECT_EQ(throughput(blocks, 9).low, throughput(blocks, 9).low);
}

TEST(Speedup, PairsBlocksByIndexAndLeavesTheOthersOut) {
  const std::vector<BlockRecord> ours = {block(0, 10, {1}), block(2, 10, {1}), block(3, 10, {50})};
  const std::vector<BlockRecord> theirs = {block(0, 10, {2}), block(1, 10, {70}),
                                           block(2, 10, {4})};
  EXPECT_DOUBLE_EQ(speedup(ours, theirs, 1).median, 3);
}

TEST(Speedup, WithoutSharedBlocksIsNotKnown) {
  EXPECT_TRUE(
      std::isnan(speedup(std::vector{block(0, 1, {1})}, std::vector{block(1, 1, {1})}, 1).median));
}

// Both sides drift together from block to block: paired, the interval of the ratio stays narrow
// although each side's own is wide.
TEST(Speedup, DriftOfTheMachineCancels) {
  std::vector<BlockRecord> ours;
  std::vector<BlockRecord> theirs;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const double drift = 1 + static_cast<double>(i % 5);
    ours.push_back(block(i, 10, {drift, drift, drift}));
    theirs.push_back(block(i, 10, {2 * drift, 2 * drift, 2 * drift}));
  }
  const Estimate ratio = speedup(ours, theirs, 1);
  EXPECT_DOUBLE_EQ(ratio.low, 2);
  EXPECT_DOUBLE_EQ(ratio.high, 2);
  const Estimate alone = throughput(ours, 1);
  EXPECT_GT(alone.high / alone.low, 1.2);
}

// The interval must hold the truth about as often as it says. Seeded, so it cannot flicker.
TEST(Speedup, IntervalCoversTheTruth) {
  Random random(5);
  int covered = 0;
  constexpr int kTrials = 200;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<BlockRecord> ours;
    std::vector<BlockRecord> theirs;
    for (std::uint64_t i = 0; i < 12; ++i) {
      const auto noisy = [&random](double mean) {
        std::vector<double> rounds(5);
        for (double& r : rounds)
          r = mean * (0.95 + 0.1 * random.unit());
        return rounds;
      };
      ours.push_back(block(i, 10, noisy(1)));
      theirs.push_back(block(i, 10, noisy(1.5)));
    }
    const Estimate ratio = speedup(ours, theirs, static_cast<std::uint64_t>(trial));
    covered += ratio.low <= 1.5 && 1.5 <= ratio.high ? 1 : 0;
  }
  EXPECT_GE(covered, kTrials * 90 / 100);
}

TEST(Speedup, ManyBlocksAreGroupedWithoutChangingTheFigure) {
  std::vector<BlockRecord> ours;
  std::vector<BlockRecord> theirs;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    ours.push_back(block(i, 10, {1, 1, 1}));
    theirs.push_back(block(i, 10, {4, 4, 4}));
  }
  const Estimate ratio = speedup(ours, theirs, 1);
  EXPECT_DOUBLE_EQ(ratio.median, 4);
}

TEST(OverProcesses, TheMedianCounts) {
  const Estimate one = over_processes({{7.0}}, 1);
  EXPECT_EQ(one.median, 7);
  EXPECT_EQ(one.low, 7);
  EXPECT_EQ(one.high, 7);
  const Estimate some = over_processes({{5.0, 1.0, std::nan(""), 3.0}}, 1);
  EXPECT_EQ(some.median, 3);
  EXPECT_EQ(some.low, 1);
  EXPECT_EQ(some.high, 5);
  EXPECT_TRUE(std::isnan(over_processes({}, 1).median));
}

}  // namespace
}  // namespace sudoku
