// Figures of paired changes against those worked out by hand or from Student's distribution.
#include "harness/stats/paired_change.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace sudoku::stats {

namespace {

// The change between series whose pairs have these logarithms of their ratios.
PairedChange change_of(const std::vector<double>& logs, double trim,
                       const std::vector<BuildPair>& builds = {}) {
  const std::vector<double> base(logs.size(), 1000);
  std::vector<double> candidate;
  for (const double log : logs)
    candidate.push_back(1000 * std::exp(log));
  return paired_change(base, candidate, 1, trim, builds);
}

// One of the ten pairs is trimmed on each side. Winsorised, they are 1, 1, 2, ..., 8, 8 hundredths,
// with a sum of squared deviations of 66.5: the error is sqrt(66.5 / 9) / (0.8 sqrt(10)).
TEST(PairedChange, IsATrimmedMeanWithItsWinsorisedError) {
  const PairedChange change =
      change_of({0.05, -0.5, 0.01, 0.02, 0.9, 0.03, 0.04, 0.06, 0.07, 0.08}, 0.1);
  EXPECT_EQ(change.pairs, 10U);
  EXPECT_NEAR(change.log_ratio, 0.045, 1e-12);
  EXPECT_NEAR(change.standard_error, 0.0107448, 1e-7);
}

// A tenth of 19 pairs is one on each side.
TEST(PairedChange, IsTrimmedByATenthUnlessToldOtherwise) {
  std::vector<double> base;
  std::vector<double> candidate;
  for (int i = 0; i < 19; ++i) {
    base.push_back(1000);
    candidate.push_back(1000 * std::exp(i < 2 ? -0.5 : 0.01));
  }
  EXPECT_NEAR(paired_change(base, candidate, 1).log_ratio, (16 * 0.01 - 0.5) / 17, 1e-12);
}

TEST(PairedChange, IsNotTrimmedOnRequest) {
  const PairedChange change = change_of({0.01, 0.02, 0.06}, 0);
  EXPECT_NEAR(change.log_ratio, 0.03, 1e-12);
  EXPECT_NEAR(change.standard_error, std::sqrt(0.0014 / 2 / 3), 1e-12);
}

// Forty-one pairs at the quantiles of the normal distribution, moved by `shift` standard errors.
PairedChange normal_change(double shift) {
  std::vector<double> logs;
  double squares = 0;
  for (int i = 0; i < 41; ++i) {
    double low = -5;
    double high = 5;
    for (int k = 0; k < 60; ++k) {
      const double middle = (low + high) / 2;
      (std::erfc(-middle / std::sqrt(2)) / 2 < (i + 0.5) / 41 ? low : high) = middle;
    }
    logs.push_back(0.02 * low);
    squares += logs.back() * logs.back();
  }
  for (double& log : logs)
    log += shift * std::sqrt(squares / 40 / 41);
  return change_of(logs, 0);
}

TEST(SlowPairedChange, HasThePValuesOfStudentForNormalNoise) {
  for (const double distance : {1.0, 2.0, 2.7}) {
    const double p = student_tails(distance, 40);
    EXPECT_NEAR(p_value(normal_change(distance)), p, 0.1 * p + 0.002) << distance;
    EXPECT_NEAR(p_value(normal_change(-distance)), p, 0.1 * p + 0.002) << distance;
  }
}

TEST(PairedChange, NoticesWhatStudentWouldForNormalNoise) {
  const PairedChange change = normal_change(1);
  for (const double level : {0.01, 0.05, 0.2}) {
    const double reach = student_quantile(level, 40) * change.standard_error;
    EXPECT_NEAR(noticeable(change, level), reach, 0.06 * reach) << level;
    EXPECT_NEAR(std::log(ratio_of(change, level).high) - change.log_ratio, reach, 0.06 * reach);
    EXPECT_NEAR(change.log_ratio - std::log(ratio_of(change, level).low), reach, 0.06 * reach);
  }
}

TEST(PairedChange, IsNeverImpossibleAndWithoutPairsCertain) {
  EXPECT_EQ(p_value(change_of(std::vector<double>(12, 0.1), 0)), 1.0 / 10'000);
  EXPECT_EQ(p_value(change_of({0.1}, 0)), 1);
  EXPECT_EQ(p_value(change_of({}, 0)), 1);
  EXPECT_TRUE(std::isinf(noticeable(change_of({0.1}, 0), 0.05)));
}

// Two builds a side, of which each has an effect, and residuals that no build explains. Least
// squares leave 16 - 1 - 2 degrees of freedom.
TEST(PairedChange, TakesTheEffectsOfBuildsOut) {
  std::vector<double> logs;
  std::vector<BuildPair> builds;
  for (std::size_t i = 0; i < 16; ++i) {
    const BuildPair pair = {.base = i % 2, .candidate = i / 2 % 2};
    const double residual = i / 4 % 2 == 0 ? 0.004 : -0.004;
    builds.push_back(pair);
    logs.push_back(0.1 + (pair.base == 0 ? 0.02 : -0.02) + (pair.candidate == 0 ? 0.03 : -0.03) +
                   residual);
  }
  const PairedChange change = change_of(logs, 0, builds);
  EXPECT_NEAR(change.log_ratio, 0.1, 1e-12);
  const double squares = 16 * 0.004 * 0.004;
  const double exact = std::sqrt(squares / 13 / 16);
  EXPECT_NEAR(change.standard_error, exact * std::sqrt(16.0 / 15), 1e-12) << "rather wider";
  EXPECT_EQ(change.spread.freedom, 2U);
  EXPECT_NEAR(change.spread.range, std::expm1(0.06), 1e-12);
  const double variance = (2 * 0.02 * 0.02 + 2 * 0.03 * 0.03) / 2;
  const double noise = change.standard_error * change.standard_error;
  EXPECT_NEAR(change.spread.error, std::sqrt(variance - noise), 1e-12);
  EXPECT_NEAR(p_value_of_builds(change), student_tails(0.1 / change.spread.error, 2), 1e-12);
  EXPECT_NEAR(noticeable_for_any(change, 0.05, 0.1), student_quantile(0.1, 2) * change.spread.error,
              1e-9);
}

// Effects of builds that are smaller than the noise allow for the noise alone.
TEST(PairedChange, HasNoLessErrorByBuildsThanByNoise) {
  std::vector<double> logs;
  std::vector<BuildPair> builds;
  for (std::size_t i = 0; i < 16; ++i) {
    builds.push_back({.base = i % 2, .candidate = i / 2 % 2});
    logs.push_back(i / 4 % 2 == 0 ? 0.004 : -0.004);
  }
  const PairedChange change = change_of(logs, 0, builds);
  EXPECT_NEAR(change.spread.error, change.standard_error, 1e-12);
}

// Builds that are paired unevenly, and a disturbed pair of little weight. The random numbers are
// the same on every machine.
TEST(PairedChange, GivesTheSameFiguresEverywhere) {
  const std::vector<double> logs = {0.05, 0.02, 0.07, 0.9,   0.04, 0.01,
                                    0.03, 0.06, 0.08, 0.055, 0.045};
  std::vector<BuildPair> builds;
  for (std::size_t i = 0; i < logs.size(); ++i)
    builds.push_back({.base = i % 2, .candidate = i % 5 % 3});
  const PairedChange change = change_of(logs, 0.1, builds);
  EXPECT_NEAR(change.log_ratio, 0.0524883735650838, 1e-12);
  EXPECT_NEAR(change.standard_error, 0.00686178916140663, 1e-12);
  EXPECT_NEAR(change.spread.error, 0.0100247237310259, 1e-12);
  EXPECT_NEAR(change.spread.range, 0.0324573282495656, 1e-12);
  EXPECT_EQ(p_value(change), 0.0039);
  EXPECT_NEAR(noticeable(change, 0.05), 0.0227950923369991, 1e-12);
}

TEST(PairedChange, NeedsThreePairsMoreThanEffectsOfBuilds) {
  const std::vector<BuildPair> builds = {{0, 0}, {1, 1}, {0, 1}, {1, 0}, {0, 0}};
  const std::vector<double> logs = {0.01, 0.02, 0.03, 0.01, 0.02};
  EXPECT_TRUE(std::isfinite(change_of(logs, 0, builds).spread.error));
  EXPECT_TRUE(std::isinf(
      change_of({0.01, 0.02, 0.03, 0.01}, 0, {builds.begin(), builds.end() - 1}).spread.error));
}

}  // namespace

}  // namespace sudoku::stats
