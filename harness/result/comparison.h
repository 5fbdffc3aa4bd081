// The speeds of the rows of one dataset, and what they are to each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::result {

// How the reason begins that a ratio is not to be relied on.
inline constexpr const char* kUnstable = "unstable";

// Where memory comes to lie is drawn once for a process, and no round of it shows that: processes
// of one build differ by about this much, as a standard deviation of logarithms of rates and
// ratios. It is a type B uncertainty (JCGM 100:2008, "Guide to the expression of uncertainty in
// measurement", 4.3), measured by scripts/coverage-trials; several processes measure their own.
inline constexpr double kBetweenProcesses = 0.008;

// Two rows that share fewer puzzles are not compared: there is no ratio, and nobody comes first.
inline constexpr std::uint64_t kFewestShared = 30;

// How many times as fast row `a` is as row `b`.
struct PairRatio {
  std::size_t a = 0;  // places in the rows that were passed in, a < b
  std::size_t b = 0;
  std::uint64_t puzzles = 0;  // that both met
  base::Estimate ratio;       // above 1: a is faster; NaN where there is none
  // Why there is no ratio, or no interval; else empty.
  std::string reason;
};

// One entry for every two of these rows (of one dataset and thread count) that met puzzles
// together. What the result says of a pair already is taken from there. `contests`: of the result;
// the times of single puzzles in them tell what a sample leaves open.
std::vector<PairRatio> compare_pairs(std::span<const Row* const> rows,
                                     std::span<const ContestRecord> contests, std::uint64_t seed);

// Whether there is a figure, and not only the reason why there is none.
bool has_ratio(const std::optional<SpeedupRecord>& comparison);

// Takes away the speed-ups and scalings over fewer than kFewestShared puzzles, which older
// documents have, and says why.
void leave_out_small_comparisons(std::vector<Row>& rows);

// Fills the speed of every row of one dataset with its interval, `speedup` against the reference
// solver on as many threads, and `scaling` against the same solver on the fewest threads, each over
// the puzzles that both met. Void rows have no speed, no speed-up and are no reference.
void compare_rows(std::vector<Row>& rows, std::span<const ContestRecord> contests,
                  const std::string& reference, std::uint64_t seed);

// How often and how much all of these rows (of one dataset) were slower together than usual, as a
// sentence; empty when the machine held still, or one row alone cannot tell.
std::string machine_movement(std::span<const Row* const> rows);

// Why the row's speed has no interval; empty when it has one, or no speed.
std::string why_no_interval(const Row& row);

}  // namespace sudoku::result
