#include "harness/measure/drawn.h"

namespace sudoku {

Drawn draw(const Block& block, const Sampling& sampling, double rate) {
  Drawn drawn{.rate = rate, .block = block.index, .at = {}, .puzzles = {}, .declared = {}};
  if (!sampling.takes_block(rate, block.index)) return drawn;
  for (std::uint32_t i = 0; i < block.puzzles.size(); ++i) {
    if (!sampling.takes(rate, block.first + i)) continue;
    drawn.at.push_back(i);
    drawn.puzzles.push_back(block.puzzles[i]);
    drawn.declared.push_back(block.solutions[i]);
  }
  return drawn;
}

}  // namespace sudoku
