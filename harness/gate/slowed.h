// Which puzzles slowed most.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/gate/matching.h"

namespace sudoku {

struct SlowedPuzzle {
  std::string puzzle;
  std::uint64_t line = 0;
  double before_ns = 0;
  double now_ns = 0;
  // The baseline does not list it: it took no longer than `before_ns`, the least that is listed.
  bool at_least = false;

  double ratio() const { return now_ns / before_ns; }
};

// Those of the new row's slowest that take at least 5 % longer than before, the most slowed first.
// A result lists the slowest ten; what is not among the baseline's took less than all of those.
// Empty for batch solvers, and for rows that met other puzzles.
std::vector<SlowedPuzzle> slowed_puzzles(const RowPair& pair);

// "line 17 (3.20×, 3.52 ms instead of 1.10 ms); …", the first three. Empty when there are none.
std::string slowed_text(const RowPair& pair);

}  // namespace sudoku
