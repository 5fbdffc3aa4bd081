#include <array>

#include <gtest/gtest.h>

#include "harness/base/texts_fixture.h"
#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

TEST(Csv, DisarmsFormulasAndQuotesTheRest) {
  const std::array<ReportInput, 1> input = {{{.file = "r.json", .run = result::hostile_result()}}};
  const std::string csv = csv_report(input);
  base::expect_part(csv, ",\"'=HYPERLINK(\"\"http://example.invalid\"\")\",");
  EXPECT_EQ(csv.find(",=HYPERLINK"), std::string::npos);
  base::expect_part(csv, "\"\"'&<b>");
}

}  // namespace

}  // namespace sudoku::report
