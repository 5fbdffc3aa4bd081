// The puzzles of a file, kept as hashes to find those that repeat.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <optional>

#include "solvers/pencilmarks.h"

namespace sudoku::dataset {

// Puzzles by 64-bit hashes. Different puzzles among n have the same hash with a probability below
// n^2 / 2^65 (3 in a million for n = 10 million). Takes 8 bytes per puzzle, or 16 with its line.
class SeenPuzzles {
 public:
  enum class Keep : std::uint8_t { hashes, lines };

  explicit SeenPuzzles(Keep kept = Keep::hashes) : kept_(kept) {}

  void add(PuzzleRef puzzle, std::uint64_t line = 0);

  // Prepares for the functions below, once all puzzles are added.
  void sort();

  // Number of puzzles that equal one added before.
  std::uint64_t repeats() const;

  // The first line of a puzzle, if it is there. Needs Keep::lines.
  std::optional<std::uint64_t> line_of(PuzzleRef puzzle) const;

 private:
  struct Place {
    std::uint64_t hash;
    std::uint64_t line;

    auto operator<=>(const Place&) const = default;
  };

  Keep kept_;
  // One of these is empty. Not vectors, which would reserve up to twice the memory.
  std::deque<std::uint64_t> hashes_;
  std::deque<Place> places_;
};

}  // namespace sudoku::dataset
