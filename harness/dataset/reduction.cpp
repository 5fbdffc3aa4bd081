#include "harness/dataset/reduction.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace sudoku {

namespace {

// Down to about so many clues, several can go together. Measured to ask the fewest questions.
constexpr int kOftenEnough = 41;

}  // namespace

CellOrder random_order(Random& random) {
  CellOrder cells{};
  std::iota(cells.begin(), cells.end(), 0);
  random.shuffle(std::span<int>(cells));
  return cells;
}

Reduction::Reduction(const Grid& puzzle, const CellOrder& order, int fewest)
    : puzzle_(puzzle),
      order_(order),
      step_(std::max(1, count_clues(puzzle) - kOftenEnough)),
      clues_(count_clues(puzzle)),
      fewest_(fewest) {
  pose();
}

void Reduction::hear(bool holds) {
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

}  // namespace sudoku
