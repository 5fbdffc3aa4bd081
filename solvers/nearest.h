// What somebody may have meant, for error messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

namespace sudoku {

// Characters to add, drop or replace to make `b` of `a`: Levenshtein, Binary codes capable of
// correcting deletions, insertions, and reversals, 1966.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> costs(b.size() + 1);
  std::iota(costs.begin(), costs.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = costs[0];
    costs[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = costs[j + 1];
      costs[j + 1] = std::min({replaced, diagonal + 1, costs[j] + 1});
    }
  }
  return costs.back();
}

// The one of `names` (at least one) that is most like `name`; of several the first.
template <typename Names>
std::string_view nearest_of(std::string_view name, const Names& names) {
  return *std::ranges::min_element(
      names, {}, [name](std::string_view other) { return edit_distance(name, other); });
}

}  // namespace sudoku
