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
  const Ended ended =
      bench({"report", "r.json", "--html", "r.html", "--markdown", "r.md", "--csv", "r.csv"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.out + ended.err, "");
  EXPECT_TRUE(content_of(path("r.html")).starts_with("<!doctype html>"));
  EXPECT_NE(content_of(path("r.html")).find("rated: simd is the fastest"), std::string::npos);
  EXPECT_TRUE(
      content_of(path("r.md")).starts_with("# Sudoku solvers, measured\n\n- rival-3 on rated: "));
  EXPECT_TRUE(content_of(path("r.csv")).starts_with("file,started,"));
}

TEST_F(Report, PrintsMarkdownWhenNotAskedForAFile) {
  const Ended ended = bench({"report", "r.json"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_TRUE(ended.out.starts_with("# Sudoku solvers, measured\n"));
}

TEST_F(Report, PutsResultsSideBySide) {
  folder_.write("s.json", result::to_json(result::example_result()));
  const Ended ended = bench({"report", "r.json", "s.json", "--csv", "-"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_NE(ended.out.find("\nr.json,"), std::string::npos);
  EXPECT_NE(ended.out.find("\ns.json,"), std::string::npos);
}

TEST_F(Report, ShowsTheStepsInAFolderOfResults) {
  std::filesystem::create_directory(path("nightly"));
  EXPECT_EQ(bench({"report", "nightly"}).err,
            "sudoku-bench: nightly: expected result documents, *.json, found none\n");
  for (const unsigned day : {20, 1, 2, 3, 15, 16, 17, 18, 19, 14})
    folder_.write(fmt::format("nightly/{}.json", day), result::to_json(result::result_of_day(day)));
  const std::string text = bench({"report", "nightly", "--text"}).out;
  expect_part(text, "\nChanges over 10 results: 4 steps in 16 series of ratios to solver_04.\n");
  expect_part(bench({"report", "nightly"}).out, "\n## Changes over 10 results\n\n4 steps ");
  EXPECT_EQ(bench({"report", "nightly/1.json", "nightly/20.json"}).out.find("Changes over"),
            std::string::npos);
}

TEST_F(Report, PrintsTheTablesOfRun) {
  const Ended one = bench({"report", "r.json", "--text"});
  EXPECT_EQ(one.code, kOk) << one.err;
  EXPECT_TRUE(one.out.starts_with("rival-3 on rated: ")) << one.out;
  EXPECT_EQ(bench({"report", "r.json", "r.json", "--text"}).out,
            "r.json\n" + one.out + "\nr.json\n" + one.out);
  EXPECT_GT(bench({"report", "r.json", "--text", "-v"}).out.size(), one.out.size());
  EXPECT_EQ(bench({"report", "r.json", "--csv", "r.csv", "--text"}).out, one.out);
  const ChildSetup terminal = {.name_and_value = "NO_COLOR=1", .terminal = true};
  EXPECT_TRUE(bench({"report", "r.json"}, terminal).out.starts_with("rival-3 on rated: "));
  EXPECT_EQ(bench({"report", "r.json", "--markdown", "r.md"}, terminal).out, "wrote r.md\r\n");
}

TEST_F(Report, NeedsNodeForPictures) {
  const Ended ended =
      bench({"report", "r.json", "--svg", "pictures"}, {.name_and_value = "PATH=/nowhere"});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err,
            "sudoku-bench: pictures: pictures cannot be drawn: node is not installed (package "
            "nodejs)\n");
}

struct BrokenCase {
  const char* name;
  std::string from;
  std::string to;
  std::string error;  // message after "sudoku-bench: r.json"
};

const BrokenCase kBrokenCases[] = {
    {"another schema", "\"schema_version\": 2", "\"schema_version\": 7",
     ": /schema_version: expected 2, found 7\n"},
    {"a text for a number", "\"rounds\": 5", R"("rounds": "five")",
     ": /settings/rounds: expected a whole number, found \"five\"\n"},
    {"a negative count", "\"puzzles\": 44242", "\"puzzles\": -1",
     ": /datasets/0/puzzles: expected a whole number, found -1\n"},
    {"NaN", "\"load\": 0.25", "\"load\": NaN",
     ":19:11: expected a result document, found text that is not JSON\n"},
    {"a missing field", "\"kernel\"", "\"colonel\"",
     ": /environment/kernel: this field is missing\n"},
    {"a row of another dataset", R"("dataset": "rated")", R"("dataset": "rotated")",
     ": /results/0/dataset: expected a name in datasets, found \"rotated\"\n"},
};

TEST_F(Report, NamesTheFieldThatIsWrong) {
  for (const BrokenCase& c : kBrokenCases) {
    SCOPED_TRACE(c.name);
    std::string text = result::to_json(result::example_result());
    const std::size_t place = text.find(c.from);
    ASSERT_NE(place, std::string::npos);
    folder_.write("r.json", text.replace(place, c.from.size(), c.to));
    const Ended ended = bench({"report", "r.json", "--html", "r.html"});
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.err, "sudoku-bench: r.json" + c.error);
  }
  EXPECT_EQ(content_of(path("r.html")), "");
}

TEST_F(Report, NoticesATruncatedResult) {
  const std::string text = result::to_json(result::example_result());
  folder_.write("r.json", text.substr(0, text.size() / 2));
  const Ended ended = bench({"report", "r.json"});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err, "sudoku-bench: r.json: expected a result document, but it ends too early\n");
}

TEST_F(Report, SurvivesAHostileResult) {
  folder_.write("h.json", result::to_json(result::hostile_result()));
  const Ended ended =
      bench({"report", "h.json", "--html", "h.html", "--markdown", "h.md", "--csv", "h.csv"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(content_of(path("h.html")).find("<script>document.title"), std::string::npos);
  EXPECT_LT(content_of(path("h.md")).size(), 64'000U);
}

TEST_F(Report, KnowsWhatItCannotDo) {
  EXPECT_EQ(bench({"report"}).code, kUsage);
  EXPECT_EQ(bench({"report", "r.json", "--html", "-", "--csv", "-"}).code, kUsage);
  EXPECT_EQ(bench({"report", "nowhere.json"}).code, kBadInput);
  EXPECT_EQ(bench({"report", "r.json", "--html", "nowhere/r.html"}).code, kBadInput);
}

TEST_F(Report, AnyRunCanBeShown) {
  const Ended ended =
      bench(quick_run({"good.csv", "-q", "--result", "own.json", "--html", "own.html"}));
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_NE(content_of(path("own.html")).find("\"name\":\"good.csv\""), std::string::npos);
  const result::RunResult run = result::read_result(path("own.json"));
  ASSERT_EQ(run.comparisons.size(), 1U);
  EXPECT_EQ(run.comparisons[0].pairs[0].puzzles, kPuzzles);
  EXPECT_TRUE(run.results[0].guess_time.has_value());
}

}  // namespace

}  // namespace sudoku::cli
