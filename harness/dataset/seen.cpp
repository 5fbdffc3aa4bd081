#include "harness/dataset/seen.h"

#include <algorithm>
#include <cassert>
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

// Number of elements that equal the one before.
template <typename Sorted, typename Projection = std::identity>
std::uint64_t repeats_in(const Sorted& sorted, Projection hash = {}) {
  std::uint64_t repeated = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i)
    repeated += std::invoke(hash, sorted[i]) == std::invoke(hash, sorted[i - 1]) ? 1 : 0;
  return repeated;
}

}  // namespace

void SeenPuzzles::add(PuzzleRef puzzle, std::uint64_t line) {
  const std::uint64_t hash = hash_of(puzzle);
  if (kept_ == Keep::hashes) return hashes_.push_back(hash);
  places_.push_back({hash, line});
}

void SeenPuzzles::sort() {
  std::ranges::sort(hashes_);
  std::ranges::sort(places_);
}

std::uint64_t SeenPuzzles::repeats() const {
  return kept_ == Keep::hashes ? repeats_in(hashes_) : repeats_in(places_, &Place::hash);
}

std::optional<std::uint64_t> SeenPuzzles::line_of(PuzzleRef puzzle) const {
  assert(kept_ == Keep::lines);
  const std::uint64_t hash = hash_of(puzzle);
  const auto place = std::ranges::lower_bound(places_, hash, {}, &Place::hash);
  if (place == places_.end() || place->hash != hash) return std::nullopt;
  return place->line;
}

}  // namespace sudoku::dataset
