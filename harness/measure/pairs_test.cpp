#include "harness/measure/pairs.h"

#include <array>

#include <gtest/gtest.h>

#include "harness/measure/statistics.h"

namespace sudoku {

namespace {

ResultRecord row(const char* solver, double seconds) {
  ResultRecord row;
  row.solver = solver;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const double noise = static_cast<double>(index % 3) / 100;
    row.blocks.push_back({.index = index,
                          .puzzles = 100,
                          .seconds = {seconds, seconds * (1 + noise), seconds * (1.01 + noise)}});
  }
  return row;
}

TEST(Pairs, CompareEveryTwoRowsOnce) {
  const ResultRecord fast = row("fast", 1);
  const ResultRecord slow = row("slow", 4);
  const ResultRecord tied = row("tied", 4);
  const std::array<const ResultRecord*, 3> rows = {&fast, &slow, &tied};
  const std::vector<PairRatio> pairs = compare_pairs(rows, 1);
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].a, 0U);
  EXPECT_EQ(pairs[0].b, 1U);
  EXPECT_EQ(pairs[0].puzzles, 2000U);
  EXPECT_NEAR(pairs[0].ratio.median, 4, 1e-9);
  EXPECT_GT(pairs[0].ratio.low, 3.9);
  EXPECT_LT(pairs[0].ratio.high, 4.1);
  EXPECT_LE(pairs[2].ratio.low, 1);
  EXPECT_GE(pairs[2].ratio.high, 1);
}

TEST(Pairs, AgreeWithTheSpeedUpOfTwoRows) {
  const ResultRecord fast = row("fast", 1);
  const ResultRecord slow = row("slow", 4);
  const std::array<const ResultRecord*, 2> rows = {&fast, &slow};
  const Estimate alone = speedup(fast.blocks, slow.blocks, 1);
  const Estimate paired = compare_pairs(rows, 1).front().ratio;
  EXPECT_EQ(paired.median, alone.median);
  EXPECT_NEAR(paired.low, alone.low, 0.02);
  EXPECT_NEAR(paired.high, alone.high, 0.02);
}

TEST(Pairs, TakeWhatTheRunHasWorkedOut) {
  const ResultRecord reference = row("reference", 1);
  ResultRecord other = row("other", 4);
  other.speedup = SpeedupRecord{.reference = "reference",
                                .reference_threads = 1,
                                .puzzles = 7,
                                .ratio = {.median = 0.5, .low = 0.4, .high = 0.8}};
  const std::array<const ResultRecord*, 2> rows = {&reference, &other};
  const PairRatio pair = compare_pairs(rows, 1).front();
  EXPECT_EQ(pair.puzzles, 7U);
  EXPECT_EQ(pair.ratio.median, 2);
  EXPECT_EQ(pair.ratio.low, 1.25);
  EXPECT_EQ(pair.ratio.high, 2.5);
}

TEST(Pairs, PairBlocksWhenOneSideHasFewer) {
  const ResultRecord whole = row("whole", 1);
  ResultRecord part = row("part", 3);
  part.blocks.resize(5);
  const std::array<const ResultRecord*, 2> rows = {&whole, &part};
  const PairRatio pair = compare_pairs(rows, 1).front();
  EXPECT_EQ(pair.puzzles, 500U);
  EXPECT_NEAR(pair.ratio.median, 3, 1e-9);
}

TEST(Pairs, LeaveOutVoidRowsAndThoseThatMetNothingTogether) {
  const ResultRecord sound = row("sound", 1);
  ResultRecord wrong = row("wrong", 2);
  wrong.outcomes[static_cast<std::size_t>(Outcome::wrong)] = 1;
  ResultRecord stuck = row("stuck", 2);
  stuck.outcomes[static_cast<std::size_t>(Outcome::incomplete)] = 1;
  ResultRecord elsewhere = row("elsewhere", 2);
  elsewhere.sample_rate = 0.5;
  const std::array<const ResultRecord*, 4> rows = {&sound, &wrong, &stuck, &elsewhere};
  EXPECT_TRUE(compare_pairs(rows, 1).empty());
}

}  // namespace

}  // namespace sudoku
