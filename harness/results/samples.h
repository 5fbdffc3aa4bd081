// The blocks of a row by the sample that they are of.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

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

// Of a copy; the mean of the middle two for an even count. NaN when empty.
double median(std::vector<double> values);

// The same of values that may be put in another order.
double median_in_place(std::span<double> values);

// All samples whose answers the row knows, its own first, the others by descending rate. A batch
// solver's guesses are those of its own batches.
std::vector<NestedRecord> samples_of(const ResultRecord& row);

}  // namespace sudoku
