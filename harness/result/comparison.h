// Speeds of the rows of one dataset, and the ratios between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::result {

// Standard deviation, in logarithms of rates, between quiet processes of an hour: the clock of a
// CPU moves with the work of its neighbours, for all solvers alike. Type B, measured as above;
// ratios do not have it.
inline constexpr double kBetweenHours = 0.025;

// Fewest puzzles that two rows have to share to be compared or ranked.
inline constexpr std::uint64_t kFewestShared = 30;

// Speed of row `a` over row `b`, indices into the rows passed to compare_pairs; a < b. The ratio is
// NaN if unknown.
struct PairRatio : SpeedupRecord {
  std::size_t a = 0;
  std::size_t b = 0;
};

// Speed ratios of all pairs of `rows` (of one dataset and thread count) that share puzzles; unknown
// if why_not_compared(). Ratios stored in the rows are reused. The result's `comparisons` give the
// sampling error.
std::vector<PairRatio> compare_pairs(std::span<const Row* const> rows,
                                     std::span<const ComparisonRecord> comparisons);

// Why the rows' speeds are not to be compared, such as "naive gave up on puzzles"; empty: they are.
std::string why_not_compared(const Row& a, const Row& b);

// Returns whether the comparison has a ratio, not only the reason for its absence.
bool has_ratio(const std::optional<SpeedupRecord>& comparison);

// Least factor by which `row`, which gave up on puzzles, is slower than `reference` in the rounds
// that both made: an answer would have taken longer than giving up did. NaN if there are none.
double least_slowdown(const Row& row, const Row& reference);

// The ratio, without an interval whose ends are so far apart that it is not shown.
base::Estimate shown_ratio(const SpeedupRecord& comparison);

// The speed of the other row over this one: the inverse ratio. `reference` stays as it is.
SpeedupRecord turned(SpeedupRecord comparison);

// Removes the scaling of rows with more threads than CPUs, which running times would show all the
// same.
void leave_out_unfounded_scaling(RunResult& run);

// Sets the speed of every row of one dataset with its interval, `speedup` over the reference solver
// on as many threads, and `scaling` over the same solver on the fewest threads, each over the
// shared puzzles. Void rows get no speed and no speed-up, and are no reference.
void compare_rows(std::vector<Row>& rows, std::span<const ComparisonRecord> comparisons,
                  const std::string& reference);

// Sets the speed of a row that several processes measured to that of their middle.
void set_speed_of_processes(Row& row);

// Turns of which it is known how much of their cores solvers had.
struct CoreUse {
  std::size_t turns = 0;
  std::size_t shared = 0;  // with other work
  double least = 1;        // share of a core

  void add(const Row& row);

  // Sentence on the shared ones; empty when they were few.
  std::string text() const;
};

// Sentence on how often and how much all rows (of one dataset) were slower together than usual, and
// on turns in which other work shared the core; empty when the machine was steady.
std::string machine_movement(std::span<const Row* const> rows);

}  // namespace sudoku::result
