// The page's runs, datasets and solvers: who measured what where.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "harness/report/facts.h"
#include "harness/report/notes.h"
#include "harness/report/outside.h"
#include "harness/report/page/parts.h"
#include "harness/report/shell.h"
#include "harness/report/side_by_side.h"
#include "harness/report/units.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

std::string machine_text(const EnvironmentRecord& environment) {
  std::string text = environment.cpu;
  if (environment.cores > 0) text += ", " + plural(environment.cores, "core");
  if (!environment.isa_dispatched.empty()) text += ", " + environment.isa_dispatched;
  return text;
}

// The row whose typical latency is smallest: what the clock's cost shows most in.
const ResultRecord* quickest(const RunResult& run) {
  const ResultRecord* quickest = nullptr;
  for (const ResultRecord& row : run.results) {
    if (is_void(row) || !row.latency || row.latency->chunk > 1) continue;
    if (quickest == nullptr || row.latency->p50 < quickest->latency->p50) quickest = &row;
  }
  return quickest;
}

std::vector<std::string> overhead_sentences(const RunResult& run) {
  std::vector<std::string> sentences;
  const OverheadRecord& overhead = run.overhead;
  if (const ResultRecord* row = quickest(run); row != nullptr && std::isfinite(overhead.clock_ns)) {
    sentences.push_back(fmt::format(
        "The clock costs {} of the {} that a typical puzzle of {} takes {}, the quickest.",
        duration_text(overhead.clock_ns), duration_text(row->latency->p50), row->dataset,
        row->solver));
  }
  sentences.push_back(
      fmt::format("Handing puzzles to a solver and taking its answers costs {} each in throughput "
                  "rounds, and {} with a stamp for each.",
                  duration_text(overhead.null_span_ns), duration_text(overhead.null_stamped_ns)));
  return sentences;
}

void put_overhead(JsonText& json, const RunResult& run) {
  json.object("overhead", [&] {
    json.field("clock", run.overhead.clock_ns);
    json.field("null_span", run.overhead.null_span_ns);
    json.field("null_stamped", run.overhead.null_stamped_ns);
    json.field("sentences", overhead_sentences(run));
  });
}

void put_reference(JsonText& json, const PageSource& page, const RunResult& run) {
  const std::size_t place = page.solver(run.settings.reference);
  const auto& solvers = page.solvers();
  if (place < solvers.size() && solvers[place] == run.settings.reference) {
    json.field("reference", place);
  } else {
    json.field("reference", nullptr);
  }
}

void put_run(JsonText& json, const PageSource& page, const ReportInput& input) {
  const RunResult& run = input.run;
  json.object([&] {
    json.field("file", input.file);
    json.field("label", label_of(page.inputs(), input));
    json.field("date", run.started);
    json.field("finished", run.finished);
    json.field("complete", run.complete);
    put_reference(json, page, run);
    if (run.settings.puzzle_timeout_s > 0) {
      json.field("limit", run.settings.puzzle_timeout_s * 1e9);
    } else {
      json.field("limit", nullptr);
    }
    json.field("schema", kSchemaVersion);
    json.field("tool", tool_text(run.tool));
    json.field("version", run.tool.version);
    json.field("revision", run.tool.git_revision);
    json.field("machine", machine_text(run.environment));
    json.field("facts", environment_facts(run));
    json.field("settings", settings_facts(run.settings));
    json.field("warnings", run.environment.warnings);
    put_overhead(json, run);
    json.field("command", shell_quoted(run.command));
  });
}

void put_dataset(JsonText& json, const PageSource::Dataset& dataset) {
  const DatasetRecord& record = *dataset.record;
  json.object([&] {
    json.field("name", dataset.name);
    json.field("path", record.path);
    json.field("sha256", record.sha256);
    json.field("puzzles", record.puzzles);
    json.field("quarantined", record.quarantined);
    json.field("quarantine_first", record.quarantine_first);
    json.object("clues", [&] {
      json.field("min", record.clues_min);
      json.field("mean", record.clues_mean);
      json.field("max", record.clues_max);
    });
    json.field("small", record.puzzles < kSmallSet);
  });
}

// Where the first row of a solver says that it comes from; empty for one that is compiled in.
std::string origin_of(const PageSource& page, const std::string& solver) {
  for (const ReportInput& input : page.inputs()) {
    const auto row = std::ranges::find(input.run.results, solver, &ResultRecord::solver);
    if (row != input.run.results.end() && row->external) return provenance_text(*row->external);
  }
  return "";
}

}  // namespace

void put_runs(JsonText& json, const PageSource& page) {
  json.list("runs", page.inputs(), [&](const ReportInput& input) { put_run(json, page, input); });
}

void put_entrants(JsonText& json, const PageSource& page) {
  json.list("datasets", page.datasets(),
            [&](const PageSource::Dataset& dataset) { put_dataset(json, dataset); });
  json.list("solvers", page.solvers(), [&](const std::string& solver) {
    json.object([&] {
      json.field("name", solver);
      const std::string origin = origin_of(page, solver);
      if (origin.empty()) return json.field("origin", nullptr);
      json.field("origin", origin);
    });
  });
}

}  // namespace sudoku
