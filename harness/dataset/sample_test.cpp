#include "harness/dataset/sample.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace sudoku::dataset {

namespace {

constexpr std::uint64_t kBlock = 100;
const double kRates[] = {0.0005, 0.01, 0.1, 0.3, 0.31, 0.5, 0.9, 1};

std::uint64_t count(const Sampling& sampling, double rate, std::uint64_t puzzles) {
  std::uint64_t taken = 0;
  for (std::uint64_t i = 0; i < puzzles; ++i)
    taken += sampling.takes(rate, i) ? 1 : 0;
  return taken;
}

double share(const Sampling& sampling, double rate, std::uint64_t puzzles) {
  return static_cast<double>(count(sampling, rate, puzzles)) / static_cast<double>(puzzles);
}

TEST(Sampling, GrowsWithTheRateFromNoneToAll) {
  for (const std::uint64_t puzzles : {70, 3'200, 3'300, 100'000}) {  // from one block to many
    SCOPED_TRACE(puzzles);
    const Sampling sampling(1, kBlock, puzzles);
    EXPECT_EQ(count(sampling, 1, puzzles), puzzles);
    EXPECT_EQ(count(sampling, 0, puzzles), 0);
    EXPECT_FALSE(sampling.takes_block(0, 0));
    for (std::uint64_t i = 0; i < puzzles; ++i) {
      const auto takes = [&](double rate) { return sampling.takes(rate, i); };
      ASSERT_TRUE(std::ranges::is_sorted(kRates, {}, takes)) << i;
    }
  }
}

// The tolerances of the share of puzzles taken are about four standard deviations.
TEST(Sampling, TakesTheShareThatWasAsked) {
  const Sampling small(7, kBlock, 3'200);
  EXPECT_NEAR(share(small, 0.1, 3'200), 0.1, 0.022);
  EXPECT_NEAR(share(small, 0.5, 3'200), 0.5, 0.036);

  const Sampling large(7, kBlock, 1'000'000);  // 10,000 blocks
  EXPECT_NEAR(share(large, 0.5, 1'000'000), 0.5, 0.02);
  EXPECT_NEAR(share(large, 0.1, 1'000'000), 0.1, 0.012);
  EXPECT_NEAR(share(large, 0.0003, 1'000'000), 0.0003, 0.00023);
}

TEST(Sampling, ThinsLargeDatasetsByWholeBlocks) {
  const Sampling sampling(3, kBlock, 100'000);  // 1,000 blocks; 32 are left at rate 0.032
  for (std::uint64_t block = 0; block < 1'000; ++block) {
    const auto in_block = [&](double rate) {
      std::uint64_t taken = 0;
      for (std::uint64_t i = 0; i < kBlock; ++i)
        taken += sampling.takes(rate, block * kBlock + i) ? 1 : 0;
      return taken;
    };
    ASSERT_EQ(in_block(0.5), sampling.takes_block(0.5, block) ? kBlock : 0);
    ASSERT_EQ(in_block(0.032), sampling.takes_block(0.032, block) ? kBlock : 0);
    ASSERT_EQ(sampling.takes_block(0.001, block), sampling.takes_block(0.032, block));
    ASSERT_LT(in_block(0.001), kBlock / 3);
  }
}

TEST(Sampling, DependsOnTheSeed) {
  const Sampling a(1, kBlock, 3'200);
  const Sampling b(2, kBlock, 3'200);
  int both = 0;
  for (std::uint64_t i = 0; i < 3'200; ++i)
    both += a.takes(0.5, i) && b.takes(0.5, i) ? 1 : 0;
  EXPECT_NEAR(both, 800, 120);
}

// Thirty-two blocks are few enough to keep them all at any rate; thirty-three are not.
TEST(Sampling, KeepsEveryBlockOfThirtyTwoEvenIfTheLastIsNotFull) {
  const auto taken = [](std::uint64_t puzzles) {
    const Sampling sampling(1, kBlock, puzzles);
    std::uint64_t blocks = 0;
    for (std::uint64_t i = 0; i < 1000; ++i)
      blocks += sampling.takes_block(0.001, i) ? 1 : 0;
    return blocks;
  };
  EXPECT_EQ(taken(0), 1000);
  EXPECT_EQ(taken(1), 1000);
  EXPECT_EQ(taken(32 * kBlock - 1), 1000);
  EXPECT_EQ(taken(32 * kBlock), 1000);
  EXPECT_LT(taken(32 * kBlock + 1), 1000);
  EXPECT_GT(taken(32 * kBlock + 1), 940);
}

TEST(Sampling, TakesThePuzzlesOfTheRateAndAllThatIsKnownOfThem) {
  Block block{.index = 2, .first = 40, .puzzles = {}, .solutions = {}, .lines = {}};
  for (int i = 0; i < 20; ++i) {
    Grid puzzle = kEmptyGrid;
    puzzle.cells[static_cast<std::size_t>(i)] = '1';
    block.puzzles.push_back(puzzle);
    puzzle.cells[80] = '2';
    block.solutions.push_back(puzzle);
    block.lines.push_back(static_cast<std::uint64_t>(i));
  }
  const Sampling sampling(1, 20, 100);
  const Sample sample = take_sample(block, sampling, 0.5);
  EXPECT_EQ(sample.rate, 0.5);
  EXPECT_EQ(sample.block, 2U);
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 20; ++i)
    if (sampling.takes(0.5, 40 + i)) expected.push_back(i);
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(sample.at, expected);
  for (std::size_t i = 0; i < sample.at.size(); ++i) {
    const std::uint32_t at = sample.at[i];
    EXPECT_EQ(sample.puzzles[i], block.puzzles[at]);
    EXPECT_EQ(sample.declared[i], block.solutions[at]);
  }
  EXPECT_EQ(take_sample(block, sampling, 1).at.size(), 20U);
  EXPECT_TRUE(take_sample(block, sampling, 0).at.empty());
}

}  // namespace

}  // namespace sudoku::dataset
