#include "harness/dataset/profile.h"

namespace sudoku::dataset {

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
}

void Verification::add(const Block& block, std::span<const Answer> answers) {
  faults.clear();
  puzzles += block.puzzles.size();
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const Outcome outcome = answers[i].outcome;
    ++(outcome == Outcome::unique ? proper : outcome == Outcome::none ? none : several);
    if (outcome == Outcome::none) {
      faults.push_back({block.lines[i], "expected one solution, found none"});
    } else if (outcome != Outcome::unique) {
      faults.push_back({block.lines[i], "expected one solution, found 2 or more"});
    }
    const Grid& solution = block.solutions[i];
    if (solution == kEmptyGrid) continue;
    ++declared;
    if (is_solution(block.puzzles[i], solution)) continue;
    ++wrong;
    faults.push_back({block.lines[i], "the declared solution is wrong"});
  }
}

}  // namespace sudoku::dataset
