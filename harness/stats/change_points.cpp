#include "harness/stats/change_points.h"

#include <algorithm>
#include <numeric>

#include "harness/base/random.h"

namespace sudoku::stats {

namespace {

constexpr double kLevel = 0.01;       // probability of a change found in a series without any
constexpr std::size_t kShortest = 3;  // fewest values on each side of a change
constexpr int kOrders = 4999;         // random orders of the values that a change is compared with

// Sums of distances of a value to those added, by a binary indexed tree over ranks (Fenwick, 1994).
class Distances {
 public:
  explicit Distances(std::size_t size) : counts_(size + 1), sums_(size + 1) {}

  double to(double value, std::size_t rank) const {
    double below = 0;
    double sum_below = 0;
    for (std::size_t i = rank; i > 0; i &= i - 1) {
      below += counts_[i];
      sum_below += sums_[i];
    }
    return (value * below - sum_below) + ((sum_ - sum_below) - value * (count_ - below));
  }

  void add(double value, std::size_t rank) {
    count_ += 1;
    sum_ += value;
    for (std::size_t i = rank; i < counts_.size(); i += i & (~i + 1)) {
      counts_[i] += 1;
      sums_[i] += value;
    }
  }

 private:
  std::vector<double> counts_;
  std::vector<double> sums_;
  double count_ = 0;
  double sum_ = 0;
};

struct Ranked {
  double value = 0;
  std::size_t rank = 0;  // 1-based
};

std::vector<Ranked> ranked(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&values](std::size_t i) { return values[i]; });
  // Values are taken relative to their mean: rounding of large ones would hide small distances.
  const double mean =
      std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
  std::vector<Ranked> items(values.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    items[order[i]] = {.value = values[order[i]] - mean, .rank = i + 1};
  return items;
}

// Returns, as element i, the sum of the distances between all pairs of the first i values.
std::vector<double> sums_within(std::span<const Ranked> items) {
  double sum = 0;
  std::vector<double> sums(1);
  Distances distances(items.size());
  for (const Ranked& item : items) {
    sum += distances.to(item.value, item.rank);
    sums.push_back(sum);
    distances.add(item.value, item.rank);
  }
  return sums;
}

struct Cut {
  std::size_t first = 0;
  double size = -1;
};

// The cut of a series with the largest value of Q, the statistic of E-divisive.
Cut largest_cut(std::span<const Ranked> items) {
  const std::vector<double> before = sums_within(items);
  const std::vector<Ranked> reversed(items.rbegin(), items.rend());
  const std::vector<double> behind = sums_within(reversed);
  Cut largest;
  for (std::size_t cut = kShortest; cut + kShortest <= items.size(); ++cut) {
    const auto m = static_cast<double>(cut);
    const auto n = static_cast<double>(items.size() - cut);
    const double left = before[cut];
    const double right = behind[items.size() - cut];
    const double between = before.back() - left - right;
    const double energy =
        2 * between / (m * n) - 2 * left / (m * (m - 1)) - 2 * right / (n * (n - 1));
    const double size = m * n / (m + n) * energy;
    if (size > largest.size) largest = {.first = cut, .size = size};
  }
  return largest;
}

// Probability that a random order of `items` has a cut with a statistic Q of at least `size`.
// Orders are counted only until the probability exceeds the level.
double chance_of(double size, std::vector<Ranked> items, base::Random& random) {
  constexpr double kAll = kOrders + 1.0;
  const double as_large = size * (1 - 1e-9) - 1e-12;  // tolerance for rounding errors of the sums
  // One more than the number of random orders with a cut as large as that of the series.
  double met = 1;
  for (int i = 0; i < kOrders && met <= kLevel * kAll; ++i) {
    random.shuffle(std::span(items));
    if (largest_cut(items).size >= as_large) met += 1;
  }
  return met / kAll;
}

// Appends the changes in a part of a series, which starts with the value of index `first`.
void divide(std::span<const double> part, std::size_t first, base::Random& random,
            std::vector<ChangePoint>& found) {
  if (part.size() < kFewestForChange) return;
  const std::vector<Ranked> items = ranked(part);
  const Cut cut = largest_cut(items);
  const double chance = chance_of(cut.size, items, random);
  if (chance > kLevel) return;
  divide(part.first(cut.first), first, random, found);
  found.push_back({.first = first + cut.first, .chance = chance});
  divide(part.subspan(cut.first), first + cut.first, random, found);
}

}  // namespace

std::vector<ChangePoint> change_points(std::span<const double> values) {
  base::Random random(1);
  std::vector<ChangePoint> found;
  divide(values, 0, random, found);
  return found;
}

}  // namespace sudoku::stats
