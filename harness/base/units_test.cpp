#include "harness/base/units.h"

#include <limits>

#include <gtest/gtest.h>

namespace sudoku::base {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Units, SeparatesThousands) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1'000), "1,000");
  EXPECT_EQ(count_text(44'242), "44,242");
  EXPECT_EQ(count_text(18'446'744'073'709'551'615U), "18,446,744,073,709,551,615");
}

struct NumberCase {
  double value;
  const char* text;
};

TEST(Units, WritesNumbersWithThreeDigits) {
  const NumberCase cases[] = {{0, "0"},         {0.31, "0.310"},  {12.34, "12.3"}, {999.4, "999"},
                              {999.5, "1,000"}, {1234, "1,234"},  {9.996, "10.0"}, {kNaN, "–"},
                              {-2.5, "-2.50"},  {-1234, "-1,234"}};
  for (const NumberCase& c : cases)
    EXPECT_EQ(number_text(c.value), c.text);
}

TEST(Units, WritesDurationsInTheLargestUnit) {
  const NumberCase cases[] = {{0, "0 ns"},       {0.42, "0.420 ns"}, {433, "433 ns"},
                              {999.4, "999 ns"}, {999.6, "1.00 µs"}, {12'345, "12.3 µs"},
                              {1e6, "1.00 ms"},  {2.5e9, "2.50 s"},  {1.5e12, "1,500 s"},
                              {kNaN, "–"}};
  for (const NumberCase& c : cases)
    EXPECT_EQ(duration_text(c.value), c.text);
}

TEST(Units, WritesLimitsAsTheyWereAskedFor) {
  const NumberCase cases[] = {{1, "1 s"}, {0.5, "500 ms"}, {2.5, "2.5 s"}, {0.00001, "10 µs"}};
  for (const NumberCase& c : cases)
    EXPECT_EQ(limit_text(c.value), c.text);
}

TEST(Units, WritesRates) {
  const NumberCase cases[] = {{2'312'000, "2.31 M/s"},
                              {999'900, "1.00 M/s"},
                              {845'100, "845 k/s"},
                              {42.5, "42.5 /s"},
                              {kNaN, "–"}};
  for (const NumberCase& c : cases)
    EXPECT_EQ(rate_text(c.value), c.text);
}

TEST(Units, WritesBytesSharesAndSamples) {
  EXPECT_EQ(bytes_text(0), "–");
  EXPECT_EQ(bytes_text(532), "532 B");
  EXPECT_EQ(bytes_text(8), "8 B");
  EXPECT_EQ(bytes_text(999'960), "1.0 MB");
  EXPECT_EQ(bytes_text(128'000'000), "128 MB");
  EXPECT_EQ(bytes_text(5'300'000), "5.3 MB");
  EXPECT_EQ(percent_text(0.012), "1.2 %");
  EXPECT_EQ(percent_text(0), "0.0 %");
  EXPECT_EQ(percent_text(0.875), "88 %");
  EXPECT_EQ(sample_text(1.0 / 107), "1/107");
  EXPECT_EQ(sample_text(0.8), "80 %");
}

struct EstimateCase {
  const char* name;
  Estimate value;
  const char* text;
};

TEST(Units, WritesRatesWithTheirIntervalInOneUnit) {
  const EstimateCase cases[] = {
      {"millions", {2.31e6, 2.28e6, 2.35e6}, "2.31 M (2.28–2.35)"},
      {"interval across a unit", {1.02e6, 0.98e6, 1.05e6}, "1.02 M (0.98–1.05)"},
      {"no prefix", {42.5, 38.8, 44.1}, "42.5 (38.8–44.1)"},
      {"interval not known", {42.5, kNaN, kNaN}, "42.5"},
      {"void", {kNaN, kNaN, kNaN}, "–"}};
  for (const EstimateCase& c : cases)
    EXPECT_EQ(rate_with_interval(c.value), c.text) << c.name;
}

TEST(Units, WritesRatiosAsExactlyAsTheirIntervalsAllow) {
  const EstimateCase cases[] = {{"wide", {3.12, 3.0, 3.2}, "3.1× (3.0–3.2)"},
                                {"narrow", {1.92, 1.90, 1.94}, "1.92× (1.90–1.94)"},
                                {"large", {123.4, 120.2, 125.9}, "123× (120–126)"},
                                {"slower", {0.48, 0.47, 0.49}, "0.48× (0.47–0.49)"},
                                {"far below", {0.00046, 0.00043, 0.00049}, "1/2,174 ±7 %"},
                                {"far below, interval not known", {0.02, kNaN, kNaN}, "1/50.0"},
                                {"far above", {5213, 5010, 5402}, "5,213× ±5 %"},
                                {"far above, yet a tie", {1500, 0.5, 3000}, "tie (0–3000)"},
                                {"tie", {1.004, 0.98, 1.03}, "tie (0.98–1.03)"},
                                {"tie that ends at 1", {0.97, 0.94, 1.0}, "tie (0.94–1.00)"},
                                {"interval not known", {3.12, kNaN, kNaN}, "3.12×"},
                                {"not known", {kNaN, kNaN, kNaN}, "–"}};
  for (const EstimateCase& c : cases)
    EXPECT_EQ(ratio_text(c.value), c.text) << c.name;
}

}  // namespace

}  // namespace sudoku::base
