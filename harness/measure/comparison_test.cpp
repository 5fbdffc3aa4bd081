#include "harness/measure/comparison.h"

#include <gtest/gtest.h>

namespace sudoku {
namespace {

BlockRecord block(std::uint64_t puzzles, double seconds) {
  return {.index = 0, .puzzles = puzzles, .seconds = {seconds, seconds}, .guesses = 0, .digest = 0};
}

ResultRecord row(const char* solver, std::uint64_t threads, double seconds) {
  ResultRecord row;
  row.solver = solver;
  row.threads = threads;
  row.blocks = {block(100, seconds)};
  return row;
}

constexpr std::uint64_t kSeed = 1;

TEST(CompareRows, AgainstTheReferenceOnAsManyThreads) {
  std::vector<ResultRecord> rows = {row("a", 1, 8), row("a", 2, 4), row("b", 1, 2), row("b", 2, 2)};
  compare_rows(rows, "a", kSeed);
  EXPECT_FALSE(rows[0].speedup);
  EXPECT_DOUBLE_EQ(rows[2].speedup->ratio.median, 4);
  EXPECT_DOUBLE_EQ(rows[3].speedup->ratio.median, 2);
  EXPECT_EQ(rows[3].speedup->reference_threads, 2U);
}

TEST(CompareRows, ScalingIsAgainstTheFewestThreads) {
  std::vector<ResultRecord> rows = {row("a", 1, 8), row("a", 2, 4)};
  compare_rows(rows, "a", kSeed);
  EXPECT_FALSE(rows[0].scaling);
  EXPECT_DOUBLE_EQ(rows[1].scaling->ratio.median, 2);
  EXPECT_EQ(rows[1].scaling->reference_threads, 1U);
}

TEST(CompareRows, OnTheSmallerOfTwoSamples) {
  std::vector<ResultRecord> rows = {row("slow", 1, 9), row("fast", 1, 1)};
  rows[0].sample_rate = 0.25;
  rows[0].blocks = {block(25, 9)};
  rows[1].subsamples = {{.rate = 0.25, .puzzles = 25, .blocks = {block(25, 0.5)}}};
  compare_rows(rows, "slow", kSeed);
  EXPECT_DOUBLE_EQ(rows[1].speedup->ratio.median, 18);
  EXPECT_EQ(rows[1].speedup->puzzles, 25U);
  EXPECT_EQ(rows[1].speedup->sample_rate, 0.25);
}

TEST(CompareRows, AWrongAnswerVoidsBothSides) {
  std::vector<ResultRecord> rows = {row("a", 1, 8), row("b", 1, 2), row("c", 1, 2)};
  rows[1].outcomes[static_cast<std::size_t>(Outcome::wrong)] = 1;
  compare_rows(rows, "b", kSeed);
  EXPECT_FALSE(rows[0].speedup);
  compare_rows(rows, "a", kSeed);
  EXPECT_FALSE(rows[1].speedup);
  EXPECT_TRUE(rows[2].speedup);
}

}  // namespace
}  // namespace sudoku
