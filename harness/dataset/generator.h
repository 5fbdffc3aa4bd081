// Draws the puzzles of the bundled datasets, one at a time, by their recipes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/random.h"
#include "harness/dataset/reduction.h"
#include "solvers/solver.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

struct GeneratedPuzzle {
  Grid puzzle = kEmptyGrid;
  Grid solution = kEmptyGrid;  // kEmptyGrid when there is not exactly one
  double score = 0;            // how hard it is, when that was asked for
};

// The same seed draws the same puzzles on every machine, whatever the solver, which must prove
// uniqueness: it only answers questions. (hard() ranks by its guesses and so depends on it.)
//
// Full grids come from a search that draws its digits; they are not drawn uniformly. Puzzles are
// made of them from the top down: clues go in random order as long as a condition holds.
class Generator {
 public:
  Generator(Solver& solver, std::uint64_t seed) : solver_(solver), random_(seed) {}

  Grid full_grid();

  // About `clues` clues, never fewer, solved by singles alone.
  GeneratedPuzzle easy(int clues);

  // No clue can go without a second solution.
  GeneratedPuzzle minimal();

  // The one of `candidates` minimal puzzles on which the solver guesses most.
  GeneratedPuzzle hard(int candidates);

  // Several solutions: a minimal puzzle without one to four of its clues.
  GeneratedPuzzle several();

  // No solution, though no two clues contradict each other and singles do not show it: a minimal
  // puzzle with one wrong digit added.
  GeneratedPuzzle none();

  base::Random& random() { return random_; }

 private:
  Answer ask(const Grid& puzzle);

  Solver& solver_;
  base::Random random_;
};

// The recipes of the generated files in datasets/.

// Every row has a seed of its own, so that any of them can be made again alone.
struct BundledFile {
  std::string_view name;
  std::uint64_t rows;
  std::uint64_t seed;
  GeneratedPuzzle (*make)(Generator& generator);
};

std::span<const BundledFile> bundled_files();

inline constexpr std::string_view kBundledHeader = "puzzle,solution";

// One line of the file, without its end.
std::string bundled_row(const BundledFile& file, std::uint64_t row, Solver& solver);

// What makes an improper puzzle of a proper one.

// Takes one to four clues away: of a minimal puzzle, and it has several solutions.
void leave_clues_out(GeneratedPuzzle& puzzle, base::Random& random);

// Adds a wrong digit, the first in random order that no clue and no singles refute: there is no
// solution then, and only a search shows it. False, and the puzzle unchanged, when there is none.
bool add_wrong_digit(GeneratedPuzzle& puzzle, base::Random& random);

}  // namespace sudoku::dataset
