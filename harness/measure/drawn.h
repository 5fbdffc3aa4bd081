// The puzzles of one block that belong to a sample.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/dataset/block.h"
#include "harness/dataset/sampling.h"

namespace sudoku {

struct Drawn {
  double rate = 1;
  std::uint64_t block = 0;        // index of the block
  std::vector<std::uint32_t> at;  // positions in the block, ascending
  // How many of the samples of half_below(rate), half of that, … each is in: they are nested.
  std::vector<unsigned> depth;
  std::vector<Grid> puzzles;   // as given
  std::vector<Grid> declared;  // kEmptyGrid: none
};

Drawn draw(const Block& block, const Sampling& sampling, double rate);

}  // namespace sudoku
