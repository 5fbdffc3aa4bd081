#include "harness/dataset/verification.h"

#include <fmt/format.h>

namespace sudoku {

void Verification::add(const Block& block, std::span<const Answer> answers) {
  faults_.clear();
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    judge(answers[i], block.lines[i]);
    judge_declared(block.puzzles[i], block.solutions[i], answers[i], block.lines[i]);
  }
}

void Verification::judge(const Answer& answer, std::uint64_t line) {
  ++counts_.puzzles;
  if (answer.outcome == Outcome::unique) {
    ++counts_.proper;
  } else if (answer.outcome == Outcome::none) {
    ++counts_.none;
    faults_.push_back({line, "expected one solution, found none"});
  } else {
    ++counts_.several;
    const char* more = answer.solutions == limit_ ? " or more" : "";
    faults_.push_back(
        {line, fmt::format("expected one solution, found {}{}", answer.solutions, more)});
  }
}

// Of a puzzle with several solutions, each is right.
void Verification::judge_declared(const Grid& puzzle, const Grid& declared, const Answer& answer,
                                  std::uint64_t line) {
  if (declared == kEmptyGrid) return;
  ++counts_.declared;
  const bool right = answer.outcome == Outcome::unique ? declared == answer.solution
                                                       : is_solution(puzzle, declared);
  if (right) return;
  ++counts_.wrong;
  faults_.push_back({line, "the declared solution is wrong"});
}

}  // namespace sudoku
