#include "harness/dataset/rating.h"

#include <algorithm>
#include <chrono>

#include "harness/dataset/isomorph.h"

namespace sudoku {

Rating Rater::rate(const Grid& puzzle, std::uint64_t index, std::span<Effort> efforts) {
  draw_isomorphs(puzzle, index);
  Rating rating;
  for (std::size_t s = 0; s < solvers_.size(); ++s) {
    efforts[s] = measure(*solvers_[s]);
    if (s == 0) rating.outcome = answers_.front().outcome;
  }
  if (rating.outcome != Outcome::unique) return rating;

  Answer answer;
  logic_.solve({&puzzle, 1}, {.cancelled = terms_.cancelled}, {&answer, 1});
  const bool solved = answer.outcome == Outcome::unique;
  rating.hardest = answer.hardest;
  rating.level = solved ? static_cast<int>(answer.hardest) : kLevelOfSearch;
  return rating;
}

void Rater::draw_isomorphs(const Grid& puzzle, std::uint64_t index) {
  isomorphs_.assign(1, puzzle);
  if (terms_.isomorphs == 0) return;
  isomorphs_.clear();
  Random random(mix(terms_.seed) ^ mix(index));
  for (std::uint64_t i = 0; i < terms_.isomorphs; ++i)
    isomorphs_.push_back(apply(random_isomorph(random), puzzle));
}

// All at once, so that the clock's own cost does not show and batch solvers get their batch.
Effort Rater::measure(Solver& solver) {
  using Clock = std::chrono::steady_clock;
  answers_.assign(isomorphs_.size(), {});
  const Budget budget = {.cancelled = terms_.cancelled};
  const Clock::time_point start = Clock::now();
  solver.solve(isomorphs_, budget, answers_);
  const std::chrono::duration<double, std::nano> spent = Clock::now() - start;

  double guesses = 0;
  for (const Answer& answer : answers_)
    guesses += static_cast<double>(answer.guesses);
  const auto size = static_cast<double>(isomorphs_.size());
  return {.guesses = guesses / size, .time_ns = spent.count() / size};
}

}  // namespace sudoku
