// The puzzles of a file, kept as hashes to find those that repeat.
#pragma once

#include <cstdint>
#include <deque>

#include "solvers/sudoku.h"

namespace sudoku::dataset {

// Puzzles by 64-bit hashes. Different puzzles among n have the same hash with a probability below
// n^2 / 2^65 (3 in a million for n = 10 million). Takes 8 bytes per puzzle.
class SeenPuzzles {
 public:
  void add(const Grid& puzzle);

  // Call once all puzzles are added. Returns the number of puzzles that equal one added before.
  std::uint64_t finish();

  // Whether a puzzle was added. Call after finish().
  bool contains(const Grid& puzzle) const;

 private:
  std::deque<std::uint64_t> hashes_;  // not a vector, which would reserve up to twice the memory
};

}  // namespace sudoku::dataset
