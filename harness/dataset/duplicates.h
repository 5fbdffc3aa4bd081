// How many puzzles of a stream repeat an earlier one.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>

#include "solvers/sudoku.h"

namespace sudoku {

// Compares 128-bit hashes, 16 bytes of memory for each puzzle: among 10 million puzzles, the chance
// that two different ones look the same is below 10^-24.
class Duplicates {
 public:
  void add(const Grid& puzzle);

  // Puzzles added that are equal to one added before.
  std::uint64_t count();

 private:
  struct Hash {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    auto operator<=>(const Hash&) const = default;
  };

  std::deque<Hash> hashes_;  // a vector would need three times its size while it grows
};

}  // namespace sudoku
