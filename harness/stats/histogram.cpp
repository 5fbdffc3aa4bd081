#include "harness/stats/histogram.h"

#include <algorithm>
#include <cmath>

namespace sudoku::stats {

void Histogram::add(const HistogramRecord& record) {
  for (std::size_t i = 0; i < record.count.size(); ++i) {
    counts_[bucket_of(record.first_ps[i])] += record.count[i];
    total_ += record.count[i];
  }
}

double Histogram::quantile(double q) const {
  if (total_ == 0) return 0;
  const auto exact = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(total_)));
  const std::uint64_t rank = std::clamp<std::uint64_t>(exact, 1, total_);
  std::uint64_t seen = 0;
  std::size_t bucket = 0;
  for (; bucket < kBuckets; ++bucket) {
    seen += counts_[bucket];
    if (seen >= rank) break;
  }
  if (bucket < 256) return static_cast<double>(bucket);
  const auto first = static_cast<double>(first_of(bucket));
  return first + static_cast<double>(std::uint64_t{1} << (bucket / 128 - 1)) / 2;
}

HistogramRecord Histogram::record() const {
  HistogramRecord record;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    if (counts_[i] == 0) continue;
    record.first_ps.push_back(first_of(i));
    record.count.push_back(counts_[i]);
  }
  return record;
}

}  // namespace sudoku::stats
