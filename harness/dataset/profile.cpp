#include "harness/dataset/profile.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "harness/dataset/improper.h"

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

}  // namespace sudoku::dataset
