// The names of what is measured, each written down once: the writer and the reader of JSON both
// walk these lists. An archive has field, later_field (which older documents lack), group, digest,
// bounds, outcomes, outcome, techniques, picoseconds (which are written as nanoseconds).
#pragma once

#include <concepts>
#include <type_traits>

#include "harness/result/document.h"
#include "harness/result/sums.h"

namespace sudoku::result {

// T is that record, or, when it is only read from, that record const.
template <typename T, typename Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

}  // namespace sudoku::result

// A record's fields() is found in the namespace of the record.
namespace sudoku::base {

template <typename Archive>
void fields(Archive& in, result::Is<Estimate> auto& estimate) {
  in.field("median", estimate.median);
  in.bounds("ci95", estimate.low, estimate.high);
}

}  // namespace sudoku::base

namespace sudoku::stats {

template <typename Archive>
void fields(Archive& in, result::Is<HistogramRecord> auto& histogram) {
  in.field("first_ps", histogram.first_ps);
  in.field("count", histogram.count);
}

template <typename Archive>
void fields(Archive& in, result::Is<BinsRecord> auto& bins) {
  in.field("bin", bins.bin);
  in.field("count", bins.count);
}

template <typename Archive>
void fields(Archive& in, result::Is<CellsRecord> auto& cells) {
  in.field("x", cells.x);
  in.field("y", cells.y);
  in.field("count", cells.count);
}

}  // namespace sudoku::stats

namespace sudoku::result {

template <typename Archive>
void fields(Archive& in, Is<BlockRecord> auto& block) {
  in.field("index", block.index);
  in.field("puzzles", block.puzzles);
  in.field("seconds", block.seconds);
  in.field("guesses", block.guesses);
  in.digest("digest", block.digest);
}

template <typename Archive>
void fields(Archive& in, Is<SampleRecord> auto& sample) {
  in.field("sample_rate", sample.rate);
  in.field("puzzles", sample.puzzles);
  in.field("blocks", sample.blocks);
}

template <typename Archive>
void fields(Archive& in, Is<LatencyRecord> auto& latency) {
  in.field("chunk", latency.chunk);
  in.field("censored", latency.censored);
  in.field("min", latency.min);
  in.field("p50", latency.p50);
  in.field("p90", latency.p90);
  in.field("p99", latency.p99);
  in.field("p999", latency.p999);
  in.field("max", latency.max);
  in.field("mean", latency.mean);
  in.field("histogram", latency.histogram);
  in.field("histogram_all_samples", latency.histogram_all_samples);
}

template <typename Archive>
void fields(Archive& in, Is<TallyRecord> auto& tally) {
  in.field("what", tally.what);
  in.field("total", tally.total);
  in.field("mean", tally.mean);
}

template <typename Archive>
void fields(Archive& in, Is<GuessRecord> auto& guesses) {
  in.field("total", guesses.total);
  in.field("mean", guesses.mean);
  in.field("zero_fraction", guesses.zero_fraction);
  in.later_field("unsteady", guesses.unsteady);
}

template <typename Archive>
void fields(Archive& in, Is<ConfirmedRecord> auto& confirmed) {
  in.field("referees", confirmed.referees);
  in.field("solvers", confirmed.solvers);
  in.field("declared", confirmed.declared);
}

template <typename Archive>
void fields(Archive& in, Is<LogicRecord> auto& logic) {
  in.field("filled", logic.filled);
  in.field("blanks", logic.blanks);
  in.techniques("hardest", logic.hardest);
}

// Records of single puzzles: contests, duels, the slowest.

template <typename Archive>
void fields(Archive& in, Is<FieldEntry> auto& entry) {
  in.field("solver", entry.solver);
  in.picoseconds("total_ns", entry.total_ps);
  in.field("solved", entry.solved);
  in.field("fastest", entry.fastest);
  in.field("alone", entry.alone);
  in.field("ratios", entry.ratios);
}

template <typename Archive>
void fields(Archive& in, Is<FieldRecord> auto& field) {
  in.field("sample_rate", field.sample_rate);
  in.field("puzzles", field.puzzles);
  in.picoseconds("best_total_ns", field.best_total_ps);
  in.field("unsolved", field.unsolved);
  in.field("entries", field.entries);
}

template <typename Archive>
void fields(Archive& in, Is<DuelRecord> auto& duel) {
  in.field("a", duel.a);
  in.field("b", duel.b);
  in.field("puzzles", duel.puzzles);
  in.field("a_faster", duel.a_faster);
  in.field("b_faster", duel.b_faster);
  in.field("cells", duel.cells);
}

template <typename Archive>
void fields(Archive& in, Is<ContestRecord> auto& contest) {
  in.field("dataset", contest.dataset);
  in.field("threads", contest.threads);
  in.field("fields", contest.fields);
  in.field("duels", contest.duels);
}

// One entry of results[].

template <typename Archive>
void fields(Archive& in, Is<SlowPuzzle> auto& slow) {
  in.field("puzzle", slow.puzzle);
  in.field("line", slow.line);
  in.field("latency_ns", slow.latency_ns);
  in.field("guesses", slow.guesses);
  in.outcome("outcome", slow.outcome);
}

template <typename Archive>
void fields(Archive& in, Is<WrongAnswer> auto& wrong) {
  in.field("puzzle", wrong.puzzle);
  in.field("line", wrong.line);
  in.field("reason", wrong.reason);
}

template <typename Archive>
void fields(Archive& in, Is<IncidentRecord> auto& incident) {
  in.field("puzzle", incident.puzzle);
  in.field("line", incident.line);
  in.outcome("outcome", incident.outcome);
  in.field("reason", incident.reason);
}

template <typename Archive>
void fields(Archive& in, Is<ExternalRecord> auto& external) {
  in.field("library", external.library);
  in.field("symbol", external.symbol);
  in.field("config", external.config);
  in.field("command", external.command);
  in.field("batch", external.batch);
  in.field("limit", external.limit);
  in.field("fills_solution", external.fills_solution);
  in.field("thread_safe", external.thread_safe);
  in.field("version", external.version);
  in.field("flags", external.flags);
  in.field("sha256", external.sha256);
  in.field("compiler", external.compiler);
}

template <typename Archive>
void fields(Archive& in, Is<SpeedupRecord> auto& speedup) {
  in.field("reference", speedup.reference);
  in.field("reference_threads", speedup.reference_threads);
  in.field("sample_rate", speedup.sample_rate);
  in.field("puzzles", speedup.puzzles);
  in.field("ratio", speedup.ratio);
  in.later_field("reason", speedup.reason);
}

template <typename Archive>
void fields(Archive& in, Is<ProcessesRecord> auto& processes) {
  in.field("time_per_puzzle_ns", processes.time_per_puzzle_ns);
}

template <typename Archive>
void fields(Archive& in, Is<NestedRecord> auto& nested) {
  in.field("sample_rate", nested.rate);
  in.field("puzzles", nested.puzzles);
  in.field("guesses", nested.guesses);
  in.digest("digest", nested.digest);
}

template <typename Archive>
void fields(Archive& in, Is<ResultRecord> auto& row) {
  in.field("solver", row.solver);
  in.field("external", row.external);
  in.field("isolated", row.isolated);
  in.field("dataset", row.dataset);
  in.field("threads", row.threads);
  in.field("chunk", row.chunk);
  in.field("isa", row.isa);
  in.field("solutions_limit", row.solution_limit);
  in.field("puzzles", row.puzzles);
  in.field("sample_rate", row.sample_rate);
  in.later_field("pilot_ns", row.pilot_ns);
  in.field("complete", row.complete);
  in.outcomes("outcomes", row.outcomes);
  in.field("rounds", row.rounds);
  in.field("puzzles_per_second", row.puzzles_per_second);
  in.field("time_per_puzzle_ns", row.time_per_puzzle_ns);
  in.later_field("processes", row.processes);
  in.later_field("instructions_per_puzzle", row.instructions_per_puzzle);
  in.field("latency_ns", row.latency);
  in.later_field("guess_time", row.guess_time);
  in.field("guesses", row.guesses);
  in.later_field("logic", row.logic);
  in.later_field("tally", row.tally);
  in.field("par2_s", row.par2_s);
  in.field("peak_memory_bytes", row.peak_memory_bytes);
  in.digest("solution_digest", row.solution_digest);
  in.field("blocks", row.blocks);
  in.field("subsamples", row.subsamples);
  in.later_field("nested", row.nested);
  in.field("speedup", row.speedup);
  in.field("scaling", row.scaling);
  in.field("slowest", row.slowest);
  in.field("wrong_answers", row.wrong_answers);
  in.field("incidents", row.incidents);
  in.field("disqualified", row.disqualified);
  in.later_field("confirmed", row.confirmed);
  in.field("solutions_asked", row.solutions_asked);
  in.field("startup_s", row.startup_s);
}

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

// Sums.

template <typename Archive>
void fields(Archive& in, Is<TimeSums> auto& times) {
  in.field("min", times.min);
  in.field("max", times.max);
  in.field("total", times.total);
  in.field("histogram", times.histogram);
  in.field("histogram_all_samples", times.histogram_all_samples);
  in.field("par2", times.par2);
  in.field("guess_time", times.guess_time);
}

template <typename Archive>
void fields(Archive& in, Is<RowSums> auto& row) {
  in.field("puzzles", row.puzzles);
  in.outcomes("outcomes", row.outcomes);
  in.field("guesses", row.guesses);
  in.field("without_guess", row.without_guess);
  in.field("unsteady", row.unsteady);
  in.field("tally", row.tally);
  in.field("instructions", row.instructions);
  in.field("instructions_puzzles", row.instructions_puzzles);
  in.field("logic", row.logic);
  in.field("confirmed", row.confirmed);
  in.field("solutions_asked", row.solutions_asked);
  in.digest("digest", row.digest);
  in.field("peak_memory_bytes", row.peak_memory_bytes);
  in.field("blocks", row.blocks);
  in.field("subsamples", row.subsamples);
  in.field("nested", row.nested);
  in.field("times", row.times);
  in.field("slowest", row.slowest);
  in.field("wrong_answers", row.wrong_answers);
  in.field("incidents", row.incidents);
  in.field("disqualified", row.disqualified);
  in.field("complete", row.complete);
  in.field("spent_ns", row.spent_ns);
}

template <typename Archive>
void fields(Archive& in, Is<HeatSums> auto& heat) {
  in.field("blocks", heat.blocks);
  in.field("rows", heat.rows);
  in.field("contests", heat.contests);
  in.field("undecided", heat.undecided);
}

}  // namespace sudoku::result
