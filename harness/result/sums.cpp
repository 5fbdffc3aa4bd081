#include "harness/result/sums.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace sudoku::result {

namespace {

// Merges two lists that are in the order of `before`, and keeps the first `most` items.
template <typename T, typename Before>
void merge_lists(std::vector<T>& list, const std::vector<T>& more, const Before& before,
                 std::size_t most = SIZE_MAX) {
  const auto middle = static_cast<std::ptrdiff_t>(list.size());
  list.insert(list.end(), more.begin(), more.end());
  std::inplace_merge(list.begin(), list.begin() + middle, list.end(), before);
  if (list.size() > most) list.resize(most);
}

constexpr auto kByIndex = [](const BlockRecord& a, const BlockRecord& b) {
  return a.index < b.index;
};

constexpr auto kByLine = [](const auto& a, const auto& b) { return a.line < b.line; };

template <std::size_t size>
void add_each(std::array<std::uint64_t, size>& sums, const std::array<std::uint64_t, size>& more) {
  std::ranges::transform(sums, more, sums.begin(), std::plus<>());
}

void merge(TimeSums& sums, const TimeSums& more) {
  sums.min = std::min(sums.min, more.min);
  sums.max = std::max(sums.max, more.max);
  sums.total += more.total;
  add_counts(sums.histogram, more.histogram);
  add_counts(sums.histogram_all_samples, more.histogram_all_samples);
  if (more.par2) sums.par2 = sums.par2.value_or(0) + *more.par2;
  add_counts(sums.guess_time, more.guess_time);
}

void merge(std::vector<SampleRecord>& samples, const std::vector<SampleRecord>& more) {
  for (const SampleRecord& sample : more) {
    const auto place = std::ranges::find(samples, sample.rate, &SampleRecord::rate);
    if (place == samples.end()) {
      samples.push_back(sample);
      continue;
    }
    place->puzzles += sample.puzzles;
    merge_lists(place->blocks, sample.blocks, kByIndex);
  }
  std::ranges::sort(samples, std::ranges::greater(), &SampleRecord::rate);
}

void merge(std::vector<NestedRecord>& samples, const std::vector<NestedRecord>& more) {
  for (const NestedRecord& sample : more) {
    const auto place = std::ranges::find(samples, sample.rate, &NestedRecord::rate);
    if (place == samples.end()) {
      samples.push_back(sample);
      continue;
    }
    place->puzzles += sample.puzzles;
    place->digest += sample.digest;
    if (sample.guesses) place->guesses = capped_sum(place->guesses.value_or(0), *sample.guesses);
  }
  std::ranges::sort(samples, std::ranges::greater(), &NestedRecord::rate);
}

void merge(FieldEntry& entry, const FieldEntry& more) {
  entry.total_ps += more.total_ps;
  entry.solved += more.solved;
  entry.fastest += more.fastest;
  entry.alone += more.alone;
  add_counts(entry.ratios, more.ratios);
}

void merge(FieldRecord& field, const FieldRecord& more) {
  field.puzzles += more.puzzles;
  field.best_total_ps += more.best_total_ps;
  field.unsolved += more.unsolved;
  for (const FieldEntry& entry : more.entries) {
    const auto place = std::ranges::find(field.entries, entry.solver, &FieldEntry::solver);
    if (place == field.entries.end()) {
      field.entries.push_back(entry);
    } else {
      merge(*place, entry);
    }
  }
}

void merge(DuelRecord& duel, const DuelRecord& more) {
  duel.puzzles += more.puzzles;
  duel.a_faster += more.a_faster;
  duel.b_faster += more.b_faster;
  add_counts(duel.cells, more.cells);
}

std::uint64_t picoseconds(double ns) {
  return std::isfinite(ns) && ns > 0 ? static_cast<std::uint64_t>(std::llround(ns * 1000)) : 0;
}

std::uint64_t instructions_of(const ResultRecord& row) {
  const double all = row.instructions_per_puzzle.value_or(0) * static_cast<double>(row.puzzles);
  return static_cast<std::uint64_t>(std::llround(all));
}

TimeSums times_of(const ResultRecord& row) {
  TimeSums sums;
  if (!row.latency) return sums;
  const LatencyRecord& latency = *row.latency;
  sums = {.min = picoseconds(latency.min),
          .max = picoseconds(latency.max),
          .total = 0,
          .histogram = latency.histogram,
          .histogram_all_samples = latency.histogram_all_samples,
          .par2 = std::nullopt,
          .guess_time = row.guess_time.value_or(stats::CellsRecord{})};
  const auto timed = static_cast<double>(total_of(latency.histogram.count));
  sums.total = picoseconds(latency.mean * timed);
  if (std::isfinite(row.par2_s)) {
    sums.par2 = picoseconds(row.par2_s * 1e9 * static_cast<double>(row.puzzles));
  }
  return sums;
}

// Places in ascending order, and how often each was counted.
template <typename Place>
using Counts = std::vector<std::pair<Place, std::uint64_t>>;

using Cell = std::pair<std::uint64_t, std::uint64_t>;

template <typename Place>
Counts<Place> added(const Counts<Place>& a, const Counts<Place>& b) {
  Counts<Place> sum;
  sum.reserve(a.size() + b.size());
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (left->first == right->first) {
      sum.emplace_back(left->first, left->second + right->second);
      ++left;
      ++right;
    } else {
      sum.push_back(left->first < right->first ? *left++ : *right++);
    }
  }
  sum.insert(sum.end(), left, a.end());
  sum.insert(sum.end(), right, b.end());
  return sum;
}

void add_series(std::vector<std::uint64_t>& places, std::vector<std::uint64_t>& counts,
                std::span<const std::uint64_t> more_places,
                std::span<const std::uint64_t> more_counts) {
  Counts<std::uint64_t> ours;
  Counts<std::uint64_t> theirs;
  for (std::size_t i = 0; i < places.size(); ++i)
    ours.emplace_back(places[i], counts[i]);
  for (std::size_t i = 0; i < more_places.size(); ++i)
    theirs.emplace_back(more_places[i], more_counts[i]);
  places.clear();
  counts.clear();
  for (const auto& [place, count] : added(ours, theirs)) {
    places.push_back(place);
    counts.push_back(count);
  }
}

Counts<Cell> counts_of(const stats::CellsRecord& record) {
  Counts<Cell> counts;
  counts.reserve(record.count.size());
  for (std::size_t i = 0; i < record.count.size(); ++i)
    counts.emplace_back(Cell(record.x[i], record.y[i]), record.count[i]);
  return counts;
}

// Long enough that a puzzle is not given up because it had to wait for a CPU.
constexpr std::chrono::nanoseconds kShortestLimit = std::chrono::milliseconds(200);

}  // namespace

void merge(RowSums& sums, const RowSums& more) {
  sums.puzzles += more.puzzles;
  add_each(sums.outcomes, more.outcomes);
  sums.guesses = capped_sum(sums.guesses, more.guesses);
  sums.without_guess += more.without_guess;
  sums.unsteady += more.unsteady;
  sums.tally += more.tally;
  sums.instructions += more.instructions;
  sums.instructions_puzzles += more.instructions_puzzles;
  sums.logic.filled += more.logic.filled;
  sums.logic.blanks += more.logic.blanks;
  add_each(sums.logic.hardest, more.logic.hardest);
  sums.confirmed.referees += more.confirmed.referees;
  sums.confirmed.solvers += more.confirmed.solvers;
  sums.confirmed.declared += more.confirmed.declared;
  sums.solutions_asked += more.solutions_asked;
  sums.digest += more.digest;
  sums.peak_memory_bytes = std::max(sums.peak_memory_bytes, more.peak_memory_bytes);
  merge_lists(sums.blocks, more.blocks, kByIndex);
  merge(sums.subsamples, more.subsamples);
  merge(sums.nested, more.nested);
  merge(sums.times, more.times);
  merge_lists(sums.slowest, more.slowest, is_listed_before, kSlowKept);
  merge_lists(sums.wrong_answers, more.wrong_answers, kByLine, kListed);
  merge_lists(sums.incidents, more.incidents, kByLine, kListed);
  // Any of several reasons will do, as long as it is always the same one.
  sums.disqualified = std::max(sums.disqualified, more.disqualified);
  sums.complete = sums.complete && more.complete;
  sums.spent_ns += more.spent_ns;
}

void merge(ContestRecord& sums, const ContestRecord& more) {
  for (const FieldRecord& field : more.fields) {
    const auto place = std::ranges::find(sums.fields, field.sample_rate, &FieldRecord::sample_rate);
    if (place == sums.fields.end()) {
      sums.fields.push_back(field);
    } else {
      merge(*place, field);
    }
  }
  for (const DuelRecord& duel : more.duels) {
    const auto place = std::ranges::find_if(
        sums.duels, [&duel](const DuelRecord& d) { return d.a == duel.a && d.b == duel.b; });
    if (place == sums.duels.end()) {
      sums.duels.push_back(duel);
    } else {
      merge(*place, duel);
    }
  }
}

void merge(HeatSums& sums, const HeatSums& more) {
  merge_lists(sums.blocks, more.blocks, std::less<>());
  sums.rows.resize(std::max(sums.rows.size(), more.rows.size()));
  for (std::size_t i = 0; i < more.rows.size(); ++i)
    merge(sums.rows[i], more.rows[i]);
  sums.contests.resize(std::max(sums.contests.size(), more.contests.size()));
  for (std::size_t i = 0; i < more.contests.size(); ++i)
    merge(sums.contests[i], more.contests[i]);
  sums.undecided += more.undecided;
}

bool is_listed_before(const SlowPuzzle& a, const SlowPuzzle& b) {
  return a.latency_ns != b.latency_ns ? a.latency_ns > b.latency_ns : a.line < b.line;
}

void leave_out_faster(RowSums& more, const RowSums& sums) {
  if (sums.slowest.size() < kSlowKept) return;
  std::erase_if(more.slowest, [&sums](const SlowPuzzle& puzzle) {
    return is_listed_before(sums.slowest.back(), puzzle);
  });
}

RowSums sums_of(const ResultRecord& row) {
  const double without_guess = row.guesses.zero_fraction * static_cast<double>(row.puzzles);
  return {.puzzles = row.puzzles,
          .outcomes = row.outcomes,
          .guesses = row.guesses.total,
          .without_guess =
              row.puzzles == 0 ? 0 : static_cast<std::uint64_t>(std::llround(without_guess)),
          .unsteady = row.guesses.unsteady.value_or(0),
          .tally = row.tally ? row.tally->total : 0,
          .instructions = instructions_of(row),
          .instructions_puzzles = row.instructions_per_puzzle ? row.puzzles : 0,
          .logic = row.logic.value_or(LogicRecord{}),
          .confirmed = row.confirmed.value_or(ConfirmedRecord{}),
          .solutions_asked = row.solutions_asked,
          .digest = row.solution_digest,
          .peak_memory_bytes = row.peak_memory_bytes,
          .blocks = row.blocks,
          .subsamples = row.subsamples,
          .nested = row.nested,
          .times = times_of(row),
          .slowest = row.slowest,
          .wrong_answers = row.wrong_answers,
          .incidents = row.incidents,
          .disqualified = row.disqualified,
          .complete = row.complete};
}

void add_counts(stats::HistogramRecord& counts, const stats::HistogramRecord& more) {
  add_series(counts.first_ps, counts.count, more.first_ps, more.count);
}

void add_counts(stats::BinsRecord& counts, const stats::BinsRecord& more) {
  add_series(counts.bin, counts.count, more.bin, more.count);
}

void add_counts(stats::CellsRecord& counts, const stats::CellsRecord& more) {
  const Counts<Cell> sum = added(counts_of(counts), counts_of(more));
  counts = {};
  for (const auto& [cell, count] : sum) {
    counts.x.push_back(cell.first);
    counts.y.push_back(cell.second);
    counts.count.push_back(count);
  }
}

std::uint64_t total_of(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::chrono::nanoseconds puzzle_limit(std::uint64_t puzzles, std::chrono::nanoseconds timeout,
                                      std::chrono::nanoseconds budget) {
  if (puzzles >= kSmallSet || budget.count() == 0) return timeout;
  return std::min(timeout, std::max(budget, kShortestLimit));
}

std::span<const BlockRecord> blocks_at(const ResultRecord& row, double rate) {
  if (row.sample_rate == rate) return row.blocks;
  const auto sample = std::ranges::find(row.subsamples, rate, &SampleRecord::rate);
  if (sample == row.subsamples.end()) return {};
  return sample->blocks;
}

std::vector<NestedRecord> samples_of(const ResultRecord& row) {
  std::vector<NestedRecord> samples = {{.rate = row.sample_rate,
                                        .puzzles = row.puzzles,
                                        .guesses = row.guesses.total,
                                        .digest = row.solution_digest}};
  samples.insert(samples.end(), row.nested.begin(), row.nested.end());
  return samples;
}

}  // namespace sudoku::result
