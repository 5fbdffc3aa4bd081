#include "harness/report/view.h"

#include <cstddef>
#include <limits>

#include <gtest/gtest.h>

#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

// The golden reports have rows of every other kind in their order.
TEST(View, PutsARowWithoutASpeedBehindOthers) {
  result::RunResult run = result::example_result();
  run.results[1].puzzles_per_second.median = std::numeric_limits<double>::quiet_NaN();
  std::string names;
  for (const result::Row* row : view_of(run, run.datasets[0]).rows)
    names += row->solver + " ";
  EXPECT_EQ(names, "mrv dlx rival-3 naive simd flags echo ");
}

TEST(View, CountsPuzzlesThatWereDecided) {
  result::Row row;
  for (std::size_t i = 0; i < row.outcomes.size(); ++i)
    row.outcomes[static_cast<Outcome>(i)] = 1U << i;
  EXPECT_EQ(decided(row), 1U << static_cast<unsigned>(Outcome::unique) |
                              1U << static_cast<unsigned>(Outcome::multiple) |
                              1U << static_cast<unsigned>(Outcome::none) |
                              1U << static_cast<unsigned>(Outcome::first));
}

TEST(View, HasWordsForRowsWithoutASpeed) {
  result::Row row = result::example_result().results[3];
  EXPECT_EQ(text_without_speed(row), "≤ 42.5");
  row.outcomes = {};
  row.outcomes[Outcome::timeout] = row.puzzles;
  EXPECT_EQ(text_without_speed(row), "solved none");
  row.outcomes[Outcome::timeout] = row.puzzles - 1;
  row.outcomes[Outcome::unique] = 1;
  EXPECT_EQ(text_without_speed(row), "≤ 42.5");
}

// Regression: a merge that lacks shards was called interrupted.
TEST(View, NamesTheFirstTwentyShardsThatAreMissing) {
  const auto why = [](std::uint64_t of, const std::vector<std::uint64_t>& parts, bool is_merge) {
    result::RunResult run;
    run.complete = false;
    run.shards = {.of = of, .parts = parts};
    if (is_merge) run.hosts.emplace(1);
    return why_partial(run);
  };
  EXPECT_EQ(why(24, {1, 3, 24}, false),
            "shards 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, … of "
            "24 are missing");
  EXPECT_TRUE(why(22, {1, 3}, false).ends_with(" 21, 22 of 22 are missing"));
  EXPECT_EQ(why(3, {1, 3}, false), "shard 2 of 3 is missing");
  EXPECT_EQ(why(3, {1}, true), "shards 2, 3 of 3 are missing");
  EXPECT_EQ(why(3, {1}, false), "the run was interrupted");
}

struct QuantileCase {
  std::uint64_t puzzles;
  std::uint64_t censored;
  double quantile;
  bool is_censored;
};

// A latency quantile has rank ceil(quantile * puzzles); timeouts hold the highest ranks.
TEST(View, CensorsQuantilesThatFallAmongTimeouts) {
  const QuantileCase cases[] = {{100, 0, 1.0, false}, {100, 1, 1.0, true},   {100, 1, 0.99, false},
                                {100, 2, 0.99, true}, {101, 1, 0.99, false}, {2, 1, 0.5, false},
                                {2, 2, 0.5, true},    {1, 1, 0.5, true}};
  result::Row row = result::example_result().results[0];
  for (const QuantileCase& c : cases) {
    row.puzzles = c.puzzles;
    row.latency->censored = c.censored;
    EXPECT_EQ(is_censored(row, c.quantile), c.is_censored)
        << c.puzzles << " puzzles, " << c.censored << " censored, quantile " << c.quantile;
  }
}

// Regression: puzzles without a latency, on which the solver crashed, had ranks of their own.
TEST(View, CensorsWithoutThePuzzlesThatCrashed) {
  result::Row row = result::example_result().results[0];
  row.puzzles = 100;
  row.outcomes[Outcome::crashed] = 50;
  row.latency->censored = 10;
  EXPECT_EQ(timed_within_limit(row), 40U);
  EXPECT_FALSE(is_censored(row, 0.8));
  EXPECT_TRUE(is_censored(row, 0.9));
}

TEST(View, CensorsWithoutATimeLimitAtTheTimeSpent) {
  result::RunResult run = result::example_result();
  EXPECT_EQ(censored_text(run, run.results[0], 2e9), ">1 s");
  run.settings.set(result::kTimeBudget, 0.3);
  EXPECT_EQ(censored_text(run, run.results[0], 2e9), ">1 s");
  run.datasets[0].puzzles = 18;  // so few that the time budget limits each puzzle
  EXPECT_EQ(censored_text(run, run.results[0], 2e9), ">300 ms");
  run.settings.set(result::kPuzzleTimeout, 0);
  EXPECT_EQ(censored_text(run, run.results[0], 2e9), ">2.00 s");
}

using Points = std::vector<double>;

// Row of ten puzzles: five at 100 ps, three at 200 ps, one at 1 ns, one given up at 1 ms.
result::Row row() {
  result::Row row;
  row.puzzles = 10;
  row.latency = result::LatencyRecord{
      .censored = 1,
      .min_ps = 100,
      .max_ps = 1'000'000'000,
      .histogram = {.first_ps = {100, 200, 1000, 1'000'000'000}, .count = {5, 3, 1, 1}}};
  return row;
}

TEST(Curve, FallsFromOneToWhatIsNotSolved) {
  const Points points = latency_curve(row(), 0);
  ASSERT_EQ(points.size(), 8U);
  EXPECT_EQ((Points{points.begin(), points.begin() + 2}), (Points{0.1, 1}));
  EXPECT_NEAR(points[2], 0.101, 1e-9);
  EXPECT_EQ(points[3], 0.5);
  EXPECT_EQ(points[5], 0.2);
  EXPECT_NEAR(points[6], 1.004, 1e-9);
  EXPECT_EQ(points[7], 0.1);
}

TEST(Curve, LeavesOutPointsThatLieClose) {
  const Points points = latency_curve(row(), 10);
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[1], 1);
  EXPECT_EQ(points[3], 0.1);
}

TEST(Curve, CountsAsNotSolvedWhatHasNoTime) {
  result::Row crashed = row();
  crashed.puzzles = 20;
  EXPECT_EQ(latency_curve(crashed, 0).back(), 0.55);
}

}  // namespace

}  // namespace sudoku::report
