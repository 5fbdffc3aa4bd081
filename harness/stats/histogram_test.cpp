#include "harness/stats/histogram.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/random.h"
#include "harness/stats/log_bins.h"

namespace sudoku::stats {

namespace {

TEST(Histogram, EveryBucketBeginsWhereItsPredecessorEnds) {
  for (std::size_t bucket = 1; bucket < Histogram::kBuckets; ++bucket) {
    const std::uint64_t first = Histogram::first_of(bucket);
    ASSERT_EQ(Histogram::bucket_of(first), bucket);
    ASSERT_EQ(Histogram::bucket_of(first - 1), bucket - 1);
  }
}

TEST(Histogram, ReadsAnyValueBackWithinOnePercent) {
  base::Random random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t value = random.next() >> random.below(63);
    const double middle = Histogram::middle_of(Histogram::bucket_of(value));
    const auto exact = static_cast<double>(value);
    ASSERT_LE(std::abs(middle - exact), 0.01 * exact) << value;
  }
}

TEST(Histogram, RecordLeavesEmptyBucketsOut) {
  Histogram histogram;
  histogram.add(5);
  histogram.add(5);
  histogram.add(1 << 20);
  const HistogramRecord record = histogram.take();
  EXPECT_EQ(record.first_ps, (std::vector<std::uint64_t>{5, 1 << 20}));
  EXPECT_EQ(record.count, (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(histogram.take(), HistogramRecord()) << "it was cleared";
}

TEST(Histogram, BucketsHaveAMiddle) {
  EXPECT_EQ(Histogram::middle_of(255), 255);
  EXPECT_EQ(Histogram::middle_of(Histogram::bucket_of(256)), 257);
  EXPECT_EQ(Histogram::middle_of(Histogram::bucket_of(512)), 514);
}

TEST(LogBins, BeginAtPowers) {
  EXPECT_EQ(log_bin(0), 0U);
  EXPECT_EQ(log_bin(0.99), 0U);
  EXPECT_EQ(log_bin(1), 1U);
  EXPECT_EQ(log_bin(1.99), 4U);
  EXPECT_EQ(log_bin(2), 5U);
  EXPECT_EQ(middle_of_bin(0), 0);
  EXPECT_DOUBLE_EQ(middle_of_bin(1), std::exp2(0.125));
  EXPECT_DOUBLE_EQ(middle_of_bin(7), 2 * std::sqrt(2) * std::exp2(0.125));
}

TEST(Histogram2D, CountsCells) {
  Histogram2D histogram;
  histogram.add(2, 1);
  histogram.add(1, 3);
  histogram.add(2, 1);
  EXPECT_EQ(histogram.take(), (Histogram2DRecord{.x = {1, 2}, .y = {3, 1}, .count = {1, 2}}));
  EXPECT_EQ(histogram.take(), Histogram2DRecord()) << "it was cleared";
}

}  // namespace

}  // namespace sudoku::stats
