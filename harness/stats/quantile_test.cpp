#include "harness/stats/quantile.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "harness/stats/distribution.h"

namespace sudoku::stats {
namespace {

TEST(Median, OddEvenAndEmpty) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(NearestRank, IsTheLeastRankThatTheShareReaches) {
  EXPECT_EQ(nearest_rank(0, 10), 1U);
  EXPECT_EQ(nearest_rank(0.5, 10), 5U);
  EXPECT_EQ(nearest_rank(0.51, 10), 6U);
  EXPECT_EQ(nearest_rank(1, 10), 10U);
  EXPECT_EQ(nearest_rank(0.5, 0), 1U);
}

TEST(EntryOfRank, HoldsTheValueOfThatRank) {
  const std::vector<std::uint64_t> counts = {2, 0, 3};
  const auto place = [&counts](std::uint64_t rank) {
    return entry_of_rank(counts.begin(), counts.end(), rank) - counts.begin();
  };
  EXPECT_EQ(place(1), 0);
  EXPECT_EQ(place(2), 0);
  EXPECT_EQ(place(3), 2);
  EXPECT_EQ(place(5), 2);
}

TEST(Distribution, KnowsMeanAndQuantiles) {
  Distribution values;
  for (const double value : {3.0, 1.0, 1.0, 10.0})
    values.add(value);
  EXPECT_EQ(values.count(), 4);
  EXPECT_EQ(values.count_of(1), 2);
  EXPECT_EQ(values.count_of(2), 0);
  EXPECT_EQ(values.mean(), 3.75);
  EXPECT_EQ(values.quantile(0), 1);
  EXPECT_EQ(values.quantile(0.5), 1);
  EXPECT_EQ(values.quantile(0.51), 3);
  EXPECT_EQ(values.quantile(0.75), 3);
  EXPECT_EQ(values.quantile(1), 10);
}

}  // namespace
}  // namespace sudoku::stats
