// Random samples of datasets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "harness/dataset/reader.h"

namespace sudoku::dataset {

// Decides which puzzles of a dataset belong to a sample, by the seed, the puzzle's index, the block
// size and the number of puzzles only; order and threads do not matter. Samples are nested: a
// puzzle in a sample is in all samples of greater rates, so that two solvers can be compared on the
// smaller of their samples.
//
// A dataset of up to 32 blocks is thinned puzzle by puzzle. A larger one is thinned by whole blocks
// until 32 are left on average, and below that within blocks, so that fast solvers get full blocks.
class Sampling {
 public:
  static constexpr double kBlocksKept = 32;

  Sampling(std::uint64_t seed, std::uint64_t block_size, std::uint64_t puzzles_in_dataset);

  // Whether the sample of that rate (1: all puzzles, 0: none) contains the puzzle.
  bool takes(double rate, std::uint64_t index) const;

  // Whether the sample of that rate may contain puzzles of that block.
  bool takes_block(double rate, std::uint64_t block_index) const;

  // Expected share of the dataset's blocks from which a sample takes puzzles.
  double block_rate(double rate) const { return std::max(rate, least_block_rate_); }

 private:
  std::uint64_t puzzle_seed_;
  std::uint64_t block_seed_;
  std::uint64_t block_size_;
  double least_block_rate_;  // least share of blocks used; smaller samples take part of each block
};

// The puzzles of one block that belong to a sample.
struct Sample {
  double rate = 1;
  std::uint64_t block = 0;
  std::vector<std::uint32_t> at = {};  // positions of the puzzles in the block, ascending
  std::vector<Grid> puzzles = {};      // as given: not relabelled
  std::vector<Grid> declared = {};     // solutions in the dataset; kEmptyGrid: none
};

// The sample of that rate of a block.
Sample take_sample(const Block& block, const Sampling& sampling, double rate);

}  // namespace sudoku::dataset
