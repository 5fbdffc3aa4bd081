// How hard puzzles are: for people, by the techniques they need, and for solvers, by what they
// spend on isomorphs of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/dataset/random.h"
#include "solvers/solver.h"

namespace sudoku {

struct Effort {
  double guesses = 0;  // mean over the isomorphs; the same on every machine
  double time_ns = 0;  // mean over the isomorphs, by the wall clock
};

// The level above all techniques: search is needed.
inline constexpr int kLevelOfSearch = static_cast<int>(kTechniques);

struct Rating {
  Outcome outcome = Outcome::unanswered;  // as the first solver found it
  Technique hardest = Technique::none;    // meaningless above kLevelOfSearch
  // 0 for none to kLevelOfSearch, of proper puzzles: others have no difficulty for people.
  std::optional<int> level = std::nullopt;
};

struct RatingTerms {
  std::uint64_t isomorphs = 8;  // 0: the puzzle as it stands
  std::uint64_t seed = 1;
  const std::atomic<bool>* cancelled = nullptr;
};

// One thread's: the solvers are its own.
class Rater {
 public:
  // `logic` tells the hardest technique; the others search and prove uniqueness.
  Rater(Solver& logic, std::vector<Solver*> solvers, const RatingTerms& terms)
      : logic_(logic), solvers_(std::move(solvers)), terms_(terms) {}

  // `index` is the puzzle's in its dataset and, with the seed, decides which isomorphs are drawn;
  // `efforts` has a place for each solver.
  Rating rate(const Grid& puzzle, std::uint64_t index, std::span<Effort> efforts);

 private:
  void draw_isomorphs(const Grid& puzzle, std::uint64_t index);
  Effort measure(Solver& solver);

  Solver& logic_;
  std::vector<Solver*> solvers_;
  RatingTerms terms_;
  std::vector<Grid> isomorphs_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku
