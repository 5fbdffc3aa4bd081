#include "harness/measure/row_figures.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "harness/measure/histogram.h"

namespace sudoku {

namespace {

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

std::uint64_t count_of(const ResultRecord& row, Outcome outcome) {
  return row.outcomes[static_cast<std::size_t>(outcome)];
}

void set_counts(ResultRecord& row, const RowSums& sums) {
  row.puzzles = sums.puzzles;
  row.complete = sums.complete;
  row.outcomes = sums.outcomes;
  row.peak_memory_bytes = sums.peak_memory_bytes;
  row.solution_digest = sums.digest;
  row.confirmed = sums.confirmed;
  row.solutions_asked = sums.solutions_asked;
  row.disqualified = sums.disqualified;
  row.wrong_answers = sums.wrong_answers;
  row.incidents = sums.incidents;
  const auto puzzles = static_cast<double>(sums.puzzles);
  row.guesses = {.total = sums.guesses,
                 .mean = static_cast<double>(sums.guesses) / puzzles,
                 .zero_fraction = static_cast<double>(sums.without_guess) / puzzles};
  if (sums.unsteady > 0) row.guesses.unsteady = sums.unsteady;
  if (row.logic) row.logic = sums.logic;
  if (row.tally) {
    row.tally->total = sums.tally;
    row.tally->mean = static_cast<double>(sums.tally) / puzzles;
  }
}

void set_blocks(ResultRecord& row, const RowSums& sums) {
  row.blocks = sums.blocks;
  row.nested = sums.nested;
  std::erase_if(row.nested, [](const NestedRecord& nested) { return nested.puzzles == 0; });
  for (SampleRecord& sample : row.subsamples) {
    const auto measured = std::ranges::find(sums.subsamples, sample.rate, &SampleRecord::rate);
    if (measured != sums.subsamples.end()) sample = *measured;
  }
}

LatencyRecord latency_of(const ResultRecord& row, const TimeSums& times) {
  Histogram histogram;
  histogram.add(times.histogram);
  const auto ns = [](double ps) { return ps / 1000; };
  const auto min = static_cast<double>(times.min);
  const auto max = static_cast<double>(times.max);
  // The middle of a bucket may lie beyond its last value.
  const auto ns_at = [&](double q) {
    return ns(std::max(std::min(histogram.quantile(q), max), min));
  };
  return {.chunk = times.par2 ? 1 : row.chunk,
          .censored = count_of(row, Outcome::timeout),
          .min = ns(min),
          .p50 = ns_at(0.5),
          .p90 = ns_at(0.9),
          .p99 = ns_at(0.99),
          .p999 = ns_at(0.999),
          .max = ns(max),
          .mean = ns(static_cast<double>(times.total) / static_cast<double>(histogram.total())),
          .histogram = times.histogram,
          .histogram_all_samples = times.histogram_all_samples};
}

void set_latency(ResultRecord& row, const RowSums& sums) {
  const TimeSums& times = sums.times;
  row.latency.reset();
  row.guess_time.reset();
  row.par2_s = kNotKnown;
  if (times.histogram.count.empty()) return;
  row.latency = latency_of(row, times);
  if (times.par2) {
    row.par2_s = static_cast<double>(*times.par2) / 1e12 / static_cast<double>(sums.puzzles);
  }
  if (!times.guess_time.count.empty()) row.guess_time = times.guess_time;
}

}  // namespace

void set_figures(ResultRecord& row, const RowSums& sums) {
  set_counts(row, sums);
  set_blocks(row, sums);
  row.slowest.clear();
  row.instructions_per_puzzle.reset();
  row.puzzles_per_second = row.time_per_puzzle_ns = {kNotKnown, kNotKnown, kNotKnown};
  if (row.puzzles == 0 || count_of(row, Outcome::wrong) > 0 || !row.disqualified.empty()) {
    set_latency(row, {});
    return;
  }
  if (sums.instructions_puzzles == row.puzzles) {
    row.instructions_per_puzzle =
        static_cast<double>(sums.instructions) / static_cast<double>(row.puzzles);
  }
  set_latency(row, sums);
  const std::size_t listed = std::min(sums.slowest.size(), kListed);
  row.slowest.assign(sums.slowest.begin(),
                     sums.slowest.begin() + static_cast<std::ptrdiff_t>(listed));
}

}  // namespace sudoku
