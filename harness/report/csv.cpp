#include "harness/report/csv.h"

#include <functional>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/estimate.h"
#include "harness/report/view.h"

namespace sudoku::report {

namespace {

using result::LatencyRecord;

// A row of a result with its file and dataset.
struct Place {
  const ReportInput& input;
  const result::DatasetRecord& dataset;
  const result::Row& row;
};

using Value = std::variant<std::string, std::uint64_t, double, base::Estimate>;

// CSV column; an estimate fills three: median and interval ends, named by CsvLine.
struct CsvColumn {
  const char* name;
  Value (*value)(const Place&);
};

// Latency quantile of a row; unknown if unmeasured or among puzzles that were given up.
template <int per_10000>
Value latency_ns(const Place& at) {
  const double share = per_10000 / 10000.0;
  const bool is_known = at.row.latency && !is_censored(at.row, share);
  return is_known ? at.row.latency->quantile_ns(share) : base::kUnknown;
}

Value mean_latency_ns(const Place& at) {
  const bool is_known = at.row.latency && !is_censored(at.row, 1);
  return is_known ? at.row.latency->mean_ns() : base::kUnknown;
}

template <std::uint64_t LatencyRecord::*member>
Value of_latency(const Place& at) {
  return at.row.latency.value_or(LatencyRecord{}).*member;
}

template <auto comparison>
Value ratio_of(const Place& at) {
  const auto& found = at.row.*comparison;
  return found ? found->ratio : base::kUnknownEstimate;
}

template <auto comparison, std::string result::SpeedupRecord::*member>
Value text_of(const Place& at) {
  const auto& found = at.row.*comparison;
  return found ? *found.*member : std::string();
}

template <auto comparison>
Value reference_threads_of(const Place& at) {
  const auto& found = at.row.*comparison;
  return found ? static_cast<double>(found->reference_threads) : base::kUnknown;
}

Value flag(bool value) {
  return std::uint64_t{value};
}

constexpr auto kSpeedup = &result::Row::speedup;
constexpr auto kScaling = &result::Row::scaling;

// CSV report, ONE LINE PER COLUMN, and one per outcome at its end. Programs need raw numbers in
// base units, interval ends and row identities in an order that never changes.
constexpr CsvColumn kCsvColumns[] = {
    {"file", [](const Place& at) -> Value { return at.input.file; }},
    {"started", [](const Place& at) -> Value { return at.input.run.started; }},
    {"tool_version", [](const Place& at) -> Value { return at.input.run.tool.version; }},
    {"git_revision", [](const Place& at) -> Value { return at.input.run.tool.git_revision; }},
    {"cpu", [](const Place& at) -> Value { return at.input.run.environment.cpu; }},
    {"dataset", [](const Place& at) -> Value { return at.dataset.name; }},
    {"dataset_sha256", [](const Place& at) -> Value { return at.dataset.sha256; }},
    {"dataset_puzzles", [](const Place& at) -> Value { return at.dataset.puzzles; }},
    {"solver", [](const Place& at) -> Value { return at.row.solver; }},
    {"threads", [](const Place& at) -> Value { return at.row.threads; }},
    {"chunk", [](const Place& at) -> Value { return at.row.chunk; }},
    {"isa", [](const Place& at) -> Value { return at.row.isa; }},
    {"isolated", [](const Place& at) { return flag(at.row.isolated); }},
    {"complete", [](const Place& at) { return flag(at.row.complete); }},
    {"void",
     [](const Place& at) -> Value {
       return result::is_void(at.row) ? void_text(at.row) : std::string();
     }},
    {"puzzles", [](const Place& at) -> Value { return at.row.puzzles; }},
    {"sample_rate", [](const Place& at) -> Value { return at.row.sample_rate; }},
    {"puzzles_per_second", [](const Place& at) -> Value { return at.row.puzzles_per_second; }},
    {"time_per_puzzle_ns", [](const Place& at) -> Value { return at.row.time_per_puzzle_ns; }},
    {"latency_chunk", of_latency<&LatencyRecord::chunk>},
    {"latency_censored", of_latency<&LatencyRecord::censored>},
    {"latency_min_ns", latency_ns<0>},
    {"latency_p50_ns", latency_ns<5000>},
    {"latency_p90_ns", latency_ns<9000>},
    {"latency_p99_ns", latency_ns<9900>},
    {"latency_p999_ns", latency_ns<9990>},
    {"latency_p9999_ns", latency_ns<9999>},
    {"latency_max_ns", latency_ns<10000>},
    {"latency_mean_ns", mean_latency_ns},
    {"speedup", ratio_of<kSpeedup>},
    {"speedup_over", text_of<kSpeedup, &result::SpeedupRecord::reference>},
    {"speedup_over_threads", reference_threads_of<kSpeedup>},
    {"speedup_reason", text_of<kSpeedup, &result::SpeedupRecord::reason>},
    {"scaling", ratio_of<kScaling>},
    {"scaling_over", text_of<kScaling, &result::SpeedupRecord::reference>},
    {"scaling_over_threads", reference_threads_of<kScaling>},
    {"scaling_reason", text_of<kScaling, &result::SpeedupRecord::reason>},
    {"guesses_total", [](const Place& at) -> Value { return at.row.guesses; }},
    {"guesses_mean", [](const Place& at) -> Value { return at.row.guesses_mean(); }},
    {"without_guess_share", [](const Place& at) -> Value { return at.row.guessless_share(); }},
    {"par2_s",
     [](const Place& at) -> Value {
       return result::is_void(at.row) ? base::kUnknown : at.row.par2_s();
     }},
    {"peak_memory_bytes", [](const Place& at) -> Value { return at.row.peak_memory_bytes; }},
    {"solution_digest",
     [](const Place& at) -> Value { return fmt::format("{:016x}", at.row.solution_digest); }},
};

base::CsvLine line_of(const Place& place) {
  base::CsvLine line;
  for (const CsvColumn& column : kCsvColumns) {
    std::visit([&](const auto& value) { line.add(column.name, value); }, column.value(place));
  }
  for (std::size_t i = 0; i + 1 < kOutcomes; ++i)
    line.add(std::string(name_of(static_cast<Outcome>(i))), place.row.outcomes[i]);
  // Rows that sought different numbers of solutions did different work.
  line.add("solutions_sought", result::solutions_sought(place.row));
  line.add("task", place.row.task ? place.row.task->does : "");
  for (const result::CountedEvent& event : result::kCountedEvents)
    line.add(event.figure, place.row.mean_of(place.row.*event.count).value_or(base::kUnknown));
  return line;
}

}  // namespace

std::string csv_report(std::span<const ReportInput> inputs) {
  std::string text = line_of({{}, {}, {}}).header();
  for (const ReportInput& input : inputs) {
    for (const result::DatasetRecord& dataset : input.run.datasets) {
      for (const result::Row* row : view_of(input.run, dataset).rows)
        text += line_of({input, dataset, *row}).text();
    }
  }
  return text;
}

}  // namespace sudoku::report
