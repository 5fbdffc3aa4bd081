#include "harness/result/export.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/golden_fixture.h"
#include "harness/base/json.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::result {

namespace {

std::string exported(std::string_view name, const RunResult& run) {
  return std::ranges::find(export_formats(), name, &ExportFormat::name)->write(run);
}

TEST(GoldenExports, HoldAllRowsOfTheExamples) {
  for (const auto& [name, run] :
       {std::pair("example", example_result()), {"full", full_result()}}) {
    std::string all;
    for (const ExportFormat& format : export_formats())
      all += fmt::format("{}:\n{}\n", format.name, format.write(run));
    base::expect_golden(
        all, fmt::format("{}/harness/result/golden/exports_of_{}.txt", SOURCE_FOLDER, name));
  }
}

// The example with one of its rows.
RunResult one_row(std::size_t place) {
  RunResult run = example_result();
  run.results = {run.results[place]};
  return run;
}

TEST(Exports, GoogleBenchmarkSaysThatARowHasNoSpeed) {
  RunResult run = one_row(0);
  run.results[0].puzzles_per_second.median = std::nan("");
  const base::Json benchmarks = base::Json::parse(exported("gbench", run))["benchmarks"];
  ASSERT_EQ(benchmarks.size(), 1U);
  EXPECT_EQ(benchmarks[0]["error_message"], "has no speed");
}

TEST(Exports, NothingSoundLeavesAnEmptyDocumentOrErrors) {
  RunResult run = one_row(4);
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
