// What a row knows beyond its one sample and one process, so that it can be compared with a row of
// another run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace sudoku {

// The race run again in fresh processes, one after the other. Everything else of the row is of the
// first of them.
struct ProcessesRecord {
  std::vector<double> time_per_puzzle_ns;  // of each, in their order
};

// What was found on a smaller nested sample, as part of the row's own.
struct NestedRecord {
  double rate = 1;
  std::uint64_t puzzles = 0;
  // A batch solver's depend on which puzzles share a batch: not known.
  std::optional<std::uint64_t> guesses;
  std::uint64_t digest = 0;
};

}  // namespace sudoku
