// Means with their standard errors.
#pragma once

#include <algorithm>
#include <cmath>

namespace sudoku::stats {

// Sums of values, each of which stands for `count` equal ones, for their mean and variance.
struct Moments {
  double number = 0;
  double sum = 0;
  double squares = 0;

  void add(double value, double count) {
    number += count;
    sum += count * value;
    squares += count * value * value;
  }

  double mean() const { return sum / number; }

  double variance() const {
    return std::max(0.0, squares - sum * mean()) / std::max(1.0, number - 1);
  }
};

// Standard error of the logarithm of a mean, or of a ratio of means, over a sample drawn at `rate`;
// `relative` is in units of the mean. Source: W. G. Cochran, "Sampling Techniques", 3rd edition,
// 1977, sections 2.7 and 6.4.
inline double error_of_mean(const Moments& relative, double rate) {
  return std::sqrt(std::max(0.0, 1 - rate) * relative.variance() / relative.number);
}

}  // namespace sudoku::stats
