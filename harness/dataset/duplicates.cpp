#include "harness/dataset/duplicates.h"

#include <algorithm>
#include <cstring>

#include "harness/dataset/random.h"

namespace sudoku {

namespace {

std::uint64_t hash_of(const Grid& puzzle) {
  std::uint64_t hash = 1;
  for (std::size_t at = 0; at < puzzle.cells.size(); at += sizeof hash) {
    std::uint64_t word = 0;
    std::memcpy(&word, &puzzle.cells[at], std::min(sizeof word, puzzle.cells.size() - at));
    hash = mix(hash ^ word);
  }
  return hash;
}

}  // namespace

void Duplicates::add(const Grid& puzzle) {
  const std::uint64_t hash = hash_of(puzzle);
  std::uint32_t& last = last_[hash >> 48];
  if (last == kNone || chunks_[last].size == kInChunk) {
    chunks_.push_back({.before = last});
    last = static_cast<std::uint32_t>(chunks_.size() - 1);
  }
  Chunk& chunk = chunks_[last];
  chunk.rests[chunk.size++] = {static_cast<std::uint16_t>(hash >> 32),
                               static_cast<std::uint16_t>(hash >> 16),
                               static_cast<std::uint16_t>(hash)};
}

std::uint64_t Duplicates::count() const {
  std::uint64_t repeated = 0;
  std::vector<Rest> rests;
  for (const std::uint32_t last : last_) {
    gather(last, rests);
    std::ranges::sort(rests);
    const auto different = std::unique(rests.begin(), rests.end()) - rests.begin();
    repeated += rests.size() - static_cast<std::size_t>(different);
  }
  return repeated;
}

void Duplicates::gather(std::uint32_t chunk, std::vector<Rest>& rests) const {
  rests.clear();
  for (; chunk != kNone; chunk = chunks_[chunk].before) {
    const Chunk& c = chunks_[chunk];
    rests.insert(rests.end(), c.rests.begin(), c.rests.begin() + c.size);
  }
}

}  // namespace sudoku
