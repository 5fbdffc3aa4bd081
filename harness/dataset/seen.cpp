#include "harness/dataset/seen.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace sudoku::dataset {

namespace {

std::uint64_t hash_of(PuzzleRef puzzle) {
  const std::string_view bytes =
      puzzle.marks == nullptr
          ? puzzle.clues.text()
          : std::string_view(reinterpret_cast<const char*>(puzzle.marks), sizeof *puzzle.marks);
  return std::hash<std::string_view>()(bytes);
}

}  // namespace

void SeenPuzzles::add(PuzzleRef puzzle) { hashes_.push_back(hash_of(puzzle)); }

std::uint64_t SeenPuzzles::finish() {
  std::ranges::sort(hashes_);
  std::uint64_t repeated = 0;
  for (std::size_t i = 1; i < hashes_.size(); ++i)
    repeated += hashes_[i] == hashes_[i - 1] ? 1 : 0;
  return repeated;
}

bool SeenPuzzles::contains(PuzzleRef puzzle) const {
  return std::ranges::binary_search(hashes_, hash_of(puzzle));
}

}  // namespace sudoku::dataset
