// Whole reports of example results, with all that they say of them. The tests of their parts tell
// what other results change.
#include "harness/report/reports.h"

#include <array>

#include <gtest/gtest.h>

#include "harness/base/golden_fixture.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

TEST(GoldenReports, TellAllOfTheExamples) {
  const std::pair<std::string, result::RunResult> examples[] = {
      {"example", result::example_result()}, {"full", result::full_result()}};
  for (const auto& [name, run] : examples) {
    const std::string file = SOURCE_FOLDER "/harness/report/golden/" + name;
    const std::array<ReportInput, 1> input = {{{.file = "r.json", .run = run}}};
    base::expect_golden(summary(run, {}, true) + "\n" + summary(run, {.width = 60}, false),
                        file + ".txt");
    base::expect_golden(markdown_report(input), file + ".md");
    base::expect_golden(csv_report(input), file + ".csv");
    base::expect_golden(base::lines_of(page_data(input)), file + ".json");
  }
}

}  // namespace

}  // namespace sudoku::report
