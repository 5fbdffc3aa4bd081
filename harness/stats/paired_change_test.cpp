// Figures of paired changes against those worked out by hand or from Student's distribution.
#include "harness/stats/paired_change.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace sudoku::stats {

namespace {

// The change between series whose pairs have these logarithms of their ratios.
PairedChange change_of(const std::vector<double>& logs, const std::vector<BuildPair>& builds) {
  const std::vector<double> base(logs.size(), 1000);
  std::vector<double> candidate;
  for (const double log : logs)
    candidate.push_back(1000 * std::exp(log));
  return paired_change(base, candidate, builds);
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
  const PairedChange change = change_of(logs, builds);
  EXPECT_NEAR(change.log_ratio, 0.1, 1e-12);
  const double squares = 16 * 0.004 * 0.004;
  const double exact = std::sqrt(squares / 13 / 16);
  EXPECT_NEAR(change.standard_error, 1.1 * exact * std::sqrt(16.0 / 15) * 16 / 14, 1e-12)
      << "rather wider, and winsorised by two";
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
  const PairedChange change = change_of(logs, builds);
  EXPECT_NEAR(change.spread.error, change.standard_error, 1e-12);
}

// Builds that are paired unevenly, and a disturbed pair of little weight.
TEST(PairedChange, GivesTheSameFiguresEverywhere) {
  const std::vector<double> logs = {0.05, 0.02, 0.07, 0.9,   0.04, 0.01,
                                    0.03, 0.06, 0.08, 0.055, 0.045};
  std::vector<BuildPair> builds;
  for (std::size_t i = 0; i < logs.size(); ++i)
    builds.push_back({.base = i % 2, .candidate = i % 5 % 3});
  const PairedChange change = change_of(logs, builds);
  EXPECT_NEAR(change.log_ratio, 0.0482453793113918, 1e-12);
  EXPECT_NEAR(change.standard_error, 0.00754796807754730, 1e-12);
  EXPECT_NEAR(change.spread.error, 0.00951879269021646, 1e-12);
  EXPECT_NEAR(change.spread.range, 0.0324573282495656, 1e-12);
  EXPECT_NEAR(p_value(change), 0.000210961, 1e-9);
  EXPECT_NEAR(noticeable(change, 0.05), 0.0174056455992131, 1e-12);
}

TEST(PairedChange, NeedsThreePairsMoreThanEffectsOfBuilds) {
  const std::vector<BuildPair> builds = {{0, 0}, {1, 1}, {0, 1}, {1, 0}, {0, 0}};
  const std::vector<double> logs = {0.01, 0.02, 0.03, 0.01, 0.02};
  EXPECT_TRUE(std::isfinite(change_of(logs, builds).spread.error));
  EXPECT_TRUE(std::isinf(
      change_of({0.01, 0.02, 0.03, 0.01}, {builds.begin(), builds.end() - 1}).spread.error));
}

}  // namespace

}  // namespace sudoku::stats
