// The names of one entry of results[], each written down once: the writer and the reader of JSON
// both walk these lists. An archive has field, group, digest, bounds, outcomes, outcome, reserved.
#pragma once

#include <concepts>
#include <type_traits>

#include "harness/results/result.h"

namespace sudoku {

// T is that record, or, when it is only read from, that record const.
template <typename T, typename Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

template <typename Archive>
void fields(Archive& in, Is<Estimate> auto& estimate) {
  in.field("median", estimate.median);
  in.bounds("ci95", estimate.low, estimate.high);
}

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
void fields(Archive& in, Is<HistogramRecord> auto& histogram) {
  in.field("first_ps", histogram.first_ps);
  in.field("count", histogram.count);
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
void fields(Archive& in, Is<GuessRecord> auto& guesses) {
  in.field("total", guesses.total);
  in.field("mean", guesses.mean);
  in.field("zero_fraction", guesses.zero_fraction);
}

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
void fields(Archive& in, Is<SpeedupRecord> auto& speedup) {
  in.field("reference", speedup.reference);
  in.field("reference_threads", speedup.reference_threads);
  in.field("sample_rate", speedup.sample_rate);
  in.field("puzzles", speedup.puzzles);
  in.field("ratio", speedup.ratio);
}

template <typename Archive>
void fields(Archive& in, Is<ResultRecord> auto& row) {
  in.field("solver", row.solver);
  in.reserved("plugin");
  in.field("dataset", row.dataset);
  in.field("threads", row.threads);
  in.field("chunk", row.chunk);
  in.field("isa", row.isa);
  in.field("solutions_limit", row.solution_limit);
  in.field("puzzles", row.puzzles);
  in.field("sample_rate", row.sample_rate);
  in.field("complete", row.complete);
  in.outcomes("outcomes", row.outcomes);
  in.field("rounds", row.rounds);
  in.field("puzzles_per_second", row.puzzles_per_second);
  in.field("time_per_puzzle_ns", row.time_per_puzzle_ns);
  in.field("latency_ns", row.latency);
  in.field("guesses", row.guesses);
  in.field("par2_s", row.par2_s);
  in.field("peak_memory_bytes", row.peak_memory_bytes);
  in.digest("solution_digest", row.solution_digest);
  in.field("blocks", row.blocks);
  in.field("subsamples", row.subsamples);
  in.field("speedup", row.speedup);
  in.field("scaling", row.scaling);
  in.field("slowest", row.slowest);
  in.field("wrong_answers", row.wrong_answers);
}

}  // namespace sudoku
