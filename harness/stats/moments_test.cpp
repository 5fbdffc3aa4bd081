// Tests means and their standard errors against hand computations.
#include "harness/stats/moments.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sudoku::stats {
namespace {

TEST(Moments, HaveTheMeanAndTheVarianceOfTheirValues) {
  Moments moments;  // of 1, 1, 1, 3 and 4
  moments.add(1, 3);
  moments.add(3, 1);
  moments.add(4, 1);
  EXPECT_DOUBLE_EQ(moments.mean(), 2);
  EXPECT_DOUBLE_EQ(moments.variance(), 8.0 / 4);
  Moments one;
  one.add(7, 1);
  EXPECT_EQ(one.variance(), 0);
}

// Cochran: the error of a sample shrinks with its size, and with the share that was left out.
TEST(ErrorOfMean, IsThatOfASampleWithoutReplacement) {
  Moments relative;  // of 0.5 and 1.5, 50 of each: their variance is 25 / 99
  relative.add(0.5, 50);
  relative.add(1.5, 50);
  EXPECT_DOUBLE_EQ(error_of_mean(relative, 0), std::sqrt(25.0 / 99 / 100));
  EXPECT_DOUBLE_EQ(error_of_mean(relative, 0.75), std::sqrt(25.0 / 99 / 100) / 2);
  EXPECT_EQ(error_of_mean(relative, 1), 0) << "nothing was left out";
}

}  // namespace
}  // namespace sudoku::stats
