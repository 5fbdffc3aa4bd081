// Sparse counts, as the document holds them, added up.
#pragma once

#include <cstdint>
#include <span>

#include "harness/results/result.h"

namespace sudoku {

// Adds `more` to counts of the same kind. In both, places ascend, and they do so in the sum.
void add_counts(HistogramRecord& counts, const HistogramRecord& more);
void add_counts(BinsRecord& counts, const BinsRecord& more);
void add_counts(CellsRecord& counts, const CellsRecord& more);

// Stays at the largest number rather than begin again at 0: a solver may report any number of
// guesses.
constexpr std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

std::uint64_t total_of(std::span<const std::uint64_t> counts);

}  // namespace sudoku
