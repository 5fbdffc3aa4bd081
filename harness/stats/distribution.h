// How often each value occurs: exact counts, and the mean and quantiles that follow from them.
#pragma once

#include <cstdint>
#include <map>

#include "harness/stats/quantile.h"

namespace sudoku::stats {

// Exact counts of values, hence exact quantiles. Memory grows with the number of different values.
class Distribution {
 public:
  void add(double value) {
    ++counts_[value];
    ++count_;
  }

  std::uint64_t count() const { return count_; }

  std::uint64_t count_of(double value) const {
    const auto found = counts_.find(value);
    return found == counts_.end() ? 0 : found->second;
  }

  // The mean and quantiles need at least one value. A quantile is the least value that at least
  // `share` of all values do not exceed.
  double mean() const {
    double sum = 0;
    for (const auto& [value, count] : counts_)
      sum += value * static_cast<double>(count);
    return sum / static_cast<double>(count_);
  }

  double quantile(double share) const {
    const auto count = [](const auto& entry) { return entry.second; };
    const std::uint64_t rank = nearest_rank(share, count_);
    return entry_of_rank(counts_.begin(), counts_.end(), rank, count)->first;
  }

 private:
  std::map<double, std::uint64_t> counts_;
  std::uint64_t count_ = 0;
};

}  // namespace sudoku::stats
