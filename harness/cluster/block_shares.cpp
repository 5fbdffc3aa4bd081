#include "harness/cluster/block_shares.h"

#include <algorithm>
#include <utility>

namespace sudoku {

BlockShares::BlockShares(std::uint64_t blocks, std::uint64_t takers,
                         std::set<std::uint64_t> finished)
    : blocks_(blocks), takers_(takers), finished_(std::move(finished)) {}

BlockRange BlockShares::next() {
  for (; finished_.contains(next_); ++next_)
    finished_.erase(next_);
  const std::uint64_t left = blocks_ - next_ - finished_.size();
  const std::uint64_t gap = finished_.empty() ? blocks_ : *finished_.begin();
  const std::uint64_t most = std::max<std::uint64_t>(left / (2 * takers_), 1);
  const std::uint64_t end = std::min({next_ + most, gap, blocks_});
  return {.first = std::exchange(next_, end), .end = end};
}

}  // namespace sudoku
