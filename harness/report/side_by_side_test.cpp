#include "harness/report/side_by_side.h"

#include <array>

#include <gtest/gtest.h>

#include "harness/report/markdown.h"
#include "harness/results/example_result.h"

namespace sudoku {

namespace {

TEST(SideBySide, GivesEachRunAColumn) {
  std::array<ReportInput, 2> inputs = {{{.file = "old.json", .run = example_result()},
                                        {.file = "new.json", .run = example_result()}}};
  inputs[1].run.results[0].puzzles_per_second = {184'000, 183'000, 185'000};
  const std::string text = markdown_report(inputs);
  EXPECT_NE(text.find("| dataset | solver | threads | old | new |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| rated | mrv | 1 | 92.0 k (91.4–92.7) | 184 k (183–185) |\n"),
            std::string::npos);
  EXPECT_NE(text.find("| rated | flags | 1 | WRONG: 3 answers | WRONG: 3 answers |\n"),
            std::string::npos);
  EXPECT_NE(text.find("\n## new\n\n- 2026-01-02T03:04:05Z, Example CPU 9000, "), std::string::npos);
}

TEST(SideBySide, TellsFilesOfTheSameNameApart) {
  const std::array<ReportInput, 2> inputs = {
      {{.file = "a/result.json", .run = {}}, {.file = "b/result.json", .run = {}}}};
  EXPECT_EQ(label_of(inputs, inputs[1]), "b/result.json");
  EXPECT_EQ(label_of(std::span(inputs).first(1), inputs[0]), "result");
}

}  // namespace

}  // namespace sudoku
