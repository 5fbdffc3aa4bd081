#include "harness/cluster/checkpoint.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace sudoku::cluster {

namespace {

struct SharesCase {
  const char* name;
  std::uint64_t blocks;
  std::uint64_t takers;
  std::set<std::uint64_t> finished;
  std::string ranges;  // [first, end)
};

const SharesCase kSharesCases[] = {
    {"large ones first", 16, 2, {}, "0-4 4-7 7-9 9-10 10-11 11-12 12-13 13-14 14-15 15-16"},
    {"one taker", 8, 1, {}, "0-4 4-6 6-7 7-8"},
    {"more takers than blocks", 3, 64, {}, "0-1 1-2 2-3"},
    {"one block", 1, 4, {}, "0-1"},
    {"no block", 0, 4, {}, ""},
    {"around finished ones", 12, 1, {0, 3, 4, 11}, "1-3 5-8 8-9 9-10 10-11"},
    {"all finished", 3, 2, {0, 1, 2}, ""},
};

TEST(BlockShares, AreHandedOutOnceAndInOrder) {
  for (const SharesCase& c : kSharesCases) {
    SCOPED_TRACE(c.name);
    BlockShares shares(c.blocks, c.takers, c.finished);
    std::string ranges;
    for (BlockRange range = shares.next(); range.first < range.end; range = shares.next())
      ranges += fmt::format("{}{}-{}", ranges.empty() ? "" : " ", range.first, range.end);
    EXPECT_EQ(ranges, c.ranges);
    EXPECT_EQ(shares.next().first, shares.next().end);
  }
}

TEST(BlockShares, NeedFewQuestions) {
  constexpr std::uint64_t kTakers = 16;
  BlockShares shares(12'208, kTakers, {});  // 100 million puzzles
  std::uint64_t questions = 0;
  for (BlockRange range = shares.next(); range.first < range.end; range = shares.next())
    ++questions;
  EXPECT_LT(questions, 20 * kTakers);
}

}  // namespace

}  // namespace sudoku::cluster
