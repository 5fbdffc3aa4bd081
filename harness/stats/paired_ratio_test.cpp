// Ratios of pairs against those worked out by hand or from Student's distribution.
#include "harness/stats/paired_ratio.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace sudoku::stats {

namespace {

struct LocationCase {
  const char* name;
  std::vector<double> logs;
  double location;
};

const LocationCase kLocations[] = {
    {"one pair", {0.3}, 0.3},
    {"two pairs", {0.1, 0.3}, 0.2},
    {"one of three is disturbed", {0.1, 0.2, 9}, 0.2},
    {"two of five are disturbed", {0.2, 9, 0.2, 0.2, 7}, 0.2},
    {"two of six are disturbed", {0.1, 9, 0.3, 7, 0.1, 0.3}, 0.3},
    {"the middle four of eight", {8, 1, 2, 7, 3, 4, 5, 6}, 4.5},
    {"the middle five of eleven", {-90, -80, -70, 1, 2, 3, 4, 6, 70, 80, 90}, 3.2},
};

TEST(PairedRatio, IsTheMeanOfTheMiddleHalf) {
  for (const LocationCase& c : kLocations) {
    SCOPED_TRACE(c.name);
    EXPECT_NEAR(paired_ratio(c.logs).log_ratio, c.location, 1e-12);
    EXPECT_EQ(paired_ratio(c.logs).pairs, c.logs.size());
  }
}

// One of the ten pairs is winsorised on each side: 1, 1, 2, ..., 8, 8 hundredths remain, with a sum
// of squared deviations of 66.5.
TEST(PairedRatio, HasAWinsorisedError) {
  const PairedRatio ratio =
      paired_ratio({0.05, -0.5, 0.01, 0.02, 0.9, 0.03, 0.04, 0.06, 0.07, 0.08});
  EXPECT_NEAR(ratio.log_ratio, 0.045, 1e-12);
  EXPECT_NEAR(ratio.standard_error, 1.1 * 0.01 * std::sqrt(66.5 / 9 * 10) / 8, 1e-12);
  EXPECT_EQ(ratio.freedom, 7U);
}

TEST(PairedRatio, HasTheIntervalAndThePValueOfStudent) {
  const PairedRatio ratio = paired_ratio({0.01, 0.02, 0.06});
  const double error = 1.1 * std::sqrt(0.0014 / 2 / 3);
  EXPECT_NEAR(ratio.standard_error, error, 1e-12);
  for (const double level : {0.01, 0.05, 0.2})
    EXPECT_NEAR(noticeable(ratio, level), student_quantile(level, 2) * error, 1e-12);
  EXPECT_NEAR(p_value(ratio), student_tails(0.02 / error, 2), 1e-12);
  EXPECT_NEAR(
      p_value({.log_ratio = noticeable(ratio, 0.05), .standard_error = error, .freedom = 2}), 0.05,
      1e-9);
  const base::Estimate estimate = estimate_of(ratio);
  EXPECT_NEAR(estimate.median, std::exp(0.02), 1e-12);
  EXPECT_NEAR(estimate.low, std::exp(0.02 - 4.3027 * error), 1e-5);
  EXPECT_NEAR(estimate.high, std::exp(0.02 + 4.3027 * error), 1e-5);
}

TEST(PairedRatio, OfFewerThanTwoPairsIsNotSignificant) {
  for (const std::vector<double>& logs : {std::vector<double>{}, std::vector<double>{0.7}}) {
    const PairedRatio ratio = paired_ratio(logs);
    EXPECT_EQ(p_value(ratio), 1);
    EXPECT_TRUE(std::isinf(noticeable(ratio, 0.05)));
    EXPECT_TRUE(std::isnan(estimate_of(ratio, 0.1).low));
  }
}

TEST(PairedRatio, OfEqualPairsIsCertain) {
  const PairedRatio ratio = paired_ratio(std::vector<double>(12, 0.1));
  EXPECT_NEAR(p_value(ratio), 0, 1e-12);
  EXPECT_NEAR(noticeable(ratio, 0.05), 0, 1e-12);
  EXPECT_EQ(p_value(paired_ratio(std::vector<double>(12, 0))), 1);
}

TEST(PairedRatio, IsInvertedWithItsPairs) {
  const base::Estimate ratio = estimate_of(paired_ratio({0.1, 0.2, 0.25, 0.5}));
  const base::Estimate inverse = estimate_of(paired_ratio({-0.1, -0.2, -0.25, -0.5}));
  EXPECT_NEAR(ratio.median * inverse.median, 1, 1e-12);
  EXPECT_NEAR(ratio.low * inverse.high, 1, 1e-12);
  EXPECT_NEAR(ratio.high * inverse.low, 1, 1e-12);
}

// Ratios of a solver's rounds on a core that it shared, some with other work.
TEST(PairedRatio, OfRealRoundsIsThatOfTheQuietOnes) {
  std::vector<double> logs;
  for (const double ratio :
       {1.62, 1.71, 1.76, 1.82, 1.83, 1.83, 1.84, 1.85, 1.85, 1.85, 1.85, 1.86, 1.88, 1.89,
        1.90, 1.90, 1.90, 1.91, 1.91, 1.92, 1.92, 1.95, 1.95, 2.00, 2.02, 2.33, 2.54})
    logs.push_back(std::log(ratio));
  const base::Estimate estimate = estimate_of(paired_ratio(logs));
  EXPECT_NEAR(estimate.median, 1.882, 5e-4);
  EXPECT_NEAR(estimate.low, 1.844, 5e-4);
  EXPECT_NEAR(estimate.high, 1.921, 5e-4);
}

double log_width(const base::Estimate& estimate) { return std::log(estimate.high / estimate.low); }

TEST(PairedRatio, FewPairsMakeAWiderInterval) {
  const auto width = [](std::size_t pairs) {
    std::vector<double> logs;
    for (std::size_t i = 0; i < pairs; ++i)
      logs.push_back(0.02 * static_cast<double>(i * 37 % 11));
    return log_width(estimate_of(paired_ratio(logs)));
  };
  EXPECT_GT(width(3), 2 * width(9));
  EXPECT_GT(width(9), 2 * width(99));
}

const std::vector<Stratum> kTwoStrata = {{.weight = 3, .logs = {0.1, 0.2, 0.3}},
                                         {.weight = 1, .logs = {0.5, 0.6, 0.7}}};

TEST(WeightedMean, CountsStrataByWeight) {
  const base::Estimate mean = weighted_mean(kTwoStrata, {});
  EXPECT_NEAR(mean.median, std::exp((3 * 0.2 + 0.6) / 4), 1e-12);
  // The heavier stratum has nine times the variance of the other: (9 + 1)^2 / (81 + 1) * 4 - 2
  // degrees of freedom, rounded down.
  const double error = 1.1 * 0.1 / std::sqrt(3) * std::hypot(0.75, 0.25);
  EXPECT_NEAR(std::log(mean.high / mean.median), student_quantile(0.05, 2) * error, 1e-9);
}

TEST(WeightedMean, HasMoreDegreesOfFreedomTheMoreStrata) {
  const std::vector<Stratum> strata(8, {.weight = 1, .logs = {0.1, 0.2, 0.3}});
  const double error = 1.1 * 0.1 / std::sqrt(3) / std::sqrt(8);
  EXPECT_NEAR(log_width(weighted_mean(strata, {})), 2 * student_quantile(0.05, 30) * error, 1e-9);
  EXPECT_NEAR(log_width(weighted_mean(strata, {.neighbours = 1.5})),
              1.5 * log_width(weighted_mean(strata, {})), 1e-9);
}

TEST(RatioOfSums, AddsUpDividendsAndDivisors) {
  const std::vector<Stratum> strata = {{std::sqrt(2), {std::log(2), std::log(2)}},
                                       {2, {std::log(4), std::log(4)}}};
  const base::Estimate ratio = ratio_of_sums(strata, {});
  EXPECT_NEAR(ratio.median, (2.0 + 4) / (1 + 1), 1e-12);
  EXPECT_NEAR(ratio.low, 3, 1e-9);
  EXPECT_NEAR(ratio.high, 3, 1e-9);
}

TEST(RatioOfSums, OfOneStratumIsItsRatio) {
  const std::vector<double> logs = {0.1, 0.2, 0.25, 0.5};
  const base::Estimate ratio = ratio_of_sums(std::vector<Stratum>{{7, logs}}, {});
  const base::Estimate alone = estimate_of(paired_ratio(logs));
  EXPECT_NEAR(ratio.median, alone.median, 1e-12);
  EXPECT_NEAR(ratio.low, alone.low, 1e-9);
  EXPECT_NEAR(ratio.high, alone.high, 1e-9);
}

TEST(WeightedMean, HasAnIntervalIfStrataHaveTwoPairsOrAreFive) {
  const auto has_interval = [](std::size_t strata, const std::vector<double>& logs,
                               double sampling) {
    const base::Estimate mean =
        weighted_mean(std::vector<Stratum>(strata, {1, logs}), {.sampling = sampling});
    EXPECT_EQ(std::isnan(mean.low), std::isnan(mean.high));
    return !std::isnan(mean.low);
  };
  EXPECT_TRUE(has_interval(1, {1, 1}, 0));
  EXPECT_FALSE(has_interval(1, {1, 1}, base::kUnknown));
  EXPECT_FALSE(has_interval(4, {1}, 0));
  EXPECT_TRUE(has_interval(5, {1}, 0));
  EXPECT_FALSE(has_interval(4, {1, 1}, base::kUnknown));
  EXPECT_TRUE(has_interval(5, {1, 1}, base::kUnknown));
}

// The spread between five single pairs of equal weight is that of a mean of five values.
TEST(WeightedMean, ShowsItsErrorByTheSpreadBetweenStrata) {
  std::vector<Stratum> strata;
  for (const double log : {0.1, 0.2, 0.3, 0.4, 0.5})
    strata.push_back({2, {log}});
  const double error = std::sqrt(0.1 / 4 / 5);
  const double reach = student_quantile(0.05, 4) * error;
  for (const double sampling : {0.07, base::kUnknown}) {
    const base::Estimate mean = weighted_mean(strata, {.sampling = sampling, .type_b = 0.04});
    EXPECT_NEAR(std::log(mean.high) - 0.3, std::hypot(reach, kNormal * 0.04), 1e-9)
        << "strata show the sampling error, which is not added once more";
  }
}

// The pairs do not scatter, so that the interval is that of the hidden errors alone.
TEST(WeightedMean, AddsHiddenErrorsAsIndependentOnes) {
  const std::vector<Stratum> strata(5, {10, {0.5, 0.5, 0.5}});
  const base::Estimate both = weighted_mean(strata, {.sampling = 0.03, .type_b = 0.04});
  EXPECT_NEAR(both.low, std::exp(0.5 - kNormal * 0.05), 1e-9);
  EXPECT_NEAR(both.high, std::exp(0.5 + kNormal * 0.05), 1e-9);
}

// Values of the tables in the source, to three decimals.
TEST(StudentT, HasTheQuantilesOfTheTables) {
  const struct {
    double level;
    unsigned freedom;
    double quantile;
  } cases[] = {{0.05, 1, 12.706}, {0.05, 2, 4.303},  {0.01, 3, 5.841},  {0.01, 4, 4.604},
               {0.05, 5, 2.571},  {0.01, 10, 3.169}, {0.05, 11, 2.201}, {0.05, 120, 1.980}};

  for (const auto& c : cases) {
    EXPECT_NEAR(student_quantile(c.level, c.freedom), c.quantile, 6e-4) << c.freedom;
    EXPECT_NEAR(student_tails(c.quantile, c.freedom), c.level, 4e-5) << c.freedom;
  }
  EXPECT_EQ(student_tails(0, 4), 1);
}

TEST(RatioOfRuns, IsByTheirOwnErrorsUntilThereAreSix) {
  const PairedRatio run = {.pairs = 9, .log_ratio = 0.1, .standard_error = 0.02, .freedom = 8};
  std::vector<PairedRatio> runs(4, run);
  runs[1].log_ratio = 0.3;
  runs.push_back({});  // nothing is known of it
  const PairedRatio four = ratio_of_runs(runs);
  EXPECT_EQ(four.pairs, 4U);
  EXPECT_NEAR(four.log_ratio, 0.15, 1e-12);
  EXPECT_NEAR(four.standard_error, 0.01, 1e-12);
  EXPECT_EQ(four.freedom, 32U);
  const PairedRatio six = ratio_of_runs(std::vector<PairedRatio>(6, run));
  EXPECT_EQ(six.standard_error, 0);
  EXPECT_NEAR(six.log_ratio, 0.1, 1e-12);
  EXPECT_EQ(ratio_of_runs({}).freedom, 0U);
}

TEST(Quotient, AddsTheSquaresOfIndependentErrors) {
  const PairedRatio a = {.pairs = 9, .log_ratio = 0.3, .standard_error = 0.03, .freedom = 8};
  const PairedRatio b = {.pairs = 5, .log_ratio = 0.1, .standard_error = 0.04, .freedom = 4};
  const PairedRatio ratio = quotient(a, b);
  EXPECT_NEAR(ratio.log_ratio, 0.2, 1e-12);
  EXPECT_NEAR(ratio.standard_error, 0.05, 1e-12);
  // After Welch: 0.0025^2 / (0.0009^2 / 8 + 0.0016^2 / 4) = 8.4.
  EXPECT_EQ(ratio.freedom, 8U);
  EXPECT_EQ(quotient(a, {}).freedom, 0U);
  EXPECT_NEAR(ratio_with(estimate_of(a)).log_ratio, 0.3, 1e-12);
}

}  // namespace

}  // namespace sudoku::stats
