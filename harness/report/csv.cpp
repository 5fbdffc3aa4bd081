// Results as CSV for spreadsheets.
#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/estimate.h"
#include "harness/report/columns.h"
#include "harness/report/reports.h"

namespace sudoku::report {

namespace {

// Line of a row, for programs: raw numbers in base units, in an order that never changes. Columns
// of the result table that are not named here come last.
base::CsvLine line_of(const ReportInput& input, const result::DatasetRecord& dataset,
                      const result::Row& row) {
  base::CsvLine line;
  const std::vector<const Column*> columns = columns_from(
      {"solver", "threads", "puzzles", "per_second", "time", "min", "p50", "p90", "p99", "p999",
       "p9999", "max", "mean", "speedup", "scaling", "guesses", "zero", "par2", "memory"});
  // Adds the columns that are not there yet, up to the one with the id `last`.
  auto add_to = [&, next = columns.begin()](std::string_view last) mutable {
    for (bool is_last = false; next != columns.end() && !is_last; ++next) {
      if ((*next)->csv != nullptr) (*next)->csv(row, line);
      is_last = (*next)->id == last;
    }
  };
  line.add("file", input.file);
  line.add("started", input.run.started);
  line.add("tool_version", input.run.tool.version);
  line.add("git_revision", input.run.tool.git_revision);
  line.add("cpu", input.run.environment.cpu);
  line.add("dataset", dataset.name);
  line.add("dataset_sha256", dataset.sha256);
  line.add("dataset_puzzles", dataset.puzzles);
  add_to("threads");
  line.add("chunk", row.chunk);
  line.add("isa", row.isa);
  line.add("isolated", row.isolated);
  line.add("complete", row.complete);
  line.add("void", result::is_void(row) ? void_text(row) : "");
  add_to("time");
  line.add("latency_chunk", row.latency ? row.latency->chunk : 1);
  line.add("latency_censored", row.latency ? row.latency->censored : 0);
  add_to("memory");
  line.add("solution_digest", fmt::format("{:016x}", row.solution_digest));
  for (std::size_t i = 0; i + 1 < kOutcomes; ++i)
    line.add(std::string(name_of(static_cast<Outcome>(i))), row.outcomes[i]);
  // Rows that sought different numbers of solutions did different work.
  line.add("solutions_sought", result::solutions_sought(row));
  line.add("task", row.task ? row.task->does : "");
  for (const result::CountedEvent& event : result::kCountedEvents)
    line.add(event.figure, row.mean_of(row.*event.count).value_or(base::kUnknown));
  add_to("");  // columns that are not named above
  return line;
}

}  // namespace

std::string csv_report(std::span<const ReportInput> inputs) {
  std::string text = line_of({}, {}, {}).header();
  for (const ReportInput& input : inputs) {
    for (const result::DatasetRecord& dataset : input.run.datasets) {
      for (const result::Row* row : view_of(input.run, dataset).rows)
        text += line_of(input, dataset, *row).text();
    }
  }
  return text;
}

}  // namespace sudoku::report
