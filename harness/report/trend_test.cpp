// Series of ratios, and the steps that reports of three or more results show.
#include "harness/report/trend.h"

#include <functional>
#include <initializer_list>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/golden_fixture.h"
#include "harness/base/texts_fixture.h"
#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

using base::expect_part;

std::vector<ReportInput> days(std::initializer_list<unsigned> numbers) {
  std::vector<ReportInput> inputs;
  for (const unsigned day : numbers)
    inputs.push_back({fmt::format("day_{}.json", day), result::result_of_day(day)});
  return inputs;
}

const std::initializer_list<unsigned> kTwelve = {20, 1, 2, 3, 4, 5, 6, 15, 16, 17, 18, 19};

// Four solvers on two datasets with 1 and 2 threads have a ratio to the fifth.
TEST(Trend, HasASeriesPerSolverDatasetAndThreads) {
  const std::vector<ReportInput> inputs = days(kTwelve);
  const std::vector<RatioSeries> trend = trend_of(inputs);
  ASSERT_EQ(trend.size(), 16U);
  for (const RatioSeries& series : trend) {
    SCOPED_TRACE(series.solver);
    EXPECT_EQ(series.reference, "solver_04");
    ASSERT_EQ(series.points.size(), 12U);
    EXPECT_EQ(series.points[0].input, 1U) << "the oldest comes first";
    EXPECT_EQ(series.points[11].input, 0U);
    EXPECT_EQ(series.steps.size(), series.solver == "solver_00" ? 1U : 0U);
  }
  EXPECT_EQ(trend[0].steps[0].first, 6U);
}

TEST(GoldenTrend, NamesEveryStep) {
  const std::vector<ReportInput> inputs = days(kTwelve);
  base::expect_golden(trend_text(inputs, {}) + "\n" + trend_markdown(inputs),
                      SOURCE_FOLDER "/harness/report/golden/trend.txt");
}

TEST(Trend, SaysThatThereIsNoStep) {
  EXPECT_EQ(trend_text(days({1, 2, 3, 4, 5, 6, 6}), {}),
            "Changes over 7 results: No step in 16 series of ratios to solver_04.\n");
}

TEST(Trend, OfTwoResultsIsNotShown) {
  EXPECT_EQ(trend_text(days({1, 20}), {}), "");
  EXPECT_EQ(trend_markdown(days({1, 20})), "");
}

TEST(Trend, SaysWhyThereAreNoSteps) {
  EXPECT_EQ(trend_text(days({1, 2, 3}), {}),
            "Changes over 3 results: 16 series have fewer than 6 results with the same datasets, "
            "settings and machine.\n");
  std::vector<ReportInput> inputs = days({1, 2, 3});
  for (ReportInput& input : inputs)
    for (result::Row& row : input.run.results)
      row.speedup.reset();
  EXPECT_EQ(trend_text(inputs, {}),
            "Changes over 3 results: No solver has a ratio to a reference (`run --reference`).\n");
}

TEST(Trend, ComparesOnlyWhatWasMeasuredAlike) {
  const std::function<void(result::RunResult&)> changes[] = {
      [](result::RunResult& run) { run.datasets[0].sha256 = run.datasets[1].sha256 = "other"; },
      [](result::RunResult& run) { run.environment.cpu = "other"; },
      [](result::RunResult& run) { run.settings.set(result::kBlock, 7); },
      [](result::RunResult& run) {
        for (result::Row& row : run.results)
          row.solution_limit = 1;
      }};
  for (const auto& change : changes) {
    std::vector<ReportInput> inputs = days({1, 2, 3, 4, 5, 6, 15, 16, 17});
    for (ReportInput& input : std::span(inputs).last(3))
      change(input.run);
    expect_part(trend_text(inputs, {}), "No step in 16 series of ratios to solver_04. 16 series ");
  }
  std::vector<ReportInput> inputs = days(kTwelve);
  inputs[2].run.results[0].complete = false;
  inputs[3].run.results[0].sample_rate = 0.5;
  const std::vector<RatioSeries> trend = trend_of(inputs);
  EXPECT_EQ(trend.size(), 16U);
  EXPECT_EQ(trend[0].points.size(), 11U) << "what was broken off is left out";
}

TEST(Trend, CountsADocumentOnce) {
  EXPECT_EQ(trend_of(days({1, 2, 3, 3, 2, 1}))[0].points.size(), 3U);
}

TEST(Trend, IsOnThePage) {
  const std::string data = page_data(days(kTwelve));
  expect_part(data, R"("steps":[{"first":6,"level":)");
  expect_part(page_data(days({1, 20})), R"("trend":null)");
}

}  // namespace

}  // namespace sudoku::report
