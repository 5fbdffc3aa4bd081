#include "harness/stats/histogram.h"

#include <algorithm>
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
    Histogram histogram;
    histogram.add(value);
    const auto exact = static_cast<double>(value);
    ASSERT_LE(std::abs(histogram.quantile(0.5) - exact), 0.01 * exact) << value;
  }
}

TEST(Histogram, QuantilesAreThoseOfTheSortedValues) {
  base::Random random(3);
  std::vector<std::uint64_t> values;
  Histogram histogram;
  for (int i = 0; i < 9999; ++i) {
    values.push_back(1000 + random.below(1'000'000'000));
    histogram.add(values.back());
  }
  std::ranges::sort(values);
  for (const double q : {0.0, 0.01, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const auto rank = std::max(1.0, std::ceil(q * 9999));
    const auto exact = static_cast<double>(values[static_cast<std::size_t>(rank) - 1]);
    EXPECT_NEAR(histogram.quantile(q), exact, 0.005 * exact) << q;
  }
}

TEST(Histogram, EmptyOneHasQuantileZero) {
  EXPECT_EQ(Histogram().quantile(0.5), 0);
}

TEST(Histogram, MergingIsAddingAll) {
  Histogram a;
  Histogram b;
  Histogram both;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    (i % 3 == 0 ? a : b).add(i * i);
    both.add(i * i);
  }
  a.add(b.record());
  EXPECT_EQ(a.total(), 1000U);
  EXPECT_EQ(a.record().first_ps, both.record().first_ps);
  EXPECT_EQ(a.record().count, both.record().count);
}

TEST(Histogram, RecordLeavesEmptyBucketsOut) {
  Histogram histogram;
  histogram.add(5);
  histogram.add(5);
  histogram.add(1 << 20);
  const HistogramRecord record = histogram.record();
  EXPECT_EQ(record.first_ps, (std::vector<std::uint64_t>{5, 1 << 20}));
  EXPECT_EQ(record.count, (std::vector<std::uint64_t>{2, 1}));
}

}  // namespace

}  // namespace sudoku::stats
