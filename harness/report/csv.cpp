#include "harness/report/csv.h"

#include <limits>
#include <optional>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/estimate.h"
#include "harness/report/view.h"

namespace sudoku::report {

namespace {

void add_run(base::CsvLine& line, const ReportInput& input) {
  line.add("file", input.file);
  line.add("started", input.run.started);
  line.add("tool_version", input.run.tool.version);
  line.add("git_revision", input.run.tool.git_revision);
  line.add("cpu", input.run.environment.cpu);
}

void add_identity(base::CsvLine& line, const result::DatasetRecord& dataset,
                  const result::ResultRecord& row) {
  line.add("dataset", dataset.name);
  line.add("dataset_sha256", dataset.sha256);
  line.add("dataset_puzzles", dataset.puzzles);
  line.add("solver", row.solver);
  line.add("threads", row.threads);
  line.add("chunk", row.chunk);
  line.add("isa", row.isa);
  line.add("isolated", row.isolated ? 1 : 0);
  line.add("complete", row.complete ? 1 : 0);
  line.add("void", result::is_void(row) ? void_text(row) : std::string());
  line.add("puzzles", row.puzzles);
  line.add("sample_rate", row.sample_rate);
}

// Empty where there is none, and for a quantile that falls among puzzles that were given up.
void add_latency(base::CsvLine& line, const result::ResultRecord& row) {
  const bool known = row.latency.has_value();
  const result::LatencyRecord latency = row.latency.value_or(result::LatencyRecord{});
  line.add("latency_chunk", latency.chunk);
  line.add("latency_censored", latency.censored);
  const auto add = [&](const std::string& name, double share, double ns) {
    line.add("latency_" + name + "_ns", known && !is_censored(row, share) ? ns : base::kUnknown);
  };
  add("min", 0, latency.min);
  add("p50", 0.5, latency.p50);
  add("p90", 0.9, latency.p90);
  add("p99", 0.99, latency.p99);
  add("p999", 0.999, latency.p999);
  add("p9999", 0.9999, p9999_ns(latency));
  add("max", 1, latency.max);
  add("mean", 1, latency.mean);
}

// The members keep their columns when there is no comparison.
void add_comparison(base::CsvLine& line, const std::string& name,
                    const std::optional<result::SpeedupRecord>& comparison) {
  line.add(name, comparison ? comparison->ratio : base::kUnknownEstimate);
  line.add(name + "_over", comparison ? comparison->reference : std::string());
  line.add(name + "_over_threads",
           comparison ? static_cast<double>(comparison->reference_threads) : base::kUnknown);
  line.add(name + "_reason", comparison ? comparison->reason : std::string());
}

void add_counts(base::CsvLine& line, const result::ResultRecord& row) {
  line.add("guesses_total", row.guesses.total);
  line.add("guesses_mean", row.guesses.mean);
  line.add("without_guess_share", row.guesses.zero_fraction);
  line.add("par2_s", result::is_void(row) ? base::kUnknown : row.par2_s);
  line.add("peak_memory_bytes", row.peak_memory_bytes);
  line.add("solution_digest", fmt::format("{:016x}", row.solution_digest));
  for (std::size_t i = 0; i + 1 < row.outcomes.size(); ++i)
    line.add(std::string(name_of(static_cast<Outcome>(i))), row.outcomes[i]);
}

base::CsvLine line_of(const ReportInput& input, const result::DatasetRecord& dataset,
                      const result::ResultRecord& row) {
  base::CsvLine line;
  add_run(line, input);
  add_identity(line, dataset, row);
  line.add("puzzles_per_second", row.puzzles_per_second);
  line.add("time_per_puzzle_ns", row.time_per_puzzle_ns);
  add_latency(line, row);
  add_comparison(line, "speedup", row.speedup);
  add_comparison(line, "scaling", row.scaling);
  add_counts(line, row);
  return line;
}

}  // namespace

std::string csv_report(std::span<const ReportInput> inputs) {
  std::string text = line_of({}, {}, {}).header();
  for (const ReportInput& input : inputs) {
    for (const result::DatasetRecord& dataset : input.run.datasets) {
      for (const result::ResultRecord* row : view_of(input.run, dataset).rows)
        text += line_of(input, dataset, *row).text();
    }
  }
  return text;
}

}  // namespace sudoku::report
