#include "harness/report/curve.h"

#include <gtest/gtest.h>

namespace sudoku {

namespace {

using Points = std::vector<double>;

// Ten puzzles: five at 100 ps, three at 200 ps, one at 1 ns, one given up at 1 ms.
ResultRecord row() {
  ResultRecord row;
  row.puzzles = 10;
  row.latency = LatencyRecord{
      .censored = 1,
      .min = 0.1,
      .max = 1e6,
      .histogram = {.first_ps = {100, 200, 1000, 1'000'000'000}, .count = {5, 3, 1, 1}},
      .histogram_all_samples = {}};
  return row;
}

TEST(Curve, FallsFromOneToWhatIsNotSolved) {
  const Points points = latency_curve(row(), 0);
  ASSERT_EQ(points.size(), 8U);
  EXPECT_EQ((Points{points.begin(), points.begin() + 2}), (Points{0.1, 1}));
  EXPECT_NEAR(points[2], 0.101, 1e-9);
  EXPECT_EQ(points[3], 0.5);
  EXPECT_EQ(points[5], 0.2);
  EXPECT_NEAR(points[6], 1.004, 1e-9);
  EXPECT_EQ(points[7], 0.1);
}

TEST(Curve, LeavesOutPointsThatLieClose) {
  const Points points = latency_curve(row(), 10);
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[1], 1);
  EXPECT_EQ(points[3], 0.1);
}

TEST(Curve, CountsAsNotSolvedWhatHasNoTime) {
  ResultRecord crashed = row();
  crashed.puzzles = 20;
  EXPECT_EQ(latency_curve(crashed, 0).back(), 0.55);
}

TEST(Curve, ReadsQuantilesOffAHistogram) {
  const HistogramRecord histogram = row().latency->histogram;
  EXPECT_EQ(quantile_ns({}, 0.5), 0);
  EXPECT_EQ(quantile_ns(histogram, 0.5), 0.1);
  EXPECT_EQ(quantile_ns(histogram, 0.51), 0.2);
  EXPECT_EQ(quantile_ns(histogram, 0.9), 1.002);
  EXPECT_EQ(p9999_ns(*row().latency), 1e6);
}

}  // namespace

}  // namespace sudoku
