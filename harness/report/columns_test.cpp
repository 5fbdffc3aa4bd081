#include "harness/report/columns.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

// Rows of the column table in results/README.md, without its head and the definitions.
std::vector<std::string> documented_columns() {
  std::ifstream file(SOURCE_FOLDER "/results/README.md");
  std::vector<std::string> rows;
  std::string line;
  while (std::getline(file, line) && line != "## The table") {
  }
  while (std::getline(file, line) && !line.starts_with("## ")) {
    if (line.starts_with("| `"))
      rows.push_back(line.substr(0, line.find_last_of('|', line.size() - 2)));
  }
  return rows;
}

TEST(Columns, AreThoseOfTheReadme) {
  std::vector<std::string> expected;
  for (const Column& column : columns()) {
    expected.push_back(fmt::format("| `{}` | {} | {} ", column.id, column.title,
                                   column.in_text ? "text, page" : "page"));
  }
  EXPECT_EQ(documented_columns(), expected);
}

const Column& column_called(std::string_view id) {
  return *std::ranges::find(columns(), id, &Column::id);
}

TEST(Columns, MarkTheSpeedOfASolverThatDidLessWork) {
  result::RunResult run = result::example_result();
  result::Row& simd = run.results[1];
  simd.task = {.does = "stops at first"};
  const auto text = [view = view_of(run, run.datasets[0]), &simd](std::string_view id) {
    return cell_of(column_called(id), view, simd).text;
  };
  EXPECT_EQ(text("solver"), "simd*§");
  EXPECT_EQ(text("per_second"), "§2.31 M (2.28–2.35)");
  EXPECT_EQ(text("speedup"), "–");
}

struct SpeedupCase {
  double ratio;
  result::Doubt reason;
  const char* text;
};

// Regression: an unstable ratio was not shown, and one without an interval looked like a sure one.
TEST(Columns, ShowARatioWithoutAnIntervalAsWeaker) {
  const SpeedupCase cases[] = {{272, result::Doubt::one_round, "~272× faster"},
                               {1 / 38.1, result::Doubt::one_round, "~38.1× slower"},
                               {1 / 303.0, result::Doubt::unstable, "~303× slower (unstable)"},
                               {4, result::Doubt::unstable, "~4.00× faster (unstable)"}};
  result::RunResult run = result::example_result();
  result::Row& simd = run.results[1];
  for (const SpeedupCase& c : cases) {
    simd.speedup->ratio = {.median = c.ratio, .low = c.ratio / 2, .high = c.ratio * 2};
    if (c.reason != result::Doubt::unstable) simd.speedup->ratio = base::without_interval(c.ratio);
    simd.speedup->reason = c.reason;
    const base::Cell cell = cell_of(column_called("speedup"), view_of(run, run.datasets[0]), simd);
    EXPECT_EQ(cell.text, c.text);
    EXPECT_EQ(cell.tone, base::Tone::quiet);
    EXPECT_EQ(cell.key, c.ratio);
  }
}

TEST(Columns, ShowHowASolverScales) {
  result::RunResult run = result::example_result();
  result::Row& row = run.results.back();
  const auto text = [&] {
    return cell_of(column_called("scaling"), view_of(run, run.datasets[1]), row).text;
  };
  EXPECT_EQ(text(), "1.92× faster (1.90–1.94)");
  row.scaling->ratio = {.median = 1.92, .low = 1.5, .high = 2.4};
  row.scaling->reason = result::Doubt::unstable;
  EXPECT_EQ(text(), "~1.92× faster (unstable)");
  row.scaling.reset();
  EXPECT_EQ(text(), "–");
}

TEST(Columns, ShowABoundWhereASolverGaveUp) {
  result::RunResult run = result::example_result();
  result::Row& naive = run.results[3];
  naive.blocks = run.results[0].blocks;
  for (result::BlockRecord& block : naive.blocks)
    for (double& seconds : block.seconds)
      seconds *= 50;
  naive.sample_rate = 1;
  const base::Cell cell = cell_of(column_called("speedup"), view_of(run, run.datasets[0]), naive);
  EXPECT_EQ(cell.text, "≥ 50.0× slower");
  run.results = {run.results[0], naive};
  EXPECT_TRUE(column_called("speedup").is_needed(view_of(run, run.datasets[0])));
  EXPECT_EQ(cell.tone, base::Tone::quiet);
}

TEST(Columns, ColourOnlyRatiosThatAreSurelyAboveOne) {
  result::RunResult run = result::example_result();
  result::Row& simd = run.results[1];
  const auto tone = [&](double low, double high) {
    simd.speedup->ratio = {.median = 1.1, .low = low, .high = high};
    return cell_of(column_called("speedup"), view_of(run, run.datasets[0]), simd).tone;
  };
  EXPECT_EQ(tone(1.01, 1.2), base::Tone::good);
  EXPECT_EQ(tone(0.99, 1.2), base::Tone::plain);
}

// Regression: guesses that do not fit in 64 bits had a mean like others.
TEST(Columns, ShowGuessesThatDoNotFitAsAtLeast) {
  result::RunResult run = result::example_result();
  run.results[0].puzzles = 3;
  run.results[0].guesses = UINT64_MAX;
  const View view = view_of(run, run.datasets[0]);
  EXPECT_EQ(cell_of(column_called("guesses"), view, run.results[0]).text, "≥ 6.15e+18");
  EXPECT_EQ(cell_of(column_called("guesses"), view, run.results[1]).text, "0.310");
}

}  // namespace

}  // namespace sudoku::report
