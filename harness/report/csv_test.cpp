#include <array>

#include <gtest/gtest.h>

#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

TEST(Csv, DisarmsFormulasAndQuotesTheRest) {
  const std::array<ReportInput, 1> input = {{{.file = "r.json", .run = result::hostile_result()}}};
  const std::string csv = csv_report(input);
  EXPECT_NE(csv.find(",\"'=HYPERLINK(\"\"http://example.invalid\"\")\","), std::string::npos);
  EXPECT_EQ(csv.find(",=HYPERLINK"), std::string::npos);
  EXPECT_NE(csv.find("\"\"'&<b>"), std::string::npos);
}

}  // namespace

}  // namespace sudoku::report
