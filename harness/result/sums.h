// What was measured on some blocks of a dataset, in a form that adds up: the blocks that one
// process, one shard or one machine of a cluster took give the whole when they are merged, in any
// order, exactly. Everything in it is a count, a sum of whole numbers, a least or greatest value,
// or a list with an order of its own.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::result {

// The most slow puzzles, wrong answers and incidents that a row lists.
inline constexpr std::size_t kListed = 10;
// More slow puzzles are kept than listed: timed again, some turn out to have been interrupted only.
inline constexpr std::size_t kSlowKept = 3 * kListed;

// The service times of a row, in picoseconds.
struct TimeSums {
  std::uint64_t min = UINT64_MAX;
  std::uint64_t max = 0;
  std::uint64_t total = 0;
  stats::HistogramRecord histogram;
  stats::HistogramRecord histogram_all_samples;
  // Sum of times for PAR-2, a timeout counting as twice the limit. Not of batch solvers.
  std::optional<std::uint64_t> par2;
  stats::CellsRecord guess_time;
};

// What ResultRecord is made from, solver and settings apart.
struct RowSums {
  std::uint64_t puzzles = 0;
  OutcomeCounts outcomes{};
  std::uint64_t guesses = 0;
  std::uint64_t without_guess = 0;  // puzzles
  std::uint64_t unsteady = 0;       // puzzles whose guesses were others in a later pass
  std::uint64_t tally = 0;
  std::uint64_t instructions = 0;          // retired, in the first pass
  std::uint64_t instructions_puzzles = 0;  // on which they were counted
  LogicRecord logic;
  ConfirmedRecord confirmed;
  std::uint64_t solutions_asked = 0;
  std::uint64_t digest = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::vector<BlockRecord> blocks;       // ascending
  std::vector<SampleRecord> subsamples;  // largest first
  std::vector<NestedRecord> nested;      // largest first
  TimeSums times;
  std::vector<SlowPuzzle> slowest;         // slowest first, at most kSlowKept
  std::vector<WrongAnswer> wrong_answers;  // in the order of the dataset, at most kListed
  std::vector<IncidentRecord> incidents;   // in the order of the dataset, at most kListed
  std::string disqualified;
  bool complete = true;
  std::uint64_t spent_ns = 0;  // on the clock and in warm-up
};

// All rows of a dataset, and its contests, over the same blocks.
struct HeatSums {
  std::vector<std::uint64_t> blocks;    // indices, ascending
  std::vector<RowSums> rows;            // solver by solver, threads ascending
  std::vector<ContestRecord> contests;  // threads ascending
  std::uint64_t undecided = 0;  // puzzles that solvers disagree on and referees cannot decide
};

// Adds `more`. Sums without any row yet become it; otherwise the rows are those of the same race,
// and no block is in both.
void merge(HeatSums& sums, const HeatSums& more);
void merge(RowSums& sums, const RowSums& more);
void merge(ContestRecord& sums, const ContestRecord& more);

// The order of RowSums::slowest: longest first, of equals the earlier.
bool is_listed_before(const SlowPuzzle& a, const SlowPuzzle& b);

// Takes from `more` the slow puzzles that `sums` has kSlowKept slower ones of: nobody will ask for
// them when the two are merged.
void leave_out_faster(RowSums& more, const RowSums& sums);

// The row of a document taken apart again. What a void row does not tell is 0.
RowSums sums_of(const ResultRecord& row);

// Adds `more` to sparse counts of the same kind. In both, places ascend, and they do so in the sum.
void add_counts(stats::HistogramRecord& counts, const stats::HistogramRecord& more);
void add_counts(stats::BinsRecord& counts, const stats::BinsRecord& more);
void add_counts(stats::CellsRecord& counts, const stats::CellsRecord& more);

// A sum that stays at the largest number rather than begin again at 0: a solver may report any
// number of guesses.
constexpr std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

std::uint64_t total_of(std::span<const std::uint64_t> counts);

// From 1,000 puzzles on, repeating them changes the speed of a plain solver by 3 % at most; at 200
// it was 70 %: branch predictors learn the set. Smaller sets have no puzzles to spare for a sample.
inline constexpr std::uint64_t kSmallSet = 1000;

// After what time a puzzle of a dataset of `puzzles` is given up; 0: never. Of a small set all
// puzzles are met, so one that takes the time budget (of a process; 0: none) alone is given up
// then, where that is less than the timeout.
std::chrono::nanoseconds puzzle_limit(std::uint64_t puzzles, std::chrono::nanoseconds timeout,
                                      std::chrono::nanoseconds budget);

// The row's blocks over the sample of that rate; empty when it was not timed on it. Refers to the
// row.
std::span<const BlockRecord> blocks_at(const ResultRecord& row, double rate);

// All samples whose answers the row knows, its own first, the others by descending rate. A batch
// solver's guesses are those of its own batches.
std::vector<NestedRecord> samples_of(const ResultRecord& row);

}  // namespace sudoku::result
