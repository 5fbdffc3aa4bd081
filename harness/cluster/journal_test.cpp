#include "harness/cluster/journal.h"

#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace sudoku::cluster {

namespace {

Blocks first_blocks(std::size_t count) {
  Blocks blocks(count);
  std::iota(blocks.begin(), blocks.end(), 0U);
  return blocks;
}

struct SharesCase {
  const char* name;
  Blocks left;
  std::size_t takers;
  std::string shares;
};

const SharesCase kSharesCases[] = {
    {"large ones first", first_blocks(16), 2, "0 1 2 3|4 5 6|7 8|9|10|11|12|13|14|15|"},
    {"one taker", first_blocks(8), 1, "0 1 2 3|4 5|6|7|"},
    {"more takers than blocks", first_blocks(3), 64, "0|1|2|"},
    {"one block", first_blocks(1), 4, "0|"},
    {"no block", {}, 4, ""},
    {"around finished ones", {1, 2, 5, 6, 7, 8, 9, 10}, 1, "1 2 5 6|7 8|9|10|"},
};

TEST(TakeShare, HandsOutEachBlockOnceAndInOrder) {
  for (const SharesCase& c : kSharesCases) {
    SCOPED_TRACE(c.name);
    Blocks left = c.left;
    std::string shares;
    while (!left.empty())
      shares += fmt::format("{}|", fmt::join(take_share(left, c.takers), " "));
    EXPECT_EQ(shares, c.shares);
    EXPECT_TRUE(take_share(left, c.takers).empty());
  }
}

TEST(TakeShare, NeedsFewQuestions) {
  constexpr std::size_t kTakers = 16;
  Blocks left = first_blocks(12'208);  // 100 million puzzles, in blocks of 8192
  std::uint64_t questions = 0;
  for (; !left.empty(); ++questions)
    take_share(left, kTakers);
  EXPECT_LT(questions, 20 * kTakers);
}

}  // namespace

}  // namespace sudoku::cluster
