#include "harness/result/export.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <gtest/gtest.h>

#include "harness/base/json.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::result {

namespace {

// One sound row of two blocks, and one row with a wrong answer.
RunResult two_rows() {
  RunResult run = example_result();
  Row mrv = run.results[0];
  mrv.puzzles = 1'000;
  mrv.guesses = 5'000;
  mrv.blocks[0].seconds = {0.5, 0.25};
  mrv.blocks[1].seconds = {0.5, 0.75, 4};
  Row wrong = run.results[4];
  run.results = {mrv, wrong};
  return run;
}

std::string exported(std::string_view name, const RunResult& run) {
  return std::ranges::find(export_formats(), name, &ExportFormat::name)->write(run);
}

TEST(Exports, BencherMetricFormat) {
  EXPECT_EQ(exported("bmf", two_rows()), R"({
  "mrv/rated/threads:1": {
    "throughput": {
      "value": 92000.0,
      "lower_value": 91400.0,
      "upper_value": 92700.0
    },
    "latency": {
      "value": 10870.0,
      "lower_value": 10788.0,
      "upper_value": 10941.0
    },
    "guesses": {
      "value": 5.0
    }
  }
}
)");
}

TEST(Exports, GithubActionBenchmark) {
  EXPECT_EQ(exported("bigger-is-better", two_rows()), R"([
  {
    "name": "mrv/rated/threads:1",
    "unit": "puzzles/s",
    "value": 92000.0,
    "range": "91400 – 92700"
  }
]
)");
  EXPECT_EQ(exported("smaller-is-better", two_rows()), R"([
  {
    "name": "mrv/rated/threads:1",
    "unit": "ns/puzzle",
    "value": 10870.0,
    "range": "10788 – 10941"
  }
]
)");
}

TEST(Exports, OtavaHasAColumnPerRowAndNothingToQuote) {
  RunResult run = two_rows();
  run.datasets[0].name = run.results[0].dataset = "a,\"b\n";
  EXPECT_EQ(exported("otava-csv", run),
            "time,commit,mrv/a__b_/threads:1\n2026-01-02T03:04:05Z,abc1234,92000\n");
}

TEST(Exports, OtavaHasNoFormulaForASpreadsheet) {
  RunResult run = two_rows();
  run.results[0].solver = "=1+1";
  EXPECT_EQ(exported("otava-csv", run).find("time,commit,_1+1/"), 0U) << exported("otava-csv", run);
}

TEST(Exports, GoogleBenchmarkHasARepetitionPerWholeRound) {
  const base::Json document = base::Json::parse(exported("gbench", two_rows()));
  EXPECT_EQ(document["context"]["json_schema_version"], 1);
  EXPECT_EQ(document["context"]["library_build_type"], "release");
  EXPECT_EQ(document["context"]["cpu_scaling_enabled"], true) << "powersave";
  const base::Json& benchmarks = document["benchmarks"];
  ASSERT_EQ(benchmarks.size(), 3U);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(benchmarks[i]["name"], "mrv/rated/threads:1");
    EXPECT_EQ(benchmarks[i]["repetitions"], 2);
    EXPECT_EQ(benchmarks[i]["repetition_index"], i);
    EXPECT_EQ(benchmarks[i]["real_time"], 1e6);
    EXPECT_EQ(benchmarks[i]["items_per_second"], 1'000);
  }
}

TEST(Exports, GoogleBenchmarkSaysWhyARowHasNoSpeed) {
  const Row sound = example_result().results[0];
  const std::pair<std::function<void(Row&)>, const char*> cases[] = {
      {[](Row& row) { row.disqualified = "silent"; }, "disqualified: silent"},
      {[](Row& row) { row.outcomes[Outcome::wrong] = 1; }, "1 wrong answer"},
      {[](Row& row) {
         row.outcomes[Outcome::timeout] = 3;
         row.puzzles = 20;
       },
       "gave up on 3 of 20 puzzles"},
      {[](Row& row) { row.puzzles_per_second.median = std::nan(""); }, "has no speed"}};
  for (const auto& [edit, error] : cases) {
    RunResult run = example_result();
    run.results = {sound};
    edit(run.results.front());
    const base::Json benchmarks = base::Json::parse(exported("gbench", run))["benchmarks"];
    ASSERT_EQ(benchmarks.size(), 1U);
    EXPECT_EQ(benchmarks[0]["name"], "mrv/rated/threads:1");
    EXPECT_EQ(benchmarks[0]["error_occurred"], true);
    EXPECT_EQ(benchmarks[0]["error_message"], error);
    EXPECT_EQ(benchmarks[0]["real_time"], 0.0);
  }
}

TEST(Exports, GoogleBenchmarkNumbersItsFamiliesAndHasTheRoundsOfAllBlocks) {
  RunResult run = example_result();
  run.results.resize(2);
  run.results[1].blocks = {{.index = 0, .puzzles = 10, .seconds = {1, 2, 3}},
                           {.index = 1, .puzzles = 10, .seconds = {1, 2}}};
  const base::Json document = base::Json::parse(exported("gbench", run));
  std::vector<std::pair<int, int>> repetitions;  // family and number
  for (const base::Json& benchmark : document["benchmarks"])
    repetitions.emplace_back(benchmark["family_index"], benchmark["repetition_index"]);
  const auto of_first = repetitions.size() - 2;
  EXPECT_EQ(repetitions.at(of_first), (std::pair{1, 0}));
  EXPECT_EQ(repetitions.at(of_first + 1), (std::pair{1, 1}));
  EXPECT_EQ(repetitions.front(), (std::pair{0, 0}));
}

TEST(Exports, GoogleBenchmarkHasARepetitionPerProcessWhereThereWereSeveral) {
  RunResult run = two_rows();
  run.results[0].processes = ProcessesRecord{{1200, std::nan(""), 1300}};
  const base::Json document = base::Json::parse(exported("gbench", run));
  ASSERT_EQ(document["benchmarks"].size(), 3U);
  EXPECT_EQ(document["benchmarks"][0]["real_time"], 1200);
  EXPECT_EQ(document["benchmarks"][1]["real_time"], 1300);
}

TEST(Exports, NothingSoundLeavesAnEmptyDocumentOrErrors) {
  RunResult run = two_rows();
  run.results.erase(run.results.begin());
  run.tool.build_type = "Debug";
  run.environment.governor = "performance";
  const base::Json context = base::Json::parse(exported("gbench", run))["context"];
  EXPECT_EQ(context["library_build_type"], "debug");
  EXPECT_EQ(context["cpu_scaling_enabled"], false);
  EXPECT_EQ(exported("bmf", run), "{}\n");
  EXPECT_EQ(exported("bigger-is-better", run), "[]\n");
  EXPECT_EQ(base::Json::parse(exported("gbench", run))["benchmarks"].size(), 1U);
}

}  // namespace

}  // namespace sudoku::result
