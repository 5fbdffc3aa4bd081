// Steps in a series of ratios that was measured, and how often simulated ones are found.
#include "harness/stats/steps.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "harness/base/random.h"

namespace sudoku::stats {

namespace {

constexpr double kLevel = 0.01;

std::vector<double> logs_of(std::vector<double> ratios) {
  for (double& ratio : ratios)
    ratio = std::log(ratio);
  return ratios;
}

double normal(base::Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
  return radius * std::cos(2 * std::numbers::pi * random.unit());
}

std::vector<double> noise(base::Random& random, std::size_t size, double spread) {
  std::vector<double> logs(size);
  for (double& log : logs)
    log = spread * normal(random);
  return logs;
}

std::vector<std::size_t> places_of(const std::vector<double>& logs, double level = kLevel) {
  std::vector<std::size_t> places;
  for (const Step& step : steps_in(logs, level))
    places.push_back(step.first);
  return places;
}

// A plugin beside busy processes, built without optimisation from the tenth result on.
TEST(Steps, FindsThatOfASolverThatTakesTwiceAsLong) {
  const std::vector<double> before = {.159, .148, .158, .153, .151, .157, .144, .156, .156};
  std::vector<double> all = before;
  all.insert(all.end(), {.080, .080, .081, .081, .076, .080});
  const std::vector<Step> steps = steps_in(logs_of(all), kLevel / 3);
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].first, before.size());
  EXPECT_NEAR(std::exp(steps[0].before), 0.1547, 0.001);
  EXPECT_NEAR(std::exp(steps[0].change.log_ratio), 0.0800 / 0.1547, 0.1 * 0.0800 / 0.1547);
  EXPECT_EQ(steps[0].change.pairs, all.size());
  const base::Estimate change = estimate_of(steps[0].change);
  EXPECT_LT(change.low, change.median);
  EXPECT_LT(change.high, 0.55);
  EXPECT_TRUE(places_of(logs_of(before)).empty());
}

// The ratios are those of a solver that twenty results measured beside busy processes; only the
// last two are disturbed.
TEST(Steps, TwoDisturbedNeighboursAreNone) {
  EXPECT_TRUE(places_of(logs_of({1.0651, 1.0572, 1.0679, 1.0646, 1.0562, 1.0526, 1.0659,
                                 1.0677, 1.0668, 1.0657, 1.0631, 1.0583, 1.0903, 1.0567,
                                 1.0497, 1.064,  1.0655, 1.0704, 0.9898, 1.0335}),
                        kLevel / 4)
                  .empty());
}

// Reports of twenty series each, whose noise is of 3 to 8 %.
TEST(Steps, OfSeriesWithoutOneAreSeldomFound) {
  base::Random random(3);
  for (const std::size_t size : {6U, 8U, 20U, 60U}) {
    int reports = 0;
    for (int report = 0; report < 100; ++report) {
      bool has_step = false;
      for (int series = 0; series < 20; ++series)
        has_step |= !places_of(noise(random, size, 0.03 + 0.0025 * series), kLevel / 20).empty();
      reports += has_step ? 1 : 0;
    }
    EXPECT_LE(reports, 1) << size;
  }
}

TEST(Steps, ThatAreLargeAreFoundAtTheirPlaces) {
  base::Random random(4);
  int found = 0;
  int returned = 0;
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> step = noise(random, 20, 0.04);
    std::vector<double> bump = noise(random, 20, 0.04);
    for (std::size_t i = 12; i < 20; ++i)
      step[i] += 0.3;
    for (std::size_t i = 8; i < 13; ++i)
      bump[i] -= 0.4;
    found += places_of(step, kLevel / 20) == std::vector<std::size_t>{12} ? 1 : 0;
    returned += places_of(bump, kLevel / 20) == std::vector<std::size_t>{8, 13} ? 1 : 0;
  }
  EXPECT_GE(found, 95);
  EXPECT_GE(returned, 95);
}

TEST(Steps, NeedThreeValuesOnEitherSide) {
  EXPECT_TRUE(places_of({}).empty());
  EXPECT_TRUE(places_of({0.1}).empty());
  EXPECT_TRUE(places_of({0, 0, 1}).empty());
  EXPECT_TRUE(places_of({0, 0.001, 0, 0.001, 0, 0.001, 1}).empty());
  EXPECT_TRUE(places_of({0, 0.001, 0, 0.001, 0, 1, 1.001}).empty());
  EXPECT_EQ(places_of({0, 0.001, 0, 0.001, 0, 1, 1.001, 1}), std::vector<std::size_t>{5});
  EXPECT_TRUE(places_of(std::vector<double>(9, 0.3)).empty()) << "equal values";
  EXPECT_EQ(fewest_beside_step(39), 3U);
  EXPECT_EQ(fewest_beside_step(60), 6U);
}

}  // namespace

}  // namespace sudoku::stats
