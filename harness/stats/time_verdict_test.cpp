#include "harness/stats/time_verdict.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <gtest/gtest.h>

#include "harness/base/random.h"

namespace sudoku::stats {

namespace {

constexpr std::size_t kPairs = 20;

// A random number, almost normal with standard deviation 1: the sum of twelve uniform ones.
double noise(base::Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i)
    sum += random.unit();
  return sum;
}

// Times of about 1000 ns with relative noise `spread`; the candidate takes `ratio` times as long.
TimeSeries series(double ratio, double spread, std::uint64_t seed, std::size_t pairs = kPairs) {
  base::Random random(seed);
  TimeSeries made;
  for (std::size_t i = 0; i < pairs; ++i) {
    made.base.push_back(1000 * std::exp(spread * noise(random)));
    made.candidate.push_back(1000 * ratio * std::exp(spread * noise(random)));
  }
  return made;
}

TimeJudgement judge(const TimeSeries& row, const TimeRule& rule = {}) {
  return judge_times({&row, 1}, rule).front();
}

TimeSeries with_noise(TimeSeries row, double noise) {
  row.noise = noise;
  return row;
}

struct VerdictCase {
  const char* name;
  TimeSeries row;
  TimeVerdict verdict;
};

const VerdictCase kVerdicts[] = {
    {"no change", series(1, 0.01, 1), TimeVerdict::same},
    {"10 % slower", series(1.10, 0.01, 2), TimeVerdict::slower},
    {"10 % faster", series(0.90, 0.01, 3), TimeVerdict::faster},
    {"3 % slower is below the threshold", series(1.03, 0.01, 4), TimeVerdict::same},
    {"too noisy to see 5 %", series(1, 0.08, 5), TimeVerdict::inconclusive},
    {"too noisy to believe 10 %", series(1.10, 0.15, 6), TimeVerdict::inconclusive},
    {"ten processes a side", series(1.5, 0.01, 7, 10), TimeVerdict::too_few},
    {"eleven processes a side", series(1.5, 0.01, 7, 11), TimeVerdict::slower},
    {"nothing", {}, TimeVerdict::too_few},
    {"noise raises the threshold above 6 %", with_noise(series(1.06, 0.01, 8), 0.05),
     TimeVerdict::same},
    {"noise that asks for 7.99 %", with_noise(series(1.5, 0.01, 9), 0.0799 / 1.5),
     TimeVerdict::slower},
    {"noise that asks for 8.01 %", with_noise(series(1.5, 0.01, 9), 0.0801 / 1.5),
     TimeVerdict::inconclusive},
};

TEST(TimeVerdict, OfARow) {
  for (const VerdictCase& c : kVerdicts) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge(c.row).verdict, c.verdict);
  }
}

TEST(TimeVerdict, NoiseDoesNotForbidAWiderThresholdThatWasAskedFor) {
  const TimeSeries row = with_noise(series(1.5, 0.01, 9), 0.06);
  EXPECT_EQ(judge(row, {.threshold = 0.2}).verdict, TimeVerdict::slower);
}

TEST(TimeVerdict, OfSeriesWithoutAnySpreadIsCertain) {
  const TimeSeries equal = {std::vector<double>(11, 500), std::vector<double>(11, 500)};
  EXPECT_EQ(judge(equal).verdict, TimeVerdict::same);
  EXPECT_EQ(judge(equal).p, 1);
  const TimeJudgement slower = judge({std::vector<double>(11, 500), std::vector<double>(11, 550)});
  EXPECT_EQ(slower.verdict, TimeVerdict::slower);
  EXPECT_NEAR(slower.ratio.median, 1.1, 1e-12);
  EXPECT_NEAR(slower.ratio.low, 1.1, 1e-12);
  EXPECT_NEAR(slower.detectable, 0.05, 1e-12);
}

TEST(TimeVerdict, LeavesOutPairsWithoutATime) {
  TimeSeries row = series(1.10, 0.01, 2, 12);
  row.base[3] = std::nan("");
  EXPECT_EQ(judge(row).pairs, 11U);
  EXPECT_EQ(judge(row).verdict, TimeVerdict::slower);
  row.candidate[5] = 0;
  EXPECT_EQ(judge(row).verdict, TimeVerdict::too_few);
}

TEST(TimeVerdict, OnePairKnowsNothing) {
  const PairedRatio change = paired_ratio({{100}}, {{200}});
  EXPECT_EQ(p_value(change), 1);
  EXPECT_NEAR(ratio_of(change).median, 2, 1e-12);
  EXPECT_EQ(ratio_of(change).low, 0);
  EXPECT_TRUE(std::isinf(ratio_of(change).high));
}

TEST(TimeVerdict, OneLateProcessDoesNotSpeakForAll) {
  TimeSeries row = series(1, 0.005, 11, 11);
  row.candidate[4] *= 20;
  EXPECT_EQ(judge(row).verdict, TimeVerdict::same);
  EXPECT_NEAR(judge(row).ratio.median, 1, 0.01);
}

// A true change of the detectable size should be called slower in four of five measurements.
TEST(SlowTimeVerdict, FindsTheSmallestDetectableChangeFourTimesInFive) {
  constexpr int kTrials = 60;
  int found = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::uint64_t seed = 1000 + trial;
    const double detectable = judge(series(1, 0.03, seed)).detectable;
    if (judge(series(1 + detectable, 0.03, seed + 5000)).verdict == TimeVerdict::slower) ++found;
  }
  EXPECT_GE(found, kTrials * 7 / 10);
  EXPECT_LE(found, kTrials * 9 / 10);
}

// Four of five normal estimates lie less than 0.8416 standard errors below their mean, or above.
TEST(TimeVerdict, DetectsWhatIsNoticedDespiteTheErrorsOfFourEstimatesInFive) {
  const double below = 0.8416;
  ASSERT_NEAR(std::erfc(-below / std::sqrt(2)) / 2, 0.8, 1e-5);
  const TimeSeries noisy = series(1, 0.1, 3);
  const PairedRatio change = paired_ratio(noisy.base, noisy.candidate);
  const double notice = noticeable(change, 0.05);
  ASSERT_GT(notice, std::log1p(0.05));
  EXPECT_NEAR(judge(noisy).detectable, std::expm1(notice + below * change.standard_error), 1e-12);
  const TimeSeries quiet = series(1, 0.002, 3);
  const double error = paired_ratio(quiet.base, quiet.candidate).standard_error;
  EXPECT_NEAR(judge(quiet).detectable, 1.05 * std::exp(below * error) - 1, 1e-12);
}

TEST(TimeVerdict, TheThresholdIsAtLeastOneAndAHalfTimesTheNoise) {
  for (const double noise : {0.0, 0.03, 0.04, 0.05})
    EXPECT_DOUBLE_EQ(judge(with_noise(series(1, 0.01, 8), noise)).threshold,
                     std::max(0.05, 1.5 * noise));
}

TEST(SlowTimeVerdict, IntervalsHoldTheTruthInNineteenOfTwentyTrials) {
  constexpr int kTrials = 100;
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const TimeSeries row = series(1.2, 0.05, 9000 + trial, 11);
    const base::Estimate ratio = ratio_of(paired_ratio(row.base, row.candidate));
    if (ratio.low <= 1.2 && 1.2 <= ratio.high) ++held;
  }
  EXPECT_GE(held, 90);
}

// Example of Benjamini and Hochberg's paper: of 15 tests, the first four are significant at 5 %.
TEST(TimeVerdict, BenjaminiAndHochbergHoldFourOfFifteen) {
  const std::vector<double> p = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                                 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000};
  EXPECT_EQ(largest_significant(p, 0.05), p[3]);
  EXPECT_EQ(largest_significant(std::span(p).subspan(4), 0.01), -1);
  EXPECT_EQ(largest_significant({}, 0.05), -1);
}

TEST(SlowTimeVerdict, ManyRowsLookedAtTogetherNeedStrongerEvidence) {
  const TimeSeries weak = series(1.07, 0.045, 21, 11);
  ASSERT_EQ(judge(weak).verdict, TimeVerdict::slower);
  std::vector<TimeSeries> rows = {weak};
  for (std::uint64_t seed = 100; seed < 119; ++seed)
    rows.push_back(series(1, 0.03, seed, 11));
  const std::vector<TimeJudgement> judged = judge_times(rows, {});
  EXPECT_EQ(judged.front().verdict, TimeVerdict::inconclusive);
  EXPECT_GT(judged.front().detectable, judge(weak).detectable);
}

TEST(TimeVerdict, KeepsWhatItWasJudgedBy) {
  const TimeSeries row = with_noise(series(1.02, 0.01, 4), 0.04);
  const TimeJudgement judged = judge(row, {.level = 0.1});
  const PairedRatio change = paired_ratio(row.base, row.candidate);
  EXPECT_EQ(judged.level, 0.1);
  EXPECT_EQ(judged.noise, 0.04);
  EXPECT_EQ(judged.pairs, kPairs);
  EXPECT_EQ(judged.p, p_value(change));
  EXPECT_EQ(judged.ratio.high, ratio_of(change, 0.1).high);
}

TEST(TimeVerdict, NoiseIsHowFarTheHalvesOfASeriesLieApart) {
  EXPECT_NEAR(noise_within({{100, 100, 100, 103, 103, 103}}), 0.03, 1e-12);
  EXPECT_NEAR(noise_within({{103, 103, 103, 100, 100, 100}}), 0.03, 1e-12);
  EXPECT_NEAR(noise_within({{100, 100, 500, 103, 103}}), 0.03, 1e-12);
  EXPECT_EQ(noise_within({{100, 200, 300}}), 0);
  EXPECT_EQ(noise_within({}), 0);
}

}  // namespace

}  // namespace sudoku::stats
