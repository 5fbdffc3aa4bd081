// The name nearest to an unknown one, for error messages.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace sudoku::base {

inline bool is_same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// The number of characters to add, drop, replace or swap with their neighbour to make `b` of `a`,
// ignoring case: optimal string alignment, after F. Damerau, "A technique for computer detection
// and correction of spelling errors", 1964.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> costs(b.size() + 1);
  std::vector<std::size_t> next(b.size() + 1);
  std::iota(costs.begin(), costs.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    next[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = costs[j] + (is_same_letter(a[i], b[j]) ? 0 : 1);
      next[j + 1] = std::min({replaced, costs[j + 1] + 1, next[j] + 1});
      const bool is_swapped =
          i > 0 && j > 0 && is_same_letter(a[i], b[j - 1]) && is_same_letter(a[i - 1], b[j]);
      if (is_swapped) next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    before.swap(costs);
    costs.swap(next);
  }
  return costs.back();
}

// The nearest name, or nothing when all differ in over a third of their characters and over one.
template <typename Names>
std::string_view nearest_of(std::string_view name, const Names& names) {
  std::string_view nearest;
  std::size_t least = name.size() + 1;
  for (const std::string_view other : names) {
    const std::size_t longer = std::max(name.size(), other.size());
    const std::size_t most = std::max<std::size_t>(longer / 3, 1);
    // The lengths alone rule out most names, which keeps the cost low for a long `name`.
    if (longer - std::min(name.size(), other.size()) > most) continue;
    const std::size_t distance = edit_distance(name, other);
    if (distance > most || distance >= least || distance == longer) continue;
    least = distance;
    nearest = other;
  }
  return nearest;
}

// The end of a message about an unknown name: "; did you mean 'lanes'?", or nothing.
template <typename Names>
std::string suggestion(std::string_view name, const Names& names) {
  const std::string_view nearest = nearest_of(name, names);
  return nearest.empty() ? "" : "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace sudoku::base
