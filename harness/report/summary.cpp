// Summary of a run for a terminal.
#include <fmt/format.h>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/report/columns.h"
#include "harness/report/notes.h"
#include "harness/report/reports.h"
#include "harness/report/verdicts.h"

namespace sudoku::report {

namespace {

void add_dataset(const View& view, bool colour, std::string& text) {
  const std::string name = base::printable(view.dataset.name);
  text += (colour ? "\033[1m" + name + "\033[0m" : name) + ": " + caption(view) + "\n\n";
  text += view.rows.empty() ? "  nothing was measured\n" : result_table(view).text(colour);
  for (const std::string& note : notes(view))
    text += "  " + base::printable(note, base::kLongestLine) + "\n";
  text += "\n";
}

std::string overhead_line(const result::OverheadRecord& overhead) {
  return fmt::format("harness overhead: {} per puzzle in throughput rounds, {} in latency rounds\n",
                     base::duration_text(overhead.null_span_ns),
                     base::duration_text(overhead.null_stamped_ns));
}

}  // namespace

std::string summary(const result::RunResult& run, bool colour) {
  std::string text;
  for (const result::DatasetRecord& dataset : run.datasets)
    add_dataset(view_of(run, dataset), colour, text);
  for (const std::string& line : legend(run))
    text += base::printable(line, base::kLongestLine) + "\n";
  for (const std::string& check : checks_made(run))
    text += "checked: " + base::printable(check, base::kLongestLine) + "\n";
  text += overhead_line(run.overhead);
  for (const std::string& warning : run.environment.warnings)
    text += "warning: " + base::printable(warning, base::kLongestLine) + "\n";
  if (!run.complete) text += "warning: the run was interrupted; these results are partial\n";
  return text;
}

}  // namespace sudoku::report
