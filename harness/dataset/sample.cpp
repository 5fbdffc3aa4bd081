#include "harness/dataset/sample.h"

#include "harness/base/random.h"

namespace sudoku::dataset {

namespace {

// Changes the seed, so that the sampling of blocks is independent of that of puzzles.
constexpr std::uint64_t kBlockSalt = 0x5D1B10C5;

// Pseudo-random number, uniform in [0, 1), that depends only on the arguments.
double draw(std::uint64_t seed, std::uint64_t index) {
  return base::Random(seed ^ base::mix(index)).unit();
}

}  // namespace

Sampling::Sampling(std::uint64_t seed, std::uint64_t block_size, std::uint64_t puzzles_in_dataset)
    : puzzle_seed_(base::mix(seed)),
      block_seed_(base::mix(seed ^ kBlockSalt)),
      block_size_(block_size) {
  const std::uint64_t blocks = (puzzles_in_dataset + block_size - 1) / block_size;
  least_block_rate_ =
      std::min(1.0, kBlocksKept / static_cast<double>(std::max<std::uint64_t>(blocks, 1)));
}

bool Sampling::takes(double rate, std::uint64_t index) const {
  // Samples are nested because their shares of blocks and of puzzles per block grow with the rate.
  return takes_block(rate, index / block_size_) &&
         draw(puzzle_seed_, index) < rate / block_rate(rate);
}

bool Sampling::takes_block(double rate, std::uint64_t block_index) const {
  return rate > 0 && draw(block_seed_, block_index) < block_rate(rate);
}

Sample take_sample(const Block& block, const Sampling& sampling, double rate) {
  Sample sample{.rate = rate, .block = block.index};
  if (!sampling.takes_block(rate, block.index)) return sample;
  for (std::uint32_t i = 0; i < block.puzzles.size(); ++i) {
    if (!sampling.takes(rate, block.first + i)) continue;
    sample.at.push_back(i);
    sample.puzzles.push_back(block.puzzles[i]);
    sample.declared.push_back(block.solutions[i]);
  }
  return sample;
}

}  // namespace sudoku::dataset
