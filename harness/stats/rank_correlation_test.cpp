#include "harness/stats/rank_correlation.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace sudoku::stats {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(RankCorrelation, AgreesWithWorkedExamples) {
  struct {
    const char* name;
    std::vector<double> a;
    std::vector<double> b;
    double rho;
  } const cases[] = {
      {"the same order", {1, 2, 3, 4}, {10, 200, 3000, 3001}, 1},
      {"the opposite order", {1, 2, 3}, {9, 5, -2}, -1},
      // Spearman's formula: 1 - 6 * sum of squared differences / (n (n^2 - 1)) = 1 - 6 * 4 / 60.
      {"two neighbours swapped, twice", {1, 2, 3, 4}, {2, 1, 4, 3}, 0.6},
      // Ranks 0.5 0.5 2 3 and 0 1 2 3 give a rho of 4.5 / sqrt(4.5 * 5).
      {"ties share their mean rank", {7, 7, 8, 9}, {1, 2, 3, 4}, 4.5 / std::sqrt(22.5)},
      {"what is not known is left out", {1, kNan, 2, 3, 4}, {5, 0, 6, 7, kNan}, 1},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_DOUBLE_EQ(rank_correlation(c.a, c.b), c.rho);
    EXPECT_DOUBLE_EQ(rank_correlation(c.b, c.a), c.rho);
  }
}

TEST(RankCorrelation, IsNotKnownWithoutAnOrder) {
  EXPECT_TRUE(std::isnan(rank_correlation(std::vector<double>{}, std::vector<double>{})));
  EXPECT_TRUE(std::isnan(rank_correlation(std::vector<double>{1}, std::vector<double>{2})));
  EXPECT_TRUE(
      std::isnan(rank_correlation(std::vector<double>{1, 2, 3}, std::vector<double>{4, 4, 4})));
}

}  // namespace

}  // namespace sudoku::stats
