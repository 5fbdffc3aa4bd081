#include "harness/stats/histogram.h"

#include <algorithm>
#include <cmath>

#include "harness/stats/quantile.h"

namespace sudoku::stats {

void Histogram::add(const HistogramRecord& record) {
  for (std::size_t i = 0; i < record.count.size(); ++i) {
    counts_[bucket_of(record.first_ps[i])] += record.count[i];
    total_ += record.count[i];
  }
}

double Histogram::quantile(double q) const {
  if (total_ == 0) return 0;
  const auto* const at = entry_of_rank(counts_.begin(), counts_.end(), nearest_rank(q, total_));
  return middle_of(static_cast<std::size_t>(at - counts_.begin()));
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
