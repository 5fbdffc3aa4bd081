#include <array>

#include <gtest/gtest.h>

#include "harness/base/golden_fixture.h"
#include "harness/base/texts_fixture.h"
#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

using base::expect_part;

std::size_t table_rows(const std::string& report) {
  std::size_t rows = 0;
  for (std::size_t at = report.find("\n| solver_"); at != std::string::npos;
       at = report.find("\n| solver_", at + 1))
    ++rows;
  return rows;
}

TEST(SlowMarkdown, StaysShortWithManySolversAndDatasets) {
  const std::string report = markdown_report(result::large_result(20, 15));
  EXPECT_LT(report.size(), kMostMarkdownBytes);
  EXPECT_LE(table_rows(report), kMostMarkdownRows);
  expect_part(report, "37 more rows in the result document.\n");
}

TEST(Markdown, StaysMarkdownWithHostileNames) {
  const std::string report = markdown_report(result::hostile_result());
  EXPECT_LT(report.size(), kMostMarkdownBytes);
  EXPECT_EQ(report.find("\n# heading"), report.find("\n# heading", report.find("````sh\n")));
  EXPECT_NE(report.find("\n````\n"), std::string::npos) << "the fence is longer than its content";
  EXPECT_EQ(report.find('\x1b'), std::string::npos);
  EXPECT_EQ(report.find(std::string(1001, 'x')), std::string::npos);
}

TEST(Markdown, LeavesOutWhatIsNotKnown) {
  result::RunResult run;
  run.tool.version = "0.1.0";
  const std::string report = markdown_report(run);
  for (const char* absent :
       {"CPU:", "governor", "boost", "overhead", "## Warnings", "instruction sets"})
    EXPECT_EQ(report.find(absent), std::string::npos) << absent;
}

TEST(Markdown, SaysWhenNothingWasMeasured) {
  result::RunResult run = result::example_result();
  run.results.clear();
  expect_part(markdown_report(run),
              "## rated\n\n44,242 puzzles, 21–31 clues (mean 24.6), 2 bad rows.\n\n"
              "Nothing was measured.\n\n");
}

TEST(Markdown, HoldsNoControlCharactersOfACommand) {
  result::RunResult run = result::example_result();
  run.command = {"sudoku-bench", "a\033[2J\u009Bb"};
  const std::string text = markdown_report(run);
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_EQ(text.find("\u009B"), std::string::npos);
}

TEST(GoldenSideBySide, GivesEachRunASectionAndAColumn) {
  std::array<ReportInput, 2> inputs = {{{.file = "old.json", .run = result::example_result()},
                                        {.file = "new.json", .run = result::example_result()}}};
  inputs[1].run.results[0].puzzles_per_second = {184'000, 183'000, 185'000};
  inputs[1].run.environment.warnings = {"the governor is powersave"};
  base::expect_golden(markdown_report(inputs), SOURCE_FOLDER "/harness/report/golden/pair.md");
}

TEST(SideBySide, SaysHowManyRowsAreLeftOut) {
  for (const std::size_t rows : {kMostMarkdownRows, kMostMarkdownRows + 2}) {
    result::RunResult run = result::example_result();
    run.datasets.resize(1);
    result::Row row = run.results[0];
    run.results.clear();
    for (std::size_t i = 0; i < rows; ++i) {
      row.solver = "solver_" + std::to_string(i);
      run.results.push_back(row);
    }
    const std::array<ReportInput, 2> inputs = {
        {{.file = "old.json", .run = run}, {.file = "new.json", .run = run}}};
    const std::string text = markdown_report(inputs);
    EXPECT_EQ(text.find("2 more rows are in the result documents.") != std::string::npos,
              rows > kMostMarkdownRows);
    EXPECT_EQ(text.find("0 more rows"), std::string::npos);
  }
}

TEST(SideBySide, ShowsTheLastRunsOfMany) {
  std::vector<ReportInput> inputs;
  for (int i = 0; i < 40; ++i)
    inputs.push_back({.file = "r" + std::to_string(i) + ".json", .run = {}});
  const std::string text = markdown_report(inputs);
  expect_part(text, "\nThe last ");
  expect_part(text, " of 40 runs.\n");
  EXPECT_EQ(text.find("## r0\n"), std::string::npos);
  expect_part(text, "## r39\n");
  inputs.resize(2);
  EXPECT_EQ(markdown_report(inputs).find("The last"), std::string::npos);
}

TEST(Markdown, CountsTheVerdictsThatItLeavesOut) {
  result::RunResult run = result::example_result();
  const result::DatasetRecord dataset = run.datasets[1];
  for (int i = 0; i < 100; ++i) {
    run.datasets.push_back(dataset);
    run.datasets.back().name = "d" + std::to_string(i);
  }
  const std::string text = markdown_report(run);
  expect_part(text, "\n- … and ");
  EXPECT_EQ(markdown_report(result::example_result()).find("- … and "), std::string::npos);
}

TEST(SideBySide, TellsFilesOfTheSameNameApart) {
  const std::array<ReportInput, 2> inputs = {
      {{.file = "a/result.json", .run = {}}, {.file = "b/result.json", .run = {}}}};
  EXPECT_EQ(label_of(inputs, inputs[1]), "b/result.json");
  EXPECT_EQ(label_of(std::span(inputs).first(1), inputs[0]), "result");
}

std::string times(char c) {
  std::string text(100, c);
  return text;
}

std::vector<Section> sections() {
  return {{Importance::never_left_out, "", times('v')},
          {Importance::examples, "puzzles", times('1')},
          {Importance::figures, "figures", times('f')},
          {Importance::examples, "puzzles", times('2')},
          {Importance::remarks, "remarks", ""}};
}

TEST(Sections, KeepTheirOrderWhenAllFits) {
  EXPECT_EQ(text_within(sections(), 10'000), times('v') + times('1') + times('f') + times('2'));
}

TEST(Sections, LeaveOutTheLastOfTheLeastImportantFirst) {
  EXPECT_EQ(text_within(sections(), 510),
            times('v') + times('1') + times('f') +
                "\nShortened; left out in whole or in part: puzzles.\n");
}

TEST(Sections, KeepWhatIsNeverLeftOut) {
  EXPECT_EQ(text_within(sections(), 1),
            times('v') + "\nShortened; left out in whole or in part: figures, puzzles.\n");
}

}  // namespace

}  // namespace sudoku::report
