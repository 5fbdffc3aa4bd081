// Who takes which blocks of a dataset.
#pragma once

#include <cstdint>
#include <set>

namespace sudoku {

// Consecutive blocks; none when both are equal.
struct BlockRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;  // the first that is not in it

  bool has(std::uint64_t block) const { return first <= block && block < end; }
};

// Hands out ranges on demand, ascending, large ones first and single blocks in the end, so that
// slow and fast machines finish together and few questions are asked.
//
// Guided self-scheduling: C. D. Polychronopoulos, D. J. Kuck, "Guided Self-Scheduling: A Practical
// Scheduling Scheme for Parallel Supercomputers", IEEE Transactions on Computers 36(12), 1987. A
// taker gets half of an even share of what remains: the paper gives a whole one, and a taker that
// is half as fast as the others, and first, would be last.
class BlockShares {
 public:
  // `finished` blocks are not handed out.
  BlockShares(std::uint64_t blocks, std::uint64_t takers, std::set<std::uint64_t> finished);

  // Empty when nothing is left.
  BlockRange next();

  std::uint64_t blocks() const { return blocks_; }

 private:
  std::uint64_t blocks_;
  std::uint64_t takers_;
  std::set<std::uint64_t> finished_;  // from next_ on
  std::uint64_t next_ = 0;
};

}  // namespace sudoku
