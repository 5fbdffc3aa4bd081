// How fast every row of a dataset is against every other one, from the result document alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

struct PairRatio {
  std::size_t a = 0;  // places in the rows that were passed in, a < b
  std::size_t b = 0;
  std::uint64_t puzzles = 0;  // that both met
  Estimate ratio;             // above 1: a is faster
};

// One entry for every two of these rows (of one dataset and thread count) that met puzzles
// together, are not void and got stuck nowhere. What the result says of a pair already is taken
// from there.
std::vector<PairRatio> compare_pairs(std::span<const ResultRecord* const> rows, std::uint64_t seed);

}  // namespace sudoku
