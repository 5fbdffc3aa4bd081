#include "harness/stats/histogram.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/random.h"

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
}

}  // namespace

}  // namespace sudoku::stats
