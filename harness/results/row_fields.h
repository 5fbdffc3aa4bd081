// The names of one entry of results[], in the manner of figure_fields.h.
#pragma once

#include "harness/results/contest_fields.h"
#include "harness/results/figure_fields.h"
#include "harness/results/result.h"

namespace sudoku {

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

}  // namespace sudoku
