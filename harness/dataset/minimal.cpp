#include "harness/dataset/minimal.h"

#include <algorithm>

namespace sudoku {

namespace {

// The first clue at `cell` or behind it; kCells when there is none.
int next_clue(const Grid& puzzle, int cell) {
  while (cell < kCells && puzzle.cells[cell] == kBlank)
    ++cell;
  return cell;
}

}  // namespace

void MinimalityTest::run(std::span<const Grid> puzzles, std::span<const Answer> answers,
                         const Budget& budget, std::span<char> minimal) {
  candidates_.clear();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    minimal[i] = 0;
    if (answers[i].outcome == Outcome::unique) candidates_.push_back({i, next_clue(puzzles[i], 0)});
  }
  // A clue of each in every turn: most puzzles that are not minimal leave in the first ones.
  while (!candidates_.empty()) {
    ask(puzzles, budget);
    keep_undecided(puzzles, minimal);
  }
}

void MinimalityTest::ask(std::span<const Grid> puzzles, const Budget& budget) {
  reduced_.clear();
  for (const Candidate& candidate : candidates_) {
    reduced_.push_back(puzzles[candidate.puzzle]);
    reduced_.back().cells[candidate.cell] = kBlank;
  }
  answers_.assign(reduced_.size(), {});
  solver_.solve(reduced_, budget, answers_);
}

void MinimalityTest::keep_undecided(std::span<const Grid> puzzles, std::span<char> minimal) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    Candidate candidate = candidates_[i];
    if (answers_[i].outcome != Outcome::multiple) continue;
    candidate.cell = next_clue(puzzles[candidate.puzzle], candidate.cell + 1);
    if (candidate.cell == kCells) {
      minimal[candidate.puzzle] = 1;
    } else {
      candidates_[kept++] = candidate;
    }
  }
  candidates_.resize(kept);
}

}  // namespace sudoku
