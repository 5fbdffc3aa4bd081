#include "harness/dataset/reduction.h"

#include <algorithm>
#include <numeric>

namespace sudoku::dataset {

namespace {

// Clue count of the first puzzle that a Reduction tests. Measured: 41 leads to the fewest tests.
constexpr int kFirstStepTo = 41;

// The first cell with a clue at `cell` or behind it; kCells when there is none.
int next_clue(const Grid& puzzle, int cell) {
  while (cell < kCells && puzzle.cells[cell] == kBlank)
    ++cell;
  return cell;
}

}  // namespace

CellOrder random_order(base::Random& random) {
  CellOrder cells{};
  std::iota(cells.begin(), cells.end(), 0);
  random.shuffle(std::span<int>(cells));
  return cells;
}

Reduction::Reduction(const Grid& puzzle, const CellOrder& order, int fewest)
    : puzzle_(puzzle),
      order_(order),
      step_(std::max(1, count_clues(puzzle) - kFirstStepTo)),
      clues_(count_clues(puzzle)),
      fewest_(fewest) {
  pose();
}

void Reduction::receive(bool holds) {
  if (holds) {
    puzzle_ = question_;
    clues_ -= taken_;
    tried_ = asked_;
    step_ = std::max(1, step_ / 2);
  } else if (taken_ == 1) {
    ++needed_;
    tried_ = asked_;
  } else {
    step_ = taken_ / 2;
  }
  pose();
}

void Reduction::pose() {
  question_ = puzzle_;
  taken_ = 0;
  const int most = std::min(step_, clues_ - fewest_);
  for (asked_ = tried_; asked_ < order_.size() && taken_ < most; ++asked_) {
    char& cell = question_.cells[order_[asked_]];
    if (cell == kBlank) continue;
    cell = kBlank;
    ++taken_;
  }
}

void MinimalityTest::run(std::span<const Grid> puzzles, std::span<const Answer> answers,
                         const Budget& budget, std::span<char> minimal) {
  undecided_.clear();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    minimal[i] = 0;
    if (answers[i].outcome == Outcome::unique) undecided_.push_back({i, next_clue(puzzles[i], 0)});
  }
  // Each round tests one clue of each puzzle: most puzzles that are not minimal soon drop out.
  while (!undecided_.empty()) {
    ask(puzzles, budget);
    keep_undecided(puzzles, minimal);
  }
}

void MinimalityTest::ask(std::span<const Grid> puzzles, const Budget& budget) {
  reduced_.clear();
  for (const Undecided& undecided : undecided_) {
    reduced_.push_back(puzzles[undecided.puzzle]);
    reduced_.back().cells[undecided.cell] = kBlank;
  }
  answers_.assign(reduced_.size(), {});
  solver_.solve(reduced_, budget, answers_);
}

void MinimalityTest::keep_undecided(std::span<const Grid> puzzles, std::span<char> minimal) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < undecided_.size(); ++i) {
    Undecided undecided = undecided_[i];
    if (answers_[i].outcome != Outcome::multiple) continue;
    undecided.cell = next_clue(puzzles[undecided.puzzle], undecided.cell + 1);
    if (undecided.cell == kCells) {
      minimal[undecided.puzzle] = 1;
    } else {
      undecided_[kept++] = undecided;
    }
  }
  undecided_.resize(kept);
}

}  // namespace sudoku::dataset
