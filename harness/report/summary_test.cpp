#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/table.h"
#include "harness/base/texts_fixture.h"
#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::report {

namespace {

// Only the table of the example is wider than 120 columns when nothing may be left out.
TEST(Summary, FitsAnyTerminal) {
  const std::vector<result::RunResult> runs = {
      result::example_result(), result::hostile_result(),
      result::read_result(SOURCE_FOLDER "/results/published.json")};
  for (const result::RunResult& run : runs) {
    for (const std::size_t width : {60, 80, 100, 120, 200}) {
      for (const bool has_details : {false, true}) {
        std::istringstream lines(summary(run, {.width = width}, has_details));
        std::string line;
        while (std::getline(lines, line))
          EXPECT_LE(base::width_of(line), width) << line;
      }
    }
  }
}

TEST(Summary, ShowsThreeWarningsAndCountsTheOthers) {
  result::RunResult run = result::example_result();
  const auto warnings = [&run](bool has_details) {
    const std::string text = summary(run, {}, has_details);
    return text.substr(text.find("warning: "));
  };
  run.environment.warnings = {"one", "two", "three"};
  EXPECT_EQ(warnings(false), "warning: one\nwarning: two\nwarning: three\n");
  run.environment.warnings.emplace_back("four");
  EXPECT_EQ(warnings(false),
            "warning: one\nwarning: two\nwarning: three\n"
            "warning: 1 more warning: --verbose, or the report\n");
  EXPECT_EQ(warnings(true), "warning: one\nwarning: two\nwarning: three\nwarning: four\n");
  run.environment.warnings.emplace_back("five");
  base::expect_part(warnings(false), "\nwarning: 2 more warnings: ");
}

TEST(Summary, ColoursOnlyOnRequest) {
  EXPECT_EQ(summary(result::example_result(), {}, true).find('\033'), std::string::npos);
  const std::string coloured = summary(result::example_result(), {.colour = true}, true);
  base::expect_part(coloured, "\033[1mrated\033[0m: 44,242 puzzles");
  base::expect_part(coloured, "\033[1;31mWRONG: 3 answers\033[0m");
  base::expect_part(coloured, "\033[1;31mDISQUALIFIED\033[0m");
  base::expect_part(coloured, "\033[32m25.1× faster (24.7–25.5)\033[0m");
}

TEST(Summary, SaysWhenNothingWasMeasured) {
  result::RunResult run = result::example_result();
  run.environment.warnings.clear();
  run.complete = true;
  run.datasets.resize(1);
  run.results.clear();
  base::expect_part(summary(run, {}, true),
                    "\nrated: 44,242 puzzles, 21–31 clues (mean 24.6), 2 bad rows\n\n"
                    "  nothing was measured\n");
}

}  // namespace

}  // namespace sudoku::report
