#include "harness/dataset/profile.h"

#include <fmt/format.h>

namespace sudoku::dataset {

namespace {

std::string why_improper(const Answer& answer, std::uint64_t solution_limit) {
  if (answer.outcome == Outcome::none) return "expected one solution, found none";
  return fmt::format("expected one solution, found {}{}", answer.solutions,
                     answer.solutions == solution_limit ? " or more" : "");
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
    if (outcome != Outcome::unique)
      faults.push_back({block.lines[i], why_improper(answers[i], solution_limit)});
    const Grid& solution = block.solutions[i];
    if (solution == kEmptyGrid) continue;
    ++declared;
    if (is_right(puzzle, solution, answers[i])) continue;
    ++wrong;
    faults.push_back({block.lines[i], "the declared solution is wrong"});
  }
}

}  // namespace sudoku::dataset
