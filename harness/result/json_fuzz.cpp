#include <array>

#include "harness/base/errors.h"
#include "harness/compare/gate.h"
#include "harness/compare/times.h"
#include "harness/compare/verdict.h"
#include "harness/report/reports.h"
#include "harness/result/export.h"
#include "harness/result/json.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

namespace {

// Builds every report and export of an accepted document; none may fail.
void report_all_ways(const result::RunResult& run) {
  report::summary(run, {.colour = true, .width = 80}, true);
  const std::array<report::ReportInput, 2> inputs = {
      {{.file = "a", .run = run}, {.file = "b", .run = run}}};
  report::markdown_report(run);
  report::markdown_report(inputs);
  report::csv_report(inputs);
  report::html_report(inputs, run.tool);
  for (const result::ExportFormat& format : result::export_formats())
    format.write(run);
  compare::Comparison comparison = compare::compare_results(run, run, {});
  compare::judge_times({&run, 1}, {&run, 1}, {}, comparison);
  must(compare::result_of(comparison) != compare::GateResult::regressed,
       "a result is no regression against itself");
}

}  // namespace

void fuzz_json(std::string_view bytes) {
  try {
    const result::RunResult run = result::from_json(bytes, "f");
    const std::string text = result::to_json(run);
    must(result::to_json(result::from_json(text, "f")) == text,
         "a document that is written reads the same");
    report_all_ways(run);
  } catch (const base::InputError& error) {
    must(std::string_view(error.what()).starts_with("f:"), "an error names the file");
  }
}

}  // namespace sudoku
