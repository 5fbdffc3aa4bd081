#include "harness/result/export.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "harness/base/json.h"
#include "harness/base/units.h"

namespace sudoku::result {

namespace {

using base::Json;

std::string text_of(const Json& document) { return base::json_text(document, 2) + "\n"; }

std::string name_of_row(const Row& row) {
  return fmt::format("{}/{}/threads:{}", row.solver, row.dataset, row.threads);
}

// Why a row has no speed to compare; empty: it has one. Giving up on a puzzle is quick: the speed
// of a row that does so is not that of solving.
std::string error_of(const Row& row) {
  if (!row.disqualified.empty()) return "disqualified: " + row.disqualified;
  if (const std::uint64_t wrong = count_wrong(row); wrong > 0)
    return base::plural(wrong, "wrong answer");
  if (row.outcomes[Outcome::timeout] > 0) {
    return fmt::format("gave up on {} of {}", row.outcomes[Outcome::timeout],
                       base::plural(row.puzzles, "puzzle"));
  }
  return std::isfinite(row.puzzles_per_second.median) ? "" : "has no speed";
}

std::vector<const Row*> sound_rows(const RunResult& run) {
  std::vector<const Row*> rows;
  for (const Row& row : run.results)
    if (error_of(row).empty()) rows.push_back(&row);
  return rows;
}

// A row's nanoseconds per puzzle: of each process, or of each round that every block has.
std::vector<double> repetitions_of(const Row& row) {
  if (row.processes) {
    std::vector<double> times = row.processes->time_per_puzzle_ns;
    std::erase_if(times, [](double time) { return !std::isfinite(time); });
    return times;
  }
  std::size_t rounds = row.blocks.empty() ? 0 : row.blocks.front().seconds.size();
  for (const BlockRecord& block : row.blocks)
    rounds = std::min(rounds, block.seconds.size());
  std::vector<double> times(rounds, 0);
  for (const BlockRecord& block : row.blocks) {
    for (std::size_t round = 0; round < rounds; ++round)
      times[round] += block.seconds[round] * 1e9 / static_cast<double>(row.puzzles);
  }
  return times;
}

Json context_of(const RunResult& run) {
  return {{"date", run.started},
          {"host_name", run.environment.cpu},
          {"executable", "sudoku-bench " + run.tool.version + " " + run.tool.git_revision},
          {"num_cpus", run.environment.cores},
          {"cpu_scaling_enabled", run.environment.governor == "powersave"},
          {"caches", Json::array()},
          {"load_avg", {run.environment.load}},
          {"library_build_type", run.tool.build_type == "Release" ? "release" : "debug"},
          {"json_schema_version", 1}};
}

// Google Benchmark's format requires processor time, too; both fields hold measured wall time.
Json repetition(const Row& row, std::size_t family, std::size_t round,
                const std::vector<double>& times) {
  const std::string name = name_of_row(row);
  return {{"name", name},
          {"family_index", family},
          {"per_family_instance_index", 0},
          {"run_name", name},
          {"run_type", "iteration"},
          {"repetitions", times.size()},
          {"repetition_index", round},
          {"threads", row.threads},
          {"iterations", row.puzzles},
          {"real_time", times[round]},
          {"cpu_time", times[round]},
          {"time_unit", "ns"},
          {"items_per_second", 1e9 / times[round]}};
}

std::string google_benchmark(const RunResult& run) {
  Json benchmarks = Json::array();
  std::size_t family = 0;
  for (const Row& row : run.results) {
    const std::string error = error_of(row);
    const std::vector<double> times = error.empty() ? repetitions_of(row) : std::vector<double>{0};
    for (std::size_t round = 0; round < times.size(); ++round)
      benchmarks.push_back(repetition(row, family, round, times));
    ++family;
    if (error.empty()) continue;
    // As Google Benchmark writes a benchmark that was skipped with an error.
    Json& entry = benchmarks.back();
    entry.erase("items_per_second");
    entry["iterations"] = 0;
    entry["error_occurred"] = true;
    entry["error_message"] = error;
  }
  return text_of({{"context", context_of(run)}, {"benchmarks", std::move(benchmarks)}});
}

Json metric(const base::Estimate& estimate) {
  Json metric = {{"value", estimate.median}};
  if (std::isfinite(estimate.low)) metric["lower_value"] = estimate.low;
  if (std::isfinite(estimate.high)) metric["upper_value"] = estimate.high;
  return metric;
}

std::string bencher(const RunResult& run) {
  Json document = Json::object();
  for (const Row* row : sound_rows(run)) {
    document[name_of_row(*row)] = {{"throughput", metric(row->puzzles_per_second)},
                                   {"latency", metric(row->time_per_puzzle_ns)},
                                   {"guesses", {{"value", row->guesses_mean()}}}};
  }
  return text_of(document);
}

std::string github_action(const RunResult& run, const char* unit, base::Estimate Row::*estimate) {
  Json entries = Json::array();
  for (const Row* row : sound_rows(run)) {
    const base::Estimate& value = row->*estimate;
    Json entry = {{"name", name_of_row(*row)}, {"unit", unit}, {"value", value.median}};
    if (std::isfinite(value.low) && std::isfinite(value.high))
      entry["range"] = fmt::format("{:.6g} – {:.6g}", value.low, value.high);
    entries.push_back(std::move(entry));
  }
  return text_of(entries);
}

}  // namespace

const std::vector<ExportFormat>& export_formats() {
  static const std::vector<ExportFormat> kFormats = {
      {"gbench",
       "Google Benchmark's JSON, which its compare.py reads: a repetition per process or round",
       google_benchmark},
      {"bmf", "Bencher Metric Format", bencher},
      {"bigger-is-better", "github-action-benchmark, customBiggerIsBetter: puzzles per second",
       [](const RunResult& run) {
         return github_action(run, "puzzles/s", &Row::puzzles_per_second);
       }},
      {"smaller-is-better", "github-action-benchmark, customSmallerIsBetter: ns per puzzle",
       [](const RunResult& run) {
         return github_action(run, "ns/puzzle", &Row::time_per_puzzle_ns);
       }}};
  return kFormats;
}

}  // namespace sudoku::result
