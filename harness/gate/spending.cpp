#include "harness/gate/spending.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sudoku {

namespace {

constexpr std::size_t kGrid = 401;  // odd: Simpson's rule takes its points in threes

double normal_below(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

double normal_density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

// Where a function that falls from above `wanted` to below it passes that.
template <typename Falling>
double crossing(const Falling& falling, double wanted, double low, double high) {
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (falling(middle) > wanted ? low : high) = middle;
  }
  return (low + high) / 2;
}

// The level that may be spent by then.
double allowance(double level, double share) {
  return level * std::log1p((std::numbers::e - 1) * std::clamp(share, 0.0, 1.0));
}

// The integral of `at(index, place)` over the grid from -bound to bound.
template <typename Function>
double integral(double bound, const Function& at) {
  const double step = 2 * bound / (kGrid - 1);
  double sum = 0;
  for (std::size_t i = 0; i < kGrid; ++i) {
    const bool is_end = i == 0 || i == kGrid - 1;
    const double weight = is_end ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * at(i, -bound + step * static_cast<double>(i));
  }
  return sum * step / 3;
}

}  // namespace

double Spending::next_look(double share, double observations) {
  const double may = allowance(level_, share);
  const double more = observations - observations_;
  if (may <= spent_ || more <= 0) return 0;
  const double bound = bound_for(may - spent_, more);
  density_ = stayed(bound, more);
  spent_ = may;
  observations_ = observations;
  return 2 * normal_below(-bound / std::sqrt(observations));
}

// How likely the sum is beyond the bound after `more` observations, and was not stopped before.
double Spending::leaving(double bound, double more) const {
  const double spread = std::sqrt(more);
  if (density_.values.empty()) return 2 * normal_below(-bound / spread);
  return integral(density_.bound, [&](std::size_t i, double sum) {
    const double outside =
        normal_below((-bound - sum) / spread) + normal_below((sum - bound) / spread);
    return density_.values[i] * outside;
  });
}

double Spending::bound_for(double probability, double more) const {
  const double widest = 40 * std::sqrt(observations_ + more);
  return crossing([&](double bound) { return leaving(bound, more); }, probability, 0, widest);
}

Spending::Density Spending::stayed(double bound, double more) const {
  const double spread = std::sqrt(more);
  Density next = {.bound = bound, .values = std::vector<double>(kGrid)};
  const double step = 2 * bound / (kGrid - 1);
  for (std::size_t i = 0; i < kGrid; ++i) {
    const double place = -bound + step * static_cast<double>(i);
    next.values[i] =
        density_.values.empty()
            ? normal_density(place / spread) / spread
            : integral(density_.bound, [&](std::size_t j, double sum) {
                return density_.values[j] * normal_density((place - sum) / spread) / spread;
              });
  }
  return next;
}

}  // namespace sudoku
