#include "harness/base/units.h"

#include <fstream>
#include <functional>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "harness/base/json.h"

namespace sudoku::base {

namespace {

double number_of(const Json& value) { return value.is_null() ? kUnknown : value.get<double>(); }

Estimate estimate_of(const Json& value) {
  if (value.is_null()) return kUnknownEstimate;
  return {number_of(value[0]), number_of(value[1]), number_of(value[2])};
}

// Functions of units.h by the names of number formats in plots (report/page/format.js).
const std::map<std::string, std::function<std::string(const Json&)>> kFormats = {
    {"count", [](const Json& value) { return count_text(value.get<std::uint64_t>()); }},
    {"number", [](const Json& value) { return number_text(number_of(value)); }},
    {"duration", [](const Json& value) { return duration_text(number_of(value)); }},
    {"rate", [](const Json& value) { return rate_text(number_of(value)); }},
    {"bytes", [](const Json& value) { return bytes_text(value.get<std::uint64_t>()); }},
    {"percent", [](const Json& value) { return percent_text(number_of(value)); }},
    {"times", [](const Json& value) { return times_text(number_of(value)); }},
    {"rate_with_interval",
     [](const Json& value) { return rate_with_interval(estimate_of(value)); }},
    {"ratio", [](const Json& value) { return ratio_text(estimate_of(value)); }}};

// Checks units.h against units_cases.json, with which the plots' formats are tested, too.
TEST(Units, ReadAsTheTableOfCasesSays) {
  std::ifstream file(SOURCE_FOLDER "/harness/base/units_cases.json");
  const Json cases = Json::parse(file);
  for (const auto& [name, format] : kFormats) {
    ASSERT_TRUE(cases.contains(name)) << name;
    for (const Json& row : cases[name])
      EXPECT_EQ(format(row[0]), row[1].get<std::string>()) << name << " of " << row[0];
  }
}

TEST(Units, CountsToTheLargestNumber) {
  EXPECT_EQ(count_text(18'446'744'073'709'551'615U), "18,446,744,073,709,551,615");
}

TEST(Units, WritesLimitsAsTheyWereAskedForAndSecondsWaited) {
  EXPECT_EQ(limit_text(1), "1 s");
  EXPECT_EQ(limit_text(0.5), "500 ms");
  EXPECT_EQ(limit_text(2.5), "2.5 s");
  EXPECT_EQ(limit_text(0.00001), "10 µs");
  EXPECT_EQ(seconds_text(30), "30 s");
  EXPECT_EQ(seconds_text(1.5), "1.5 s");
  EXPECT_EQ(seconds_text(0.1234), "0.123 s");
}

TEST(Units, WritesSharesWithSoManyDecimals) {
  EXPECT_EQ(percent_text(0.875, 0), "88 %");
  EXPECT_EQ(percent_text(0.0123, 1), "1.2 %");
  EXPECT_EQ(times_text(kUnknown), "–");
  EXPECT_EQ(share_text(1, 8), "12.5 %");
  EXPECT_EQ(part_text(1200, 4800), "1,200 (25.0 %)");
  EXPECT_EQ(plural(1, "answer") + ", " + plural(2000, "answer"), "1 answer, 2,000 answers");
}

TEST(Units, WritesSamples) {
  EXPECT_EQ(sample_text(1.0 / 107), "1/107");
  EXPECT_EQ(sample_text(0.5), "1/2");
  EXPECT_EQ(sample_text(0.8), "80 %");
}

TEST(Units, TellTimeAsAClockDoes) {
  EXPECT_EQ(clock_text(-1), "0 s");
  EXPECT_EQ(clock_text(59.4), "59 s");
  EXPECT_EQ(clock_text(59.6), "1 min 00 s");
  EXPECT_EQ(clock_text(125), "2 min 05 s");
  EXPECT_EQ(clock_text(3599), "59 min 59 s");
  EXPECT_EQ(clock_text(3600), "1 h 00 min");
  EXPECT_EQ(clock_text(3 * 3600 + 20 * 60 + 59), "3 h 20 min");
}

}  // namespace

}  // namespace sudoku::base
