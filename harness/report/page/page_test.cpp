#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/texts_fixture.h"
#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

std::string data_of(const result::RunResult& run) {
  const std::array<ReportInput, 1> input = {{{.file = "r.json", .run = run}}};
  return page_data(input);
}

using base::expect_part;

// Regression: warnings stood twice.
TEST(PageData, WarnsOnce) {
  result::RunResult run = result::large_result(3, 1);
  run.environment.warnings = {"the machine was busy", "the machine was busy"};
  expect_part(data_of(run), R"("warnings":[{"run":0,"text":"the machine was busy"}],)");
}

TEST(PageData, WarnsOnceOfAMachineThatMoved) {
  result::RunResult run = result::example_result();
  run.results.back().solver = "dlx";
  run.results.back().threads = 1;
  for (result::Row& row : run.results)
    row.blocks = {{.index = 0, .puzzles = row.puzzles, .seconds = {1, 1, 1, 2, 1}}};
  const std::string data = data_of(run);
  const std::string_view all = std::string_view(data).substr(0, data.find("\"tables\""));
  EXPECT_NE(all.find("shared its core, in some rounds\"}"), std::string_view::npos) << all;
  EXPECT_EQ(all.find("was slower"), all.rfind("was slower"));
}

// Example result of `quick` and `slow`, which take 90 ns and 190 ns per puzzle on the 100 puzzles
// of the first dataset, and 990 ns and 390 ns on the 300 of the second.
result::RunResult suite_result() {
  result::RunResult run = result::example_result();
  run.results.clear();
  const auto add = [&run](std::size_t dataset, const char* solver, double time_ns) {
    result::Row& row = run.results.emplace_back();
    row.dataset = run.datasets[dataset].name;
    row.solver = solver;
    row.threads = 1;
    row.puzzles = row.outcomes[Outcome::unique] = dataset == 0 ? 100 : 300;
    row.time_per_puzzle_ns.median = time_ns;
    row.puzzles_per_second.median = 1e9 / time_ns;
    row.set_par2_s(dataset == 0 ? 3e-9 : 1e-9);
  };
  add(0, "quick", 90);
  add(0, "slow", 190);
  add(1, "quick", 990);
  add(1, "slow", 390);
  return run;
}

// The mean of a rank counts datasets alike; solvers that cannot be compared come last.
TEST(PageData, NumbersSolversByRank) {
  result::RunResult run = suite_result();
  run.results.push_back(run.results[0]);
  run.results.back().solver = "third";
  run.results[0].puzzles = run.results[2].puzzles = 5;
  expect_part(data_of(run), R"("solvers":[{"name":"third"},{"name":"slow"},{"name":"quick"}])");
}

// Regression: columns with one value pushed the speed-up and the guesses out of sight.
TEST(PageData, LeavesOutColumnsThatSayNothing) {
  result::RunResult run = result::example_result();
  run.datasets.resize(1);
  run.results.resize(3);
  const std::string data = data_of(run);
  expect_part(data, R"({"id":"threads","title":"threads","shown":false})");
  expect_part(data, R"({"id":"par2","title":"PAR-2","shown":false})");
  expect_part(data, R"({"id":"speedup","title":"speed-up","shown":true})");
}

TEST(PageData, NamesThePuzzleThatNoAnswerCameFor) {
  result::RunResult run = result::example_result();
  run.results[0].incidents = {
      {.puzzle = "1...", .line = 7, .outcome = Outcome::unanswered, .reason = ""}};
  expect_part(data_of(run), R"({"puzzle":"1...","line":7,"what":"unanswered","reason":""})");
}

// Regression: a bound was drawn at a speed of its own, and had no ratio.
TEST(PageData, BoundsTheRatioOfASolverThatGaveUp) {
  result::RunResult run = result::large_result(3, 1);
  for (result::Row& row : run.results) {
    if (row.solver != "solver_02") continue;
    --row.outcomes[Outcome::unique];
    row.outcomes[Outcome::timeout] = 1;
  }
  const std::string data = data_of(run);
  expect_part(data, R"("state":"gave_up","why":"≤ )");
  expect_part(data, R"(1,2,null,)");
}

TEST(PageData, NamesNoReferenceThatWasNotMeasured) {
  result::RunResult run = result::example_result();
  run.settings.set(result::kReference, "absent");
  expect_part(data_of(run), R"("reference":null,)");
}

TEST(SlowPageData, StaysLightWithManySolversAndDatasets) {
  const std::string data = data_of(result::large_result(20, 15));
  EXPECT_LT(data.size(), 1'100'000U);
}

TEST(PageData, PutsRunsSideBySide) {
  const std::array<ReportInput, 2> inputs = {
      {{.file = "a/r.json", .run = result::example_result()},
       {.file = "b/r.json", .run = result::example_result()}}};
  const std::string data = page_data(inputs);
  expect_part(data, R"("label":"a/r.json")");
  expect_part(data, R"("label":"b/r.json")");
  EXPECT_EQ(data.find(R"("name":"rated")"), data.rfind(R"("name":"rated")"));
}

TEST(PageData, TellsFilesOfOneNameApart) {
  std::array<result::RunResult, 3> runs;
  runs.fill(result::example_result());
  std::vector<ReportInput> inputs;
  for (result::RunResult& run : runs) {
    run.datasets[0].sha256 += std::to_string(inputs.size());
    inputs.push_back({.file = "r.json", .run = run});
  }
  const std::string data = page_data(inputs);
  for (const char* name : {"rated", "rated (2)", "rated (3)"})
    expect_part(data, fmt::format(R"({{"name":"{}","path")", name));
}

// All names, sentences and commands of the page may come from untrusted files.
TEST(PageData, CannotBeBrokenOutOf) {
  const std::string data = data_of(result::hostile_result());
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_TRUE(std::ranges::none_of(data, [](char c) { return c >= 0 && c < ' '; }));
  EXPECT_EQ(data.find(std::string(1'001, 'x')), std::string::npos);
  EXPECT_LT(data.size(), 1'000'000U);
  expect_part(data, "\u202Eright to left\u202C");
}

TEST(Page, HoldsItsDataOnce) {
  const std::array<ReportInput, 1> input = {{{.file = "@DATA@", .run = result::example_result()}}};
  result::ToolRecord tool;
  tool.version = "1";
  tool.git_revision = "abc";
  const std::string page = html_report(input, tool);
  std::string data = page_data(input);
  data.pop_back();  // drops the closing brace
  expect_part(page, R"(<script type="application/json" id="data">)" + data +
                        R"json(,"made_by":"sudoku-bench 1 (abc)"}</script>)json");
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

TEST(Page, AsksForNothing) {
  const std::array<ReportInput, 1> input = {{{.file = "r.json", .run = result::example_result()}}};
  const std::string page = html_report(input, {});
  EXPECT_NE(page.find("default-src 'none'; script-src 'sha256-"), std::string::npos);
  EXPECT_EQ(page.find(" src="), std::string::npos);
  EXPECT_EQ(page.find("@import"), std::string::npos);
}

}  // namespace

}  // namespace sudoku::report
