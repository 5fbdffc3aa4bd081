#include "harness/stats/change_points.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace sudoku::stats {

namespace {

// For each (size, level), `size` values with mean `level` and normal noise of standard deviation 1.
std::vector<double> series(std::initializer_list<std::pair<std::size_t, double>> levels,
                           std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise;
  std::vector<double> values;
  for (const auto& [size, level] : levels) {
    for (std::size_t i = 0; i < size; ++i)
      values.push_back(level + noise(random));
  }
  return values;
}

std::vector<std::size_t> places(const std::vector<double>& values) {
  std::vector<std::size_t> firsts;
  for (const ChangePoint& change : change_points(values))
    firsts.push_back(change.first);
  return firsts;
}

using Candidates = std::vector<std::size_t>;

struct KnownCase {
  const char* name;
  std::vector<double> values;
  Candidates expected;
};

const KnownCase kKnownCases[] = {
    {"nothing", {}, {}},
    {"one value", {1}, {}},
    {"always the same", std::vector<double>(50, 3.5), {}},
    {"a step in the middle", {1, 2, 1, 2, 1, 2, 9, 8, 9, 8, 9, 8}, {6}},
    {"a step down", {9, 8, 9, 8, 9, 8, 1, 2, 1, 2, 1, 2}, {6}},
    {"too few to tell", {1, 2, 1, 2, 9, 8, 9, 8, 9}, {}},
    {"just enough", {1, 2, 1, 2, 1, 9, 8, 9, 8, 9}, {5}},
    {"one outlier", {1, 2, 1, 2, 1, 2, 90, 1, 2, 1, 2, 1, 2}, {}},
    {"two outliers at the end", {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 9, 9}, {}},
    {"three at the end", {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 9, 8, 9}, {13}},
    {"small steps on a large level",
     {1e9, 1e9 + 1, 1e9, 1e9 + 1, 1e9, 1e9 + 1, 1e9 + 9, 1e9 + 8, 1e9 + 9, 1e9 + 8, 1e9 + 9},
     {6}},
    {"small steps on a very large level",
     {4e15, 4e15 + 1, 4e15, 4e15 + 1, 4e15, 4e15 + 1, 4e15 + 9, 4e15 + 8, 4e15 + 9, 4e15 + 8,
      4e15 + 9},
     {6}},
};

TEST(ChangePoints, OfKnownSeries) {
  for (const KnownCase& c : kKnownCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(places(c.values), c.expected);
  }
}

// The cut with the largest statistic Q, by the definition of the energy distance.
std::size_t cut_by_definition(const std::vector<double>& values) {
  const auto mean_distance = [&values](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    double sum = 0;
    double pairs = 0;
    for (std::size_t i = a; i < b; ++i) {
      for (std::size_t j = std::max(c, a == c ? i + 1 : c); j < d; ++j, ++pairs)
        sum += std::abs(values[i] - values[j]);
    }
    return sum / pairs;
  };
  const std::size_t size = values.size();
  std::size_t best = 0;
  double largest = -1;
  for (std::size_t cut = 3; cut + 3 <= size; ++cut) {
    const double energy = 2 * mean_distance(0, cut, cut, size) - mean_distance(0, cut, 0, cut) -
                          mean_distance(cut, size, cut, size);
    const double q = static_cast<double>(cut * (size - cut)) / static_cast<double>(size) * energy;
    if (q > largest) best = cut;
    largest = std::max(q, largest);
  }
  return best;
}

// The first cut of a series is at its largest Q; small steps leave several cuts almost as large.
TEST(SlowChangePoints, AreWhereTheEnergyIsLargest) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::vector<double> values = series({{9, 0}, {14, 2}}, seed);
    const Candidates cuts = places(values);
    if (cuts.empty()) continue;
    ++found;
    EXPECT_EQ(std::ranges::count(cuts, cut_by_definition(values)), 1) << seed;
  }
  EXPECT_GT(found, 20);
}

// At a level of 1 %, 300 series of noise give 3 alarms on average; over 8 is a chance of 1/250.
TEST(SlowChangePoints, AreRareInWhiteNoise) {
  int alarms = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    alarms += change_points(series({{30, 0}}, seed)).empty() ? 0 : 1;
  }
  EXPECT_LE(alarms, 8);
}

TEST(SlowChangePoints, AreRareInSkewedNoise) {
  int alarms = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<double> values = series({{30, 0}}, 1000 + seed);
    std::ranges::transform(values, values.begin(), [](double x) { return std::exp(2 * x); });
    alarms += change_points(values).empty() ? 0 : 1;
  }
  EXPECT_LE(alarms, 6);
}

struct PowerCase {
  double step;  // in standard deviations of the noise
  int found;    // required number of detections in 50 series
};

// Each series has 20 values before the step and 10 after it.
TEST(SlowChangePoints, FindStepsByTheirSize) {
  const PowerCase cases[] = {{1.5, 20}, {2, 40}, {3, 50}};
  for (const PowerCase& c : cases) {
    SCOPED_TRACE(c.step);
    int found = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const Candidates firsts = places(series({{20, 0}, {10, c.step}}, seed));
      if (std::ranges::any_of(firsts, [](std::size_t first) { return first >= 17 && first <= 23; }))
        ++found;
    }
    EXPECT_GE(found, c.found);
  }
}

// A clear step is larger than the cut of any of 4,999 random orders: one of 5,000 with the series
// itself. The chances of small steps end at the level of 1 %, not below.
TEST(SlowChangePoints, HaveAChanceUpToOnePercent) {
  EXPECT_DOUBLE_EQ(change_points(series({{10, 0}, {10, 20}}, 1)).front().chance, 1.0 / 5000);
  double largest = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    for (const ChangePoint& change : change_points(series({{7, 0}, {7, 1.9}}, seed)))
      largest = std::max(largest, change.chance);
  }
  EXPECT_GT(largest, 0.009);
  EXPECT_LE(largest, 0.01);
}

// The random orders are the same on every machine.
TEST(ChangePoints, HaveTheSameChanceEverywhere) {
  const std::vector<ChangePoint> found =
      change_points(std::vector<double>{1, 2, 1, 2, 1, 9, 8, 9, 8, 9});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first, 5U);
  EXPECT_DOUBLE_EQ(found[0].chance, 35.0 / 5000);
}

TEST(ChangePoints, FindSeveralSteps) {
  EXPECT_EQ(places(series({{15, 0}, {15, 8}, {15, 0}, {15, -8}}, 3)), (Candidates{15, 30, 45}));
}

TEST(ChangePoints, AreTheSameEveryTime) {
  const std::vector<double> values = series({{20, 0}, {10, 1.2}}, 5);
  EXPECT_EQ(places(values), places(values));
}

}  // namespace

}  // namespace sudoku::stats
