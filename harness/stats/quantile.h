// Medians, and quantiles by nearest rank.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace sudoku::stats {

// Mean of the middle two values if they are even in number; NaN if there is none.
// cppcheck-suppress passedByValue  // the copy is reordered
inline double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// The rank, from 1, of the smallest of `count` values that a share `q` of them does not exceed.
inline std::uint64_t nearest_rank(double q, std::uint64_t count) {
  const auto rank = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(count)));
  return std::clamp<std::uint64_t>(rank, 1, std::max<std::uint64_t>(count, 1));
}

// Finds the value of a given rank among ascending entries that stand for count(entry) values each.
template <typename Iterator, typename Count = std::identity>
Iterator entry_of_rank(Iterator first, Iterator last, std::uint64_t rank, Count count = {}) {
  std::uint64_t seen = 0;
  return std::find_if(first, last, [&](const auto& entry) {
    seen += std::invoke(count, entry);
    return seen >= rank;
  });
}

}  // namespace sudoku::stats
