#include "harness/dataset/seen.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace sudoku::dataset {

namespace {

std::uint64_t hash_of(const Grid& puzzle) { return std::hash<std::string_view>()(puzzle.text()); }

}  // namespace

void SeenPuzzles::add(const Grid& puzzle) { hashes_.push_back(hash_of(puzzle)); }

std::uint64_t SeenPuzzles::finish() {
  std::ranges::sort(hashes_);
  std::uint64_t repeated = 0;
  for (std::size_t i = 1; i < hashes_.size(); ++i)
    repeated += hashes_[i] == hashes_[i - 1] ? 1 : 0;
  return repeated;
}

bool SeenPuzzles::contains(const Grid& puzzle) const {
  return std::ranges::binary_search(hashes_, hash_of(puzzle));
}

}  // namespace sudoku::dataset
