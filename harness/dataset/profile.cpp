#include "harness/dataset/profile.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "harness/base/random.h"
#include "harness/dataset/improper.h"
#include "harness/dataset/isomorph.h"
#include "harness/stats/quantile.h"
#include "solvers/roster.h"

namespace sudoku::dataset {

namespace {

std::string with_reason(const std::string& fault, const std::optional<std::string>& reason) {
  return reason ? fault + ": " + *reason : fault;
}

std::string why_improper(PuzzleRef puzzle, const Answer& answer, std::uint64_t solution_limit) {
  if (answer.outcome == Outcome::none)
    return with_reason("expected one solution, found none", why_none(puzzle));
  const std::string fault = fmt::format("expected one solution, found {}{}", answer.solutions,
                                        answer.solutions == solution_limit ? " or more" : "");
  return with_reason(fault, why_several(puzzle));
}

// A puzzle with several solutions may declare any of them.
bool is_right(PuzzleRef puzzle, const Grid& declared, const Answer& answer) {
  return answer.outcome == Outcome::unique ? declared == answer.solution
                                           : is_solution_of(puzzle, declared);
}

}  // namespace

void Profile::add(const Block& block, std::span<const Answer> answers,
                  std::span<const char> is_minimal) {
  puzzles += block.puzzles.size();
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    ++clues[static_cast<std::size_t>(count_clues(block.puzzles[i]))];
    const Outcome outcome = answers[i].outcome;
    ++(outcome == Outcome::unique ? proper : outcome == Outcome::none ? none : several);
    minimal += is_minimal[i] == 1 ? 1 : 0;
    guesses.add(static_cast<double>(answers[i].guesses));
  }
  for (const double rating : block.ratings)
    if (!std::isnan(rating)) ratings.add(rating);
  for (const Pencilmarks& puzzle : block.marks)
    candidates.add(static_cast<double>(count_candidates(puzzle)));
}

void Verification::add(const Block& block, std::span<const Answer> answers,
                       std::uint64_t solution_limit) {
  faults.clear();
  puzzles += block.puzzles.size();
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const PuzzleRef puzzle = block.all()[i];
    const Outcome outcome = answers[i].outcome;
    ++(outcome == Outcome::unique ? proper : outcome == Outcome::none ? none : several);
    if (outcome != Outcome::unique && fault_count() <= most_described)
      faults.push_back({block.lines[i], why_improper(puzzle, answers[i], solution_limit)});
    const Grid& solution = block.solutions[i];
    if (solution == kEmptyGrid) continue;
    ++declared;
    if (is_right(puzzle, solution, answers[i])) continue;
    ++wrong;
    if (fault_count() > most_described) continue;
    faults.push_back({block.lines[i],
                      with_reason("the declared solution is wrong", why_wrong(puzzle, solution))});
  }
}

Rater::Rater(const std::vector<const SolverEntry*>& solvers, const RatingOptions& options)
    : logic_(find_solver("logic")->create()), options_(options) {
  for (const SolverEntry* solver : solvers)
    solvers_.push_back(solver->create());
}

Rating Rater::rate(PuzzleRef puzzle, std::uint64_t index) {
  draw_isomorphs(puzzle, index);
  Rating rating;
  for (const auto& solver : solvers_) {
    rating.efforts.push_back(measure(*solver));
    if (solver == solvers_.front()) rating.outcome = answers_.front().outcome;
  }
  if (rating.outcome != Outcome::unique) return rating;

  const Answer answer = solve_one(*logic_, puzzle, {.cancelled = options_.cancelled});
  const bool solved = answer.outcome == Outcome::unique;
  rating.level = solved ? static_cast<int>(answer.hardest) : kLevelOfSearch;
  return rating;
}

void Rater::draw_isomorphs(PuzzleRef puzzle, std::uint64_t index) {
  isomorphs_.clear();
  if (options_.isomorphs == 0) return isomorphs_.push_back(puzzle);
  base::Random random(base::mix(options_.seed) ^ base::mix(index));
  for (std::uint64_t i = 0; i < options_.isomorphs; ++i) {
    const Isomorph isomorph = random_isomorph(random);
    isomorphs_.clues.push_back(apply(isomorph, puzzle.clues));
    if (puzzle.marks != nullptr) isomorphs_.marks.push_back(apply(isomorph, *puzzle.marks));
  }
}

// Solves all isomorphs in one call: batch solvers need batches, and reading the clock takes time.
Effort Rater::measure(Solver& solver) {
  using Clock = std::chrono::steady_clock;
  answers_.assign(isomorphs_.size(), {});
  const Budget budget = {.cancelled = options_.cancelled};
  const Clock::time_point start = Clock::now();
  solver.solve_either(isomorphs_.span(), budget, answers_);
  const std::chrono::duration<double, std::nano> spent = Clock::now() - start;

  double guesses = 0;
  for (const Answer& answer : answers_)
    guesses += static_cast<double>(answer.guesses);
  const auto size = static_cast<double>(isomorphs_.size());
  return {.guesses = guesses / size, .time_ns = spent.count() / size};
}

}  // namespace sudoku::dataset
