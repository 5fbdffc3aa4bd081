// Recipes for puzzles, and the workshop that makes them, many side by side, so that batch solvers
// get batches of questions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "solvers/solver.h"

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

struct GeneratedPuzzle {
  Grid puzzle = kEmptyGrid;
  Grid solution = kEmptyGrid;  // kEmptyGrid when there is not exactly one
  double score = 0;            // how hard it is; 0 unless the recipe asks for hard puzzles
};

// How hard a puzzle is.
using Score = std::function<double(const Grid& puzzle)>;

// A puzzle in the making: see workshop.cpp.
class Draft;

// One per thread. A puzzle depends on the recipe and on its number, not on what is made with it,
// and is the same on every machine if its score is.
class Workshop {
 public:
  // `solver` proves what it answers, and outlives the workshop. `score` is for hard puzzles.
  Workshop(const Recipe& recipe, Solver& solver, Score score);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  // Makes puzzles `first`, first + 1, ... Stops once `cancelled` is true, leaving the rest blank.
  void make(std::uint64_t first, std::span<GeneratedPuzzle> puzzles,
            const std::atomic<bool>& cancelled);

 private:
  struct Open {
    std::unique_ptr<Draft> draft;
    std::size_t place = 0;  // of its puzzle in what make() was given
  };

  void ask(const Budget& budget);
  void advance(std::span<GeneratedPuzzle> puzzles, const std::atomic<bool>& cancelled);

  Recipe recipe_;
  Solver& solver_;
  Score score_;
  std::vector<Open> open_;
  std::vector<Grid> questions_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku::dataset
