// What puzzles to draw.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace sudoku::dataset {

enum class PuzzleKind { full, minimal, clues, easy, hard, several, none, kaggle };

struct PuzzleKindInfo {
  PuzzleKind kind;
  std::string_view name;
  int fewest_clues;  // that can be asked for; 0: the clue count is not free
};

inline constexpr int kMostClues = 80;

// In the order of PuzzleKind.
std::span<const PuzzleKindInfo> all_kinds();

const PuzzleKindInfo& info_of(PuzzleKind kind);

std::optional<PuzzleKind> kind_named(std::string_view name);

// How clues are chosen when their number is given.
enum class ClueSampling {
  top_down,  // they leave in random order
  subsets,   // those that stay are drawn at once: all proper puzzles are equally likely
};

// With subsets, fewer clues hardly ever leave a proper puzzle.
inline constexpr int kFewestOfSubsets = 26;

// How far to look for hard puzzles.
struct Climb {
  std::uint64_t steps = 500;  // changes to try
  // Enough when reached.
  double target = std::numeric_limits<double>::infinity();
};

struct Recipe {
  PuzzleKind kind = PuzzleKind::minimal;
  std::uint64_t seed = 1;
  int clues = 0;  // of clues; of easy, 0: 30 to 36
  ClueSampling sampling = ClueSampling::top_down;
  Climb climb = {};
};

}  // namespace sudoku::dataset
