#include <array>

#include "harness/dataset/input_error.h"
#include "harness/gate/gate.h"
#include "harness/report/csv.h"
#include "harness/report/markdown.h"
#include "harness/report/page/data.h"
#include "harness/report/summary.h"
#include "harness/results/exports.h"
#include "harness/results/json.h"
#include "solvers/fuzz.h"

namespace sudoku {

namespace {

// Whatever is in a document that was accepted, everything can be made of it.
void report_all_ways(const RunResult& run) {
  summary(run, true);
  const std::array<ReportInput, 2> inputs = {
      {{.file = "a", .run = run}, {.file = "b", .run = run}}};
  markdown_report(run);
  markdown_report(inputs);
  csv_report(inputs);
  page_data(inputs, run.tool);
  for (const ExportFormat& format : export_formats())
    format.write(run);
  must(result_of(compare_results(run, run, {})) != GateResult::regressed,
       "a result is no regression against itself");
}

}  // namespace

void fuzz_json(std::string_view bytes) {
  try {
    const RunResult run = from_json(bytes, "f");
    const std::string text = to_json(run);
    must(to_json(from_json(text, "f")) == text, "a document that is written reads the same");
    report_all_ways(run);
  } catch (const InputError& error) {
    must(std::string_view(error.what()).starts_with("f:"), "an error names the file");
  }
}

}  // namespace sudoku
