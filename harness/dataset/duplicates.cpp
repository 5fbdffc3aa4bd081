#include "harness/dataset/duplicates.h"

#include <algorithm>
#include <cstring>

#include "harness/dataset/random.h"

namespace sudoku {

void Duplicates::add(const Grid& puzzle) {
  Hash hash = {.high = 1, .low = 2};
  for (std::size_t at = 0; at < puzzle.cells.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, &puzzle.cells[at], std::min(sizeof word, puzzle.cells.size() - at));
    hash.high = mix(hash.high ^ word);
    hash.low = mix(hash.low + word);
  }
  hashes_.push_back(hash);
}

std::uint64_t Duplicates::count() {
  std::ranges::sort(hashes_);
  std::uint64_t repeated = 0;
  for (std::size_t i = 1; i < hashes_.size(); ++i)
    repeated += hashes_[i] == hashes_[i - 1] ? 1 : 0;
  return repeated;
}

}  // namespace sudoku
