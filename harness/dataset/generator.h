// Generates puzzles of several kinds, many at once, so that batch solvers get large batches.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "solvers/solver.h"

namespace sudoku::dataset {

enum class PuzzleKind { full, minimal, clues, easy, hard, several, none };

// Names of the kinds of puzzles, in the order of PuzzleKind.
inline constexpr std::string_view kPuzzleKinds[] = {"full", "minimal", "clues", "easy",
                                                    "hard", "several", "none"};

constexpr std::string_view name_of(PuzzleKind kind) {
  return kPuzzleKinds[static_cast<std::size_t>(kind)];
}

// Numbers of clues that can be asked for. A core finds one puzzle of 20 clues in seconds, but of
// 19 in minutes or hours, and random generation finds none of 17, the least.
inline constexpr int kFewestClues = 20;
inline constexpr int kMostClues = 80;

struct GeneratorOptions {
  PuzzleKind kind = PuzzleKind::minimal;
  std::uint64_t seed = 1;
  int clues = 0;              // exact clue count, for kind `clues`
  std::uint64_t steps = 500;  // changes tried to make a puzzle of kind `hard` harder
};

struct GeneratedPuzzle {
  Grid puzzle = kEmptyGrid;
  Grid solution = kEmptyGrid;  // kEmptyGrid when there is not exactly one
};

class PuzzleBuilder;

// Generates puzzles; use one object per thread. A puzzle depends on the options and its number, not
// on the rest of the batch, and is the same on every machine.
class BatchGenerator {
 public:
  // `solver` must prove its answers. A puzzle is as hard as the guesses that `scorer` needs, which
  // is used for hard puzzles. Both solvers must outlive this object.
  BatchGenerator(const GeneratorOptions& options, Solver& solver, Solver& scorer);
  ~BatchGenerator();
  BatchGenerator(const BatchGenerator&) = delete;
  BatchGenerator& operator=(const BatchGenerator&) = delete;

  // Generates puzzles `first`, first + 1, … Stops once `cancelled` is true, leaving the rest empty.
  void make(std::uint64_t first, std::span<GeneratedPuzzle> puzzles,
            const std::atomic<bool>& cancelled);

 private:
  struct Open {
    std::unique_ptr<PuzzleBuilder> builder;
    std::size_t place = 0;  // index of the builder's puzzle in the span given to make()
  };

  void advance(std::span<GeneratedPuzzle> puzzles, const std::atomic<bool>& cancelled);

  GeneratorOptions options_;
  Solver& solver_;
  Solver& scorer_;
  std::vector<Open> open_;
  std::vector<Grid> questions_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku::dataset
