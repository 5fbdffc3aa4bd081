// Summary of a run for a terminal.
#include <fmt/format.h>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/report/columns.h"
#include "harness/report/notes.h"
#include "harness/report/reports.h"

namespace sudoku::report {

std::string summary(const result::RunResult& run, bool colour) {
  std::string text;
  const auto add = [&text](const char* start, const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      text += start + base::printable(line, base::kLongestLine) + "\n";
  };
  for (const result::DatasetRecord& dataset : run.datasets) {
    const View view = view_of(run, dataset);
    const std::string name = base::printable(dataset.name);
    text += (colour ? "\033[1m" + name + "\033[0m" : name) + ": " + caption(view) + "\n\n";
    text += view.rows.empty() ? "  nothing was measured\n" : result_table(view).text(colour);
    add("  ", notes(view));
    text += "\n";
  }
  add("", legend(run));
  add("checked: ", checks_made(run));
  text +=
      fmt::format("harness overhead: {} per puzzle in throughput rounds, {} in latency rounds\n",
                  base::duration_text(run.overhead.null_span_ns),
                  base::duration_text(run.overhead.null_stamped_ns));
  add("warning: ", run.environment.warnings);
  if (!run.complete)
    text += fmt::format("warning: {}; these results are partial\n", why_partial(run));
  return text;
}

}  // namespace sudoku::report
