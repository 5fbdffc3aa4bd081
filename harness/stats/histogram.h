// Histograms of service times in a fixed amount of memory.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sudoku::stats {

// Non-empty buckets of a Histogram: smallest value (picoseconds) and number of values of each.
struct HistogramRecord {
  std::vector<std::uint64_t> first_ps;
  std::vector<std::uint64_t> count;

  bool operator==(const HistogramRecord&) const = default;

  // Lists of the record, equally long, by name; `count` is the last.
  using R = HistogramRecord;
  static constexpr std::array kLists = {std::pair{"first_ps", &R::first_ps},
                                        std::pair{"count", &R::count}};
  static constexpr const char* kOnePer = "one count per bucket";
};

// Counts values (picoseconds) in log-linear buckets, after Gil Tene's HdrHistogram
// (hdrhistogram.org). Each power of two has 128 equal buckets, and values below 256 are exact, so
// the middle of a bucket is within 1/256 = 0.4 % of every value in it.
class Histogram {
 public:
  static constexpr std::size_t kBuckets = 128 * 57 + 128;

  static constexpr std::size_t bucket_of(std::uint64_t value) {
    // The shift leaves the value's first eight bits, the first of them set unless value < 128.
    const auto shift = static_cast<std::size_t>(std::bit_width(value | 255)) - 8;
    return 128 * shift + static_cast<std::size_t>(value >> shift);
  }

  // The smallest value in a bucket of the histogram.
  static constexpr std::uint64_t first_of(std::size_t bucket) {
    if (bucket < 256) return bucket;
    const std::size_t shift = bucket / 128 - 1;
    return static_cast<std::uint64_t>(bucket - 128 * shift) << shift;
  }

  static constexpr double width_of(std::size_t bucket) {
    return bucket < 256 ? 1 : static_cast<double>(std::uint64_t{1} << (bucket / 128 - 1));
  }

  // The middle of a bucket, which represents all values in it.
  static constexpr double middle_of(std::size_t bucket) {
    const auto first = static_cast<double>(first_of(bucket));
    return bucket < 256 ? first : first + width_of(bucket) / 2;
  }

  void add(std::uint64_t value_ps) { ++counts_[bucket_of(value_ps)]; }

  // Returns the counts, and clears them.
  HistogramRecord take() {
    HistogramRecord record;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      if (counts_[i] == 0) continue;
      record.first_ps.push_back(first_of(i));
      record.count.push_back(std::exchange(counts_[i], 0));
    }
    return record;
  }

 private:
  std::array<std::uint64_t, kBuckets> counts_{};
};

static_assert(Histogram::bucket_of(0) == 0);
static_assert(Histogram::bucket_of(255) == 255);
static_assert(Histogram::bucket_of(256) == Histogram::bucket_of(257));
static_assert(Histogram::bucket_of(512) == Histogram::bucket_of(511) + 1);
static_assert(Histogram::bucket_of(UINT64_MAX) == Histogram::kBuckets - 1);
static_assert(Histogram::first_of(Histogram::bucket_of(512)) == 512);

}  // namespace sudoku::stats
