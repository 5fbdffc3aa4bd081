// Recipes: which kind of puzzles to draw, and from which seed.
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
  int fewest_clues;  // least number of clues to ask for; 0: the number cannot be chosen
};

// The most clues to ask for, of any kind whose number of clues can be chosen.
inline constexpr int kMostClues = 80;

// In the order of PuzzleKind.
std::span<const PuzzleKindInfo> all_kinds();

const PuzzleKindInfo& info_of(PuzzleKind kind);

std::optional<PuzzleKind> kind_named(std::string_view name);

// How clues are chosen when their number is given.
enum class ClueSampling {
  top_down,  // clues leave a full grid in random order
  subsets,   // the cells are drawn at once: all proper puzzles are equally likely
};

// The least number of clues with subsets: fewer random clues are hardly ever a proper puzzle.
inline constexpr int kFewestOfSubsets = 26;

// How far to look for hard puzzles.
struct Climb {
  std::uint64_t steps = 500;  // changes to try
  // Score at which to stop.
  double target = std::numeric_limits<double>::infinity();
};

struct Recipe {
  PuzzleKind kind = PuzzleKind::minimal;
  std::uint64_t seed = 1;
  int clues = 0;  // exact number, for the kinds clues and easy; 0: 30 to 36, of easy only
  ClueSampling sampling = ClueSampling::top_down;
  Climb climb = {};
};

}  // namespace sudoku::dataset
