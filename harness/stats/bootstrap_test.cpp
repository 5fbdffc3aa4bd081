#include "harness/stats/bootstrap.h"

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace sudoku::stats {

namespace {

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

// A block of `puzzles`, with the seconds of its rounds.
BootstrapUnit unit(double puzzles, const std::vector<double>& seconds) {
  BootstrapUnit unit{.weight = puzzles, .logs = {}};
  for (const double each : seconds)
    unit.logs.push_back(std::log(each));
  return unit;
}

// Puzzles per second.
base::Estimate rate(const std::vector<BootstrapUnit>& units, const HiddenErrors& hidden = {},
                    std::span<const double> movements = {}) {
  return bootstrap(units, movements, hidden, 1, [](const BootstrapUnit& unit, double log_seconds) {
    return BootstrapPart{.over = unit.weight, .under = std::exp(log_seconds)};
  });
}

TEST(Bootstrap, AddsUpAllBlocksWithTheMediansOfTheirRounds) {
  EXPECT_NEAR(rate({unit(100, {1, 2, 9}), unit(50, {3, 3, 3})}).median, 150.0 / 5, 1e-9);
  EXPECT_NEAR(rate({unit(100, {1}), unit(20, {4}), unit(30, {5})}).median, 150.0 / 10, 1e-9);
}

TEST(Bootstrap, HasAnIntervalIfBlocksHaveTwoRoundsOrAreFive) {
  const auto has_interval = [](std::size_t blocks, const std::vector<double>& seconds,
                               double sampling) {
    const base::Estimate estimate =
        rate(std::vector<BootstrapUnit>(blocks, unit(10, seconds)), {sampling, 0});
    EXPECT_EQ(std::isnan(estimate.low), std::isnan(estimate.high));
    return !std::isnan(estimate.low);
  };
  EXPECT_TRUE(has_interval(1, {1, 1}, 0));
  EXPECT_FALSE(has_interval(1, {1, 1}, kNotKnown));
  EXPECT_FALSE(has_interval(4, {1}, 0));
  EXPECT_TRUE(has_interval(5, {1}, 0));
  EXPECT_FALSE(has_interval(4, {1, 1}, kNotKnown));
  EXPECT_TRUE(has_interval(5, {1, 1}, kNotKnown));
}

// The rounds do not scatter, so that the interval is that of the hidden errors alone.
TEST(Bootstrap, AddsHiddenErrorsAsIndependentOnes) {
  const std::vector<BootstrapUnit> units(5, unit(10, {2, 2, 2}));
  const base::Estimate both = rate(units, {0.03, 0.04});
  EXPECT_NEAR(both.median, 5, 1e-9);
  EXPECT_NEAR(both.low, 5 * std::exp(-kNormal * 0.05), 1e-9);
  EXPECT_NEAR(both.high, 5 * std::exp(kNormal * 0.05), 1e-9);
  // Blocks that are drawn would show the sampling error: it is not added once more.
  EXPECT_NEAR(rate(units, {kNotKnown, 0.04}).high, 5 * std::exp(kNormal * 0.04), 1e-9);
}

// A machine that was slower by half or as fast as usual makes no upper end.
TEST(Bootstrap, MovesAllBlocksTogether) {
  const std::vector<BootstrapUnit> units = {unit(10, {2, 2, 2}), unit(10, {3, 3})};
  const std::vector<double> movements = {0, std::log(1.5)};
  const base::Estimate moved = rate(units, {}, movements);
  EXPECT_NEAR(moved.median, 4, 1e-9);
  EXPECT_NEAR(moved.high, 4, 1e-9);
  EXPECT_LT(moved.low, 4 / 1.5);
  EXPECT_GT(moved.low, 4 / std::pow(1.5, 4)) << "few rounds widen it";
  EXPECT_NEAR(rate(units, {}, std::vector<double>{std::log(1.5)}).high, 4, 1e-9);
}

TEST(Bootstrap, FewRoundsMakeAWiderInterval) {
  const auto width = [](std::size_t rounds) {
    std::vector<double> seconds;
    for (std::size_t i = 0; i < rounds; ++i)
      seconds.push_back(1 + 0.02 * static_cast<double>(i * 37 % 11));
    const base::Estimate estimate = rate({unit(10, seconds)});
    return std::log(estimate.high / estimate.low);
  };
  EXPECT_GT(width(3), 2 * width(9));
  EXPECT_GT(width(9), 2 * width(99));
}

void expect_estimate(const base::Estimate& estimate, const base::Estimate& expected) {
  EXPECT_NEAR(estimate.median, expected.median, 1e-9 * expected.median);
  EXPECT_NEAR(estimate.low, expected.low, 1e-9 * expected.low);
  EXPECT_NEAR(estimate.high, expected.high, 1e-9 * expected.high);
}

// The random numbers are the same on every machine: so stored figures stay as they were published.
TEST(Bootstrap, GivesTheSameIntervalEverywhere) {
  const std::vector<BootstrapUnit> units = {unit(10, {2.1, 2, 2.3, 1.9, 2.2, 2.05, 2.4, 2.15}),
                                            unit(30, {3, 3.2, 3.3}), unit(20, {1.5, 1.4})};
  const std::vector<double> movements = {0, 0.01, -0.02};
  expect_estimate(rate(units, {0.003, 0.004}, movements),
                  {8.85740820265797, 8.51280577329842, 9.53166068071569});
  std::vector<BootstrapUnit> blocks;
  for (const double seconds : {1.0, 1.1, 1.3, 0.9, 1.6, 1.2})
    blocks.push_back(unit(10, {seconds}));
  expect_estimate(rate(blocks, {0.003, 0.004}, movements),
                  {8.45070422535211, 6.77149527468867, 10.6116037723011});
  expect_estimate(median_with_interval({4, 1, 100, 2, 3, 7, 5, 8, 9, 20, 30}, 1), {7, 3, 20});
}

TEST(MedianWithInterval, IsBetweenTheLeastAndTheGreatestValue) {
  const base::Estimate of_five = median_with_interval({4, 1, 100, 2, 3}, 1);
  EXPECT_EQ(of_five.median, 3);
  EXPECT_EQ(of_five.low, 1);
  EXPECT_EQ(of_five.high, 100);
  const base::Estimate of_one = median_with_interval({7}, 1);
  EXPECT_EQ(of_one.median, 7);
  EXPECT_EQ(of_one.low, 7);
  EXPECT_EQ(of_one.high, 7);
}

}  // namespace

}  // namespace sudoku::stats
