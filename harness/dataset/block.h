// What flows from the reader to the solvers.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/sudoku.h"

namespace sudoku {

// Consecutive puzzles of a dataset, cut by absolute index, never by time: block i of size B holds
// the puzzles [i*B, (i+1)*B). Bad rows are not counted: the index counts usable puzzles.
struct Block {
  std::uint64_t index = 0;           // of the block in its dataset
  std::uint64_t first = 0;           // absolute index of puzzles[0]
  std::vector<Grid> puzzles;         // at most the block size
  std::vector<Grid> solutions;       // declared by the file, same length as puzzles; kEmptyGrid
                                     // where a row declares none
  std::vector<double> ratings = {};  // when asked for, same length as puzzles; NaN where a row
                                     // has none
  std::vector<std::uint64_t> lines;  // 1-based line of each puzzle (of its first row in a grid)
};

}  // namespace sudoku
