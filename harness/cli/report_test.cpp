// Tests of `report` from the command line: pages, Markdown, CSV, and refused inputs.
#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

class Report : public Bench {
 protected:
  Report() { folder_.write("r.json", result::to_json(result::example_result())); }
};

TEST_F(Report, WritesWhatItIsAskedFor) {
  const Ended ended = sudoku_bench("report r.json --html r.html --markdown r.md --csv r.csv");
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.out + ended.err, "");
  expect_start(content_of(path("r.html")), "<!doctype html>");
  expect_part(content_of(path("r.html")), "rated: simd is the fastest");
  const std::string markdown = content_of(path("r.md"));
  expect_start(markdown, "# Sudoku solvers, measured\n\n- rival-3 on rated: ");
  EXPECT_EQ(sudoku_bench("report r.json").out, markdown) << "unless asked for a file";
  folder_.write("s.json", result::to_json(result::example_result()));
  const std::string csv = sudoku_bench("report r.json s.json --csv -").out;
  const std::string csv_of_one = content_of(path("r.csv"));
  expect_start(csv_of_one, "file,started,");
  expect_start(csv, csv_of_one);
  expect_part(csv, "\ns.json,");
}

using SlowReport = Report;

TEST_F(SlowReport, ShowsTheStepsInAFolderOfResults) {
  std::filesystem::create_directory(path("nightly"));
  EXPECT_EQ(sudoku_bench("report nightly").err,
            "sudoku-bench: nightly: expected result documents, *.json, found none\n");
  for (const unsigned day : {20, 1, 2, 3, 15, 16, 17, 18, 19, 14})
    folder_.write(fmt::format("nightly/{}.json", day), result::to_json(result::result_of_day(day)));
  const std::string text = sudoku_bench("report nightly --text").out;
  expect_part(text, "\nChanges over 10 results: 4 steps in 16 series of ratios to solver_04.\n");
  expect_part(sudoku_bench("report nightly").out, "\n## Changes over 10 results\n\n4 steps ");
  EXPECT_EQ(sudoku_bench("report nightly/1.json nightly/20.json").out.find("Changes over"),
            std::string::npos);
}

TEST_F(Report, PrintsTheTablesOfRun) {
  const Ended one = sudoku_bench("report r.json --text");
  EXPECT_EQ(one.code, kOk) << one.err;
  expect_start(one.out, "rival-3 on rated: ");
  EXPECT_EQ(sudoku_bench("report r.json r.json --text").out,
            "r.json\n" + one.out + "\nr.json\n" + one.out);
  EXPECT_GT(sudoku_bench("report r.json --text -v").out.size(), one.out.size());
  EXPECT_EQ(sudoku_bench("report r.json --csv r.csv --text").out, one.out);
  const ChildSetup terminal = {.name_and_value = "NO_COLOR=1", .terminal = true};
  expect_start(sudoku_bench("report r.json", terminal).out, "rival-3 on rated: ");
  EXPECT_EQ(sudoku_bench("report r.json --markdown r.md", terminal).out, "wrote r.md\r\n");
}

// What a result document must hold is told with its reader in harness/result.
TEST_F(Report, NamesTheFieldThatIsWrong) {
  std::string text = result::to_json(result::example_result());
  const std::string rounds = "\"rounds\": 5";
  folder_.write("r.json", text.replace(text.find(rounds), rounds.size(), "\"rounds\": \"five\""));
  const Ended ended = sudoku_bench("report r.json --html r.html");
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "sudoku-bench: r.json: /settings/rounds: expected a whole number, found \"five\"\n");
  EXPECT_FALSE(std::filesystem::exists(path("r.html")));
}

TEST_F(Report, KnowsWhatItCannotDo) {
  EXPECT_EQ(sudoku_bench("report nowhere.json").code, kBadInput);
  EXPECT_EQ(sudoku_bench("report r.json --html nowhere/r.html").code, kBadInput);
}

}  // namespace
}  // namespace sudoku::cli
