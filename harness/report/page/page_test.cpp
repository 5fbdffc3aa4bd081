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

TEST(PageData, BeginsWithTheVerdicts) {
  const std::string data = data_of(result::example_result());
  EXPECT_TRUE(
      data.starts_with(R"({"verdicts":[{"kind":"good","run":0,"text":"rival-3 on rated: )"));
  expect_part(data, R"({"kind":"good","run":0,"text":"rated: simd is the fastest,)");
  expect_part(data, R"({"kind":"bad","run":0,"text":"WRONG: flags gave)");
}

// Regression: a certain and an uncertain winner had the same green sign.
TEST(PageData, TellsUncertainVerdictsFromCertainOnes) {
  result::RunResult run = result::example_result();
  run.results[1].speedup->ratio = base::without_interval(25);
  expect_part(data_of(run), R"({"kind":"open","run":0,"text":"rated: simd (2.31 M/s)");
}

// Regression: warnings stood below all plots and tables.
TEST(PageData, ListsWarningsOfTheRunAndOfItsTables) {
  result::RunResult run = result::example_result();
  run.environment.warnings = {"the machine was busy"};
  const std::string data = data_of(run);
  expect_part(data, R"("warnings":[{"run":0,"text":"the machine was busy"},)"
                    R"({"run":0,"text":"rated: wrong: flags, line 12: a clue was changed"},)");
  EXPECT_EQ(data.find(R"({"run":0,"text":"norvig|11: scaling of)"), std::string::npos)
      << "a figure is no warning";
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
  expect_part(data_of(result::example_result()),
              R"("solvers":[{"name":"simd"},{"name":"mrv"},{"name":"dlx"},{"name":"rival-3"},)"
              R"({"name":"naive"},{"name":"flags"},{"name":"echo"}])");
  result::RunResult run = suite_result();
  run.results.push_back(run.results[0]);
  run.results.back().solver = "third";
  run.results[0].puzzles = run.results[2].puzzles = 5;
  expect_part(data_of(run), R"("solvers":[{"name":"third"},{"name":"slow"},{"name":"quick"}])");
}

TEST(PageData, MarksASolverThatDidLessWorkWhereverItIsNamed) {
  result::RunResult run = result::example_result();
  run.results[1].task = {.does = "stops at first"};
  const std::string data = data_of(run);
  expect_part(data, R"({"name":"simd§"})");
  expect_part(data, R"("§2.31 M )");
}

TEST(PageData, ReplacesTheSpeedOfVoidRows) {
  expect_part(data_of(result::example_result()),
              R"("cells":["flags",1,44242,null,["WRONG: 3 answers","WRONG: 3 answers","bad"],null,)"
              R"(null,null,null,null,null,null,null,null,null,null,null,null,null])");
  expect_part(data_of(result::example_result()), R"(,"void":true,"failures":[{"puzzle":)");
  expect_part(data_of(result::example_result()),
              R"("disqualified":"10 puzzles in a row: ended with exit status 1",)");
}

// Regression: columns with one value pushed the speed-up and the guesses out of sight.
TEST(PageData, LeavesOutColumnsThatSayNothing) {
  result::RunResult run = result::example_result();
  expect_part(data_of(run), R"({"id":"threads","title":"threads","shown":true})");
  expect_part(data_of(run), R"({"id":"par2","title":"PAR-2","shown":true})");
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

TEST(PageData, SaysWhatLiesAboveTheLimit) {
  expect_part(data_of(result::example_result()),
              R"(["433 ns",433.15],["1.25 µs",1249.3],["12.3 µs",12288],null,null,">1 s",)");
}

TEST(PageData, ListsSlowPuzzlesWithTheCommandThatRepeatsThem) {
  expect_part(
      data_of(result::example_result()),
      R"("line":4711,"facts":">1 s, 9,000,000 guesses, timeout","command":"echo )"
      R"(8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. )"
      R"(| sudoku-bench run - --solvers naive --threads 1 --solutions 2")");
}

TEST(PageData, ComparesEveryPairOnce) {
  // Solvers 1 and 2 are mrv and dlx, whose speed ratio lies between 0.97 and 1.02 in the example.
  expect_part(data_of(result::example_result()), R"({"run":0,"dataset":0,"threads":1,"ratios":[)");
  expect_part(data_of(result::example_result()),
              R"json(1,2,1,44242,"tie (0.97–1.02)","tie (0.98–1.03)","","",)json");
}

TEST(PageData, SaysOfAnUnstableRatioBothWaysHowLargeItIs) {
  result::RunResult run = result::example_result();
  run.results[2].speedup->ratio = {.median = 0.004, .low = 0.0025, .high = 0.005};
  run.results[2].speedup->reason = result::Doubt::unstable;
  expect_part(
      data_of(run),
      R"json(1,2,250,44242,"~250× faster (unstable)","~250× slower (unstable)",)json"
      R"json("unstable: 200× faster to 400× faster","unstable: 400× slower to 200× slower",)json");
}

TEST(PageData, KeepsWhoIsFastOnWhichPuzzle) {
  const std::string data = data_of(result::large_result(3, 2));
  expect_part(data, R"("fields":[{"puzzles":100000,"void":"",)"
                    R"("left_out":[{"solver":0,"reason":"timed for 512 )"
                    R"(puzzles at once"}],"total":"100 ms","unsolved":null,)");
  expect_part(data, R"("scatters":[)"
                    R"({"a":1,"b":2,"puzzles":100000,"few":false,"a_faster":50000,)"
                    R"("b_faster":33333,"cells":[)");
  expect_part(data, R"("suites":[{"run":0,"threads":1,"datasets":[0,1],"solvers":[{"solver":0,)");
}

TEST(PageData, SaysWhyASolverIsInNoComparisonByPuzzles) {
  result::RunResult run = result::large_result(4, 1);
  result::SharedSetRecord& field = run.comparisons.front().fields.front();
  field.entries.clear();
  field.unsolved = 1'234;
  run.results[1].latency.reset();
  run.results[2].disqualified = "silent";
  const std::string data = data_of(run);
  for (const char* reason :
       {"timed for 512 puzzles at once", "latencies not measured", "void", "smaller sample"})
    expect_part(data, fmt::format(R"("reason":"{}"}})", reason));
  expect_part(data, R"("unsolved":"1,234",)");
  run.comparisons.front().fields.clear();
  expect_part(data_of(run),
              R"("fields":[{"puzzles":0,"void":"Some solvers gave wrong answers or were )"
              R"(disqualified: solver_02. Run without them to see which solver is best on which )"
              R"(puzzle.","entries":[]}])");
  run.results[2].disqualified.clear();
  expect_part(data_of(run), R"("fields":[],)");
}

TEST(PageData, SaysWhatIsKnownOfADataset) {
  result::RunResult run = result::example_result();
  run.settings.set(result::kReference, "absent");
  run.datasets[0].candidates = {.min = 200, .mean = 250.5, .max = 300};
  const std::string data = data_of(run);
  expect_part(data, R"("reference":null,)");
  expect_part(data, R"("clues":["21–31, mean 24.6; 200–300 candidates, mean 250",24.637])");
}

// Regression: from a single puzzle, a page named a solver as fastest by more than a tenth.
TEST(PageData, SaysWhyFewPuzzlesRankNobody) {
  result::RunResult run = result::large_result(3, 2);
  result::ComparisonRecord& comparison = run.comparisons.front();
  comparison.fields.front().puzzles = comparison.pairs.front().puzzles = 1;
  for (result::Row& row : run.results) {
    if (row.dataset == comparison.dataset) row.puzzles = 1;
  }
  const std::string data = data_of(run);
  expect_part(data, R"("puzzles":1,"few":true,"cells":)");
  expect_part(data, R"("void":"These solvers share only 1 puzzle: a comparison needs 30.",)");
  expect_part(data, R"({"a":1,"b":2,"puzzles":1,"few":true,)");
  EXPECT_EQ(data.find(R"("datasets":[0,1])"), std::string::npos) << "a profile over one dataset";
}

TEST(PageData, SaysWhatAnOldResultDoesNotKnow) {
  expect_part(data_of(result::example_result()),
              R"("left_out":["r.json has no data on single puzzles: its scatter plots, )"
              R"(profile over puzzles and virtual best solver are left out."])");
}

TEST(SlowPageData, StaysLightWithManySolversAndDatasets) {
  const std::string data = data_of(result::large_result(20, 15));
  EXPECT_LT(data.size(), 2'400'000U);  // limits the whole page to 3 MB
  expect_part(data,
              R"("left_out":["There are 600 rows: latency curves have fewer points, each row )"
              R"(lists 1 slow puzzle, and data on single puzzles covers only )"
              R"(the fewest threads.","There are many pairs of solvers: )");
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
  const std::string opening = R"(<script type="application/json" id="data">)";
  const std::size_t place = page.find(opening);
  ASSERT_NE(place, std::string::npos);
  std::string data = page_data(input);
  data.pop_back();  // drops the closing brace
  EXPECT_EQ(page.substr(place + opening.size(), data.size()), data);
  const std::string end = R"json(,"made_by":"sudoku-bench 1 (abc)"}</script>)json";
  EXPECT_EQ(page.substr(place + opening.size() + data.size(), end.size()), end);
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

TEST(Page, AsksForNothing) {
  const std::string page = page_of({}, {});
  EXPECT_NE(page.find("default-src 'none'; script-src 'sha256-"), std::string::npos);
  EXPECT_EQ(page.find(" src="), std::string::npos);
  EXPECT_EQ(page.find("@import"), std::string::npos);
}

}  // namespace

}  // namespace sudoku::report
