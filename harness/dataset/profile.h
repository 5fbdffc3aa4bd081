// Statistics of a dataset, and the faults and difficulty of its puzzles, from solvers' answers.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/stats/distribution.h"
#include "solvers/solver.h"

namespace sudoku::dataset {

struct Profile {
  std::uint64_t puzzles = 0;
  std::array<std::uint64_t, kCells + 1> clues{};  // numbers of puzzles by clue count
  stats::Distribution candidates;                 // numbers of candidates of pencilmark puzzles
  std::uint64_t proper = 0;
  std::uint64_t several = 0;
  std::uint64_t none = 0;
  std::uint64_t minimal = 0;  // proper puzzles without a redundant clue
  stats::Distribution guesses;
  stats::Distribution ratings;  // ratings of the puzzles that have one

  // `minimal` holds 1 for each minimal puzzle of the block and 0 for the others.
  void add(const Block& block, std::span<const Answer> answers, std::span<const char> minimal);
};

// A puzzle that is not proper or declares a wrong solution, and the reason.
struct Fault {
  std::uint64_t line = 0;
  std::string reason;
};

// The faults of a dataset's puzzles, found with a solver's answers.
struct Verification {
  std::uint64_t puzzles = 0;
  std::uint64_t proper = 0;
  std::uint64_t several = 0;
  std::uint64_t none = 0;
  std::uint64_t declared = 0;  // declared solutions
  std::uint64_t wrong = 0;     // declared solutions that are wrong
  // Faults to describe, as finding the reasons takes longer than solving; others are only counted.
  std::uint64_t most_described = kUnlimited;
  std::vector<Fault> faults;  // those of the last block added that are described, in its order

  std::uint64_t fault_count() const { return several + none + wrong; }

  // `answers` come from a solver that proves its answers, with a solution limit of at least 2.
  void add(const Block& block, std::span<const Answer> answers, std::uint64_t solution_limit);
};

// What a solver spends on a puzzle: means over the isomorphs of the puzzle.
struct Effort {
  double guesses = 0;  // independent of the machine
  double time_ns = 0;  // wall-clock time
};

// Level of puzzles that techniques do not solve, so that search is needed.
inline constexpr int kLevelOfSearch = static_cast<int>(kTechniques);

// Difficulty of a puzzle for people, and for solvers.
struct Rating {
  Outcome outcome = Outcome::unanswered;  // found by the Rater's first solver
  // Difficulty level from 0 (no technique needed) to kLevelOfSearch; null if not a proper puzzle.
  std::optional<int> level = std::nullopt;
  std::vector<Effort> efforts = {};  // of the Rater's solvers, in their order
};

struct RatingOptions {
  std::uint64_t isomorphs = 8;  // number per puzzle; 0: the puzzle as given
  std::uint64_t seed = 1;
  const std::atomic<bool>* cancelled = nullptr;
};

// Rates puzzles by the techniques that people need and by what solvers spend on their isomorphs.
// Use one rater per thread.
class Rater {
 public:
  // `solvers` search and prove uniqueness.
  Rater(const std::vector<const SolverEntry*>& solvers, const RatingOptions& options);

  // Rates a puzzle; its `index` and the seed select the isomorphs.
  Rating rate(PuzzleRef puzzle, std::uint64_t index);

 private:
  void draw_isomorphs(PuzzleRef puzzle, std::uint64_t index);
  Effort measure(Solver& solver);

  std::unique_ptr<Solver> logic_;  // finds the hardest technique
  std::vector<std::unique_ptr<Solver>> solvers_;
  RatingOptions options_;
  PuzzleList isomorphs_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku::dataset
