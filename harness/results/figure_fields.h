// The names of what is measured, each written down once: the writer and the reader of JSON both
// walk these lists. An archive has field, later_field (which older documents lack), group, digest,
// bounds, outcomes, outcome, techniques, picoseconds (which are written as nanoseconds).
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

}  // namespace sudoku
