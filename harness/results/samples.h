// The blocks of a row by the sample that they are of.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

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
