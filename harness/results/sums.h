// What was measured on some blocks of a dataset, in a form that adds up: the blocks that one
// process, one shard or one machine of a cluster took give the whole when they are merged, in any
// order, exactly. Everything in it is a count, a sum of whole numbers, a least or greatest value,
// or a list with an order of its own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

// A row lists as many of its slowest puzzles, wrong answers and incidents.
inline constexpr std::size_t kListed = 10;
// More slow puzzles are kept than listed: timed again, some turn out to have been interrupted only.
inline constexpr std::size_t kSlowKept = 3 * kListed;

// The service times of a row, in picoseconds.
struct TimeSums {
  std::uint64_t min = UINT64_MAX;
  std::uint64_t max = 0;
  std::uint64_t total = 0;
  HistogramRecord histogram;
  HistogramRecord histogram_all_samples;
  // Of a solver that takes one puzzle at a time: a timeout is counted as twice the limit.
  std::optional<std::uint64_t> par2;
  CellsRecord guess_time;
};

// What ResultRecord is made from, solver and settings apart.
struct RowSums {
  std::uint64_t puzzles = 0;
  std::array<std::uint64_t, kOutcomes> outcomes{};
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
  std::vector<NestedRecord> nested;      // the same
  TimeSums times;
  std::vector<SlowPuzzle> slowest;         // slowest first, at most kSlowKept
  std::vector<WrongAnswer> wrong_answers;  // in the order of the dataset, at most kListed
  std::vector<IncidentRecord> incidents;   // the same
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

}  // namespace sudoku
