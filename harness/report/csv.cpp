// Results as CSV for spreadsheets.
#include <optional>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/estimate.h"
#include "harness/report/reports.h"

namespace sudoku::report {

namespace {

// Adds columns: the ratio, over which solver and thread count, and why it has no interval.
void add_ratio(const std::string& name, const std::optional<result::SpeedupRecord>& found,
               base::CsvLine& line) {
  line.add(name, found ? found->ratio : base::kUnknownEstimate);
  line.add(name + "_over", found ? found->reference : "");
  line.add(name + "_over_threads",
           found ? static_cast<double>(found->reference_threads) : base::kUnknown);
  line.add(name + "_reason", found ? found->reason : "");
}

void add_latency(const result::Row& row, base::CsvLine& line) {
  // A quantile is unknown if unmeasured, or among puzzles that were given up.
  const auto add = [&](const char* name, double share) {
    const bool is_known = row.latency && !is_censored(row, share);
    line.add(name, is_known ? row.latency->quantile_ns(share) : base::kUnknown);
  };
  line.add("latency_chunk", row.latency ? row.latency->chunk : 1);
  line.add("latency_censored", row.latency ? row.latency->censored : 0);
  add("latency_min_ns", 0);
  add("latency_p50_ns", 0.5);
  add("latency_p90_ns", 0.9);
  add("latency_p99_ns", 0.99);
  add("latency_p999_ns", 0.999);
  add("latency_p9999_ns", 0.9999);
  add("latency_max_ns", 1);
  const bool has_mean = row.latency && !is_censored(row, 1);
  line.add("latency_mean_ns", has_mean ? row.latency->mean_ns() : base::kUnknown);
}

// Line of a row, for programs: raw numbers in base units, in an order that never changes.
base::CsvLine line_of(const ReportInput& input, const result::DatasetRecord& dataset,
                      const result::Row& row) {
  const bool is_void = result::is_void(row);
  base::CsvLine line;
  line.add("file", input.file);
  line.add("started", input.run.started);
  line.add("tool_version", input.run.tool.version);
  line.add("git_revision", input.run.tool.git_revision);
  line.add("cpu", input.run.environment.cpu);
  line.add("dataset", dataset.name);
  line.add("dataset_sha256", dataset.sha256);
  line.add("dataset_puzzles", dataset.puzzles);
  line.add("solver", row.solver);
  line.add("threads", row.threads);
  line.add("chunk", row.chunk);
  line.add("isa", row.isa);
  line.add("isolated", row.isolated);
  line.add("complete", row.complete);
  line.add("void", is_void ? void_text(row) : "");
  line.add("puzzles", row.puzzles);
  line.add("sample_rate", row.sample_rate);
  line.add("puzzles_per_second", row.puzzles_per_second);
  line.add("time_per_puzzle_ns", row.time_per_puzzle_ns);
  add_latency(row, line);
  add_ratio("speedup", row.speedup, line);
  add_ratio("scaling", row.scaling, line);
  line.add("guesses_total", row.guesses);
  line.add("guesses_mean", row.guesses_mean());
  line.add("without_guess_share", row.guessless_share());
  line.add("par2_s", is_void ? base::kUnknown : row.par2_s());
  line.add("peak_memory_bytes", row.peak_memory_bytes);
  line.add("solution_digest", fmt::format("{:016x}", row.solution_digest));
  for (std::size_t i = 0; i + 1 < kOutcomes; ++i)
    line.add(std::string(name_of(static_cast<Outcome>(i))), row.outcomes[i]);
  // Rows that sought different numbers of solutions did different work.
  line.add("solutions_sought", result::solutions_sought(row));
  line.add("task", row.task ? row.task->does : "");
  for (const result::CountedEvent& event : result::kCountedEvents)
    line.add(event.figure, row.mean_of(row.*event.count).value_or(base::kUnknown));
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
