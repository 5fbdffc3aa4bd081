// Medians, and quantiles by nearest rank.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace sudoku::stats {

// The mean of the middle two of an even number of values. NaN when there are none.
double median(std::vector<double> values);

// The median as above, without a copy: reorders `values`.
double median_in_place(std::span<double> values);

// The rank, from 1, of the least of `count` values that a share `q` of them does not exceed.
inline std::uint64_t nearest_rank(double q, std::uint64_t count) {
  const auto rank = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(count)));
  return std::clamp<std::uint64_t>(rank, 1, std::max<std::uint64_t>(count, 1));
}

// The entry that holds the value of that rank; each has a count of values, and they ascend.
template <typename Iterator, typename Count = std::identity>
Iterator entry_of_rank(Iterator first, Iterator last, std::uint64_t rank, Count count = {}) {
  std::uint64_t seen = 0;
  return std::find_if(first, last, [&](const auto& entry) {
    seen += std::invoke(count, entry);
    return seen >= rank;
  });
}

}  // namespace sudoku::stats
