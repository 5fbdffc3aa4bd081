// Tests of `export`, whose output other programs must be able to read.
#include "harness/result/export.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

using Export = Bench;

constexpr const char* kCompare = "/usr/share/benchmark/compare.py";  // from libbenchmark-tools

TEST_F(Export, HelpSaysWhatEachFormatIs) {
  const std::string help = sudoku_bench("export --help").out;
  for (const result::ExportFormat& format : result::export_formats())
    expect_part(help, fmt::format("\n  {:<24}{:.40}", format.name, format.about));
}

TEST_F(Export, GoogleBenchmarksCompareReadsARun) {
  ASSERT_EQ(sudoku_bench(quick_run("good.csv --rounds 9 --result result.json")).code, kOk);
  ASSERT_EQ(sudoku_bench("export result.json --format gbench -o gbench.json").code, kOk);
  if (!std::filesystem::exists(kCompare)) {
    GTEST_SKIP() << "not compared: " << kCompare << " is not there (package libbenchmark-tools)";
  }
  const ChildSetup python = {.program = "/usr/bin/python3"};
  const std::vector<std::string> compare = {kCompare, "benchmarks", "gbench.json", "gbench.json"};
  const Ended ended = run_child(folder_.path(), compare, python);
  if (ended.err.find("No module named") != std::string::npos) {
    GTEST_SKIP() << "not compared: compare.py needs the package python3-scipy";
  }
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("OVERALL_GEOMEAN"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("mrv/good.csv/threads:1_pvalue"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("dlx/good.csv/threads:1_pvalue"), std::string::npos) << ended.out;
  result::RunResult run = result::read_result(path("result.json"));
  run.results.back().disqualified = "silent";
  run.results.back() = result::finished(run.results.back());
  folder_.write("gbench.json",
                std::ranges::find(result::export_formats(), "gbench", &result::ExportFormat::name)
                    ->write(run));
  const Ended with_error = run_child(folder_.path(), compare, python);
  EXPECT_EQ(with_error.code, 0) << with_error.err;
  EXPECT_NE(with_error.out.find("dlx/good.csv/threads:1 "), std::string::npos) << with_error.out;
  EXPECT_EQ(with_error.out.find("OVERALL_GEOMEAN"), std::string::npos) << "of fewer rows";
}

}  // namespace
}  // namespace sudoku::cli
