// Decides which puzzles of a dataset belong to a sample of it.
#pragma once

#include <cstdint>

namespace sudoku::dataset {

// Samples depend on the seed, the puzzle's index, the block size and the number of puzzles, and on
// nothing else: neither order nor threads change them. They are nested: what a small rate takes, a
// greater one takes, too, so that two solvers can be compared on the smaller of their samples.
//
// A dataset of up to 32 blocks is thinned puzzle by puzzle. A larger one is thinned by whole blocks
// until 32 are left on average, and only below that puzzle by puzzle within those, so that fast
// solvers meet full blocks.
class Sampling {
 public:
  static constexpr double kBlocksKept = 32;

  Sampling(std::uint64_t seed, std::uint64_t block_size, std::uint64_t puzzles_in_dataset);

  // Rate 1 takes every puzzle, rate 0 none.
  bool takes(double rate, std::uint64_t index) const;

  // False when the sample has no puzzle of that block, which then need not be looked at. (True does
  // not promise one.)
  bool takes_block(double rate, std::uint64_t block_index) const;

  // The share of the dataset's blocks that a sample has puzzles of.
  double block_rate(double rate) const;

 private:
  std::uint64_t puzzle_seed_;
  std::uint64_t block_seed_;
  std::uint64_t block_size_;
  double least_block_rate_;  // lower rates thin puzzles within blocks, not blocks
};

// The greatest power of 1/2 below that rate. Samples of such rates are what any two runs of the
// same seed have in common.
double half_below(double rate);

}  // namespace sudoku::dataset
