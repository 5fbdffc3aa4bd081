#include "harness/dataset/reduction.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "harness/dataset/full_grid.h"

namespace sudoku::dataset {

namespace {

// Clue count of the first puzzle that a Reduction tests. Measured: 41 leads to the fewest tests.
constexpr int kFirstStepTo = 41;

// Removes clues that hidden singles restore; keeps the digits left in each row, column and box.
class HiddenSingleRemoval {
 public:
  explicit HiddenSingleRemoval(const Grid& puzzle) : puzzle_(puzzle) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle_.cells[cell] != kBlank) toggle(cell, set_of(puzzle_.cells[cell]));
    }
  }

  // Removes the clue of `cell` if a hidden single restores it.
  void take(int cell) {
    const DigitSet digit = set_of(puzzle_.cells[cell]);
    toggle(cell, digit);
    if (is_alone(cell, digit)) {
      puzzle_.cells[cell] = kBlank;
    } else {
      toggle(cell, digit);
    }
  }

  const Grid& puzzle() const { return puzzle_; }

 private:
  void toggle(int cell, DigitSet digit) {
    rows_[row_of(cell)] ^= digit;
    columns_[column_of(cell)] ^= digit;
    boxes_[box_of(cell)] ^= digit;
  }

  bool is_place(int cell, DigitSet digit) const {
    const unsigned seen = rows_[row_of(cell)] | columns_[column_of(cell)] | boxes_[box_of(cell)];
    return puzzle_.cells[cell] == kBlank && (seen & digit) == 0;
  }

  // Whether the row, column or box of `cell`, which still holds `digit`, has no other place for it.
  bool is_alone(int cell, DigitSet digit) const {
    const int corner = kBoxCorners[box_of(cell)];
    bool row = true;
    bool column = true;
    bool box = true;
    for (int i = 0; i < 9; ++i) {
      row = row && !is_place(9 * row_of(cell) + i, digit);
      column = column && !is_place(9 * i + column_of(cell), digit);
      box = box && !is_place(corner + 9 * (i / 3) + i % 3, digit);
    }
    return row || column || box;
  }

  Grid puzzle_;
  std::array<unsigned, 9> rows_{};
  std::array<unsigned, 9> columns_{};
  std::array<unsigned, 9> boxes_{};
};

// Cell of the first clue at `cell` or behind it; kCells when there is none.
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

Grid retracted(const Grid& full, const CellOrder& order) {
  HiddenSingleRemoval removal(full);
  for (const int cell : order)
    removal.take(cell);
  return removal.puzzle();
}

void MinimalityTest::run(std::span<const Grid> puzzles, std::span<const Answer> answers,
                         const Budget& budget, std::span<char> minimal) {
  candidates_.clear();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    minimal[i] = 0;
    if (answers[i].outcome == Outcome::unique) candidates_.push_back({i, next_clue(puzzles[i], 0)});
  }
  // Each round tests one clue of each candidate: most puzzles that are not minimal soon drop out.
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

}  // namespace sudoku::dataset
