#include "harness/measure/drawn.h"

namespace sudoku {

namespace {

unsigned depth_of(const Sampling& sampling, double rate, std::uint64_t index) {
  unsigned depth = 0;
  for (double lower = half_below(rate); sampling.takes(lower, index); lower /= 2)
    ++depth;
  return depth;
}

}  // namespace

Drawn draw(const Block& block, const Sampling& sampling, double rate) {
  Drawn drawn{
      .rate = rate, .block = block.index, .at = {}, .depth = {}, .puzzles = {}, .declared = {}};
  if (!sampling.takes_block(rate, block.index)) return drawn;
  for (std::uint32_t i = 0; i < block.puzzles.size(); ++i) {
    if (!sampling.takes(rate, block.first + i)) continue;
    drawn.at.push_back(i);
    drawn.depth.push_back(depth_of(sampling, rate, block.first + i));
    drawn.puzzles.push_back(block.puzzles[i]);
    drawn.declared.push_back(block.solutions[i]);
  }
  return drawn;
}

}  // namespace sudoku
