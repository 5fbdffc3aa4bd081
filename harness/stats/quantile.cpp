#include "harness/stats/quantile.h"

#include <limits>

namespace sudoku::stats {

double median_in_place(std::span<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// cppcheck-suppress passedByValue  // the copy is what is put in another order
double median(std::vector<double> values) {
  return median_in_place(values);
}

}  // namespace sudoku::stats
