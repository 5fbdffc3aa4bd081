// The names of the result document around its results[], in the manner of figure_fields.h.
#pragma once

#include "harness/results/contest_fields.h"
#include "harness/results/figure_fields.h"
#include "harness/results/result.h"
#include "harness/results/row_fields.h"

namespace sudoku {

template <typename Archive>
void fields(Archive& in, Is<ToolRecord> auto& tool) {
  in.field("version", tool.version);
  in.field("git_revision", tool.git_revision);
  in.field("build_type", tool.build_type);
  in.field("compiler", tool.compiler);
  in.field("flags", tool.flags);
}

template <typename Archive>
void fields(Archive& in, Is<EnvironmentRecord> auto& environment) {
  in.field("cpu", environment.cpu);
  in.field("isa_available", environment.isa_available);
  in.field("isa_dispatched", environment.isa_dispatched);
  in.field("cores", environment.cores);
  in.field("smt_siblings", environment.smt_siblings);
  in.field("pinned", environment.pinned);
  in.field("governor", environment.governor);
  in.field("boost", environment.boost);
  in.field("load", environment.load);
  in.field("steal", environment.steal);
  in.field("involuntary_switches", environment.involuntary_switches);
  in.field("memory", environment.memory_bytes);
  in.field("kernel", environment.kernel);
  in.field("container", environment.container);
  in.field("pilot_ghz", environment.pilot_ghz);
  in.field("warnings", environment.warnings);
}

template <typename Archive>
void fields(Archive& in, Is<SuiteRecord> auto& suite) {
  in.field("path", suite.path);
  in.field("sha256", suite.sha256);
}

template <typename Archive>
void fields(Archive& in, Is<SettingsRecord> auto& settings) {
  in.field("solutions_limit", settings.solution_limit);
  in.field("rounds", settings.rounds);
  in.field("latency_rounds", settings.latency_rounds);
  in.field("warmup_s", settings.warmup_s);
  in.field("time_budget_s", settings.time_budget_s);
  in.field("puzzle_timeout_s", settings.puzzle_timeout_s);
  in.field("block", settings.block);
  in.field("seed", settings.seed);
  in.field("permute", settings.permute);
  in.field("verify", settings.verify);
  in.field("isolate", settings.isolate);
  in.field("memory_limit", settings.memory_limit_bytes);
  in.field("reference", settings.reference);
  in.later_field("processes", settings.processes);
  in.field("suite", settings.suite);
}

template <typename Archive>
void fields(Archive& in, Is<DatasetRecord> auto& dataset) {
  in.field("name", dataset.name);
  in.field("path", dataset.path);
  in.field("sha256", dataset.sha256);
  in.field("puzzles", dataset.puzzles);
  in.field("quarantined", dataset.quarantined);
  in.field("quarantine_first", dataset.quarantine_first);
  in.group("clues", [&dataset](auto& clues) {
    clues.field("min", dataset.clues_min);
    clues.field("mean", dataset.clues_mean);
    clues.field("max", dataset.clues_max);
  });
}

template <typename Archive>
void fields(Archive& in, Is<OverheadRecord> auto& overhead) {
  in.field("clock_ns", overhead.clock_ns);
  in.field("null_span_ns", overhead.null_span_ns);
  in.field("null_stamped_ns", overhead.null_stamped_ns);
}

template <typename Archive>
void fields(Archive& in, Is<ShardsRecord> auto& shards) {
  in.field("of", shards.of);
  in.field("parts", shards.parts);
}

template <typename Archive>
void fields(Archive& in, Is<HostRecord> auto& host) {
  in.field("name", host.name);
  in.field("environment", host.environment);
  in.field("started", host.started);
  in.field("finished", host.finished);
}

template <typename Archive>
void fields(Archive& in, Is<RunResult> auto& run) {
  in.field("tool", run.tool);
  in.field("environment", run.environment);
  in.field("command", run.command);
  in.field("settings", run.settings);
  in.field("started", run.started);
  in.field("finished", run.finished);
  in.field("complete", run.complete);
  in.field("datasets", run.datasets);
  in.field("overhead", run.overhead);
  in.field("results", run.results);
  in.later_field("contests", run.contests);
  in.later_field("resumed", run.resumed);
  in.later_field("shards", run.shards);
  in.later_field("hosts", run.hosts);
}

}  // namespace sudoku
