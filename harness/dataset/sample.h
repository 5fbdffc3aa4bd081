// Decides which puzzles of a dataset belong to a sample of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

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

// Keeps the values with the least keys of all that are offered. Where keys are hashes, that is a
// uniform draw without replacement, which does not depend on the order of arrival.
template <typename Value>
class LeastKeys {
 public:
  using Kept = std::pair<std::uint64_t, Value>;  // key first

  explicit LeastKeys(std::size_t most) : most_(most) {}

  void offer(std::uint64_t key, const Value& value) {
    if (kept_.size() == most_) {
      if (key >= kept_.front().first) return;
      std::ranges::pop_heap(kept_, {}, &Kept::first);
      kept_.pop_back();
    }
    kept_.emplace_back(key, value);
    std::ranges::push_heap(kept_, {}, &Kept::first);
  }

  // In no order that means anything.
  const std::vector<Kept>& kept() const { return kept_; }

 private:
  std::size_t most_;
  std::vector<Kept> kept_;  // a heap, the greatest key first
};

// The greatest power of 1/2 below that rate. Samples of such rates are what any two runs of the
// same seed have in common.
double half_below(double rate);

}  // namespace sudoku::dataset
