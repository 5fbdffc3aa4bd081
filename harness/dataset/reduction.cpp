#include "harness/dataset/reduction.h"

#include <algorithm>

namespace sudoku::dataset {

namespace {

// Clue count of the first puzzle that a Reduction tests. Measured: 41 leads to the fewest tests.
template <typename Puzzle>
constexpr int kFirstStepTo = 41;
// A little more than minimal pencilmark puzzles have (223 on average).
template <>
constexpr int kFirstStepTo<Pencilmarks> = 250;

bool has_clue_at(PuzzleRef puzzle, int place) {
  return puzzle.marks == nullptr ? has_clue(puzzle.clues, place) : has_clue(*puzzle.marks, place);
}

int clues_in(const Grid& puzzle) { return count_clues(puzzle); }

int clues_in(const Pencilmarks& puzzle) {
  return static_cast<int>(Pencilmarks::kText) - count_candidates(puzzle);
}

int places_of(PuzzleRef puzzle) {
  return static_cast<int>(puzzle.marks == nullptr ? kPlaces<Grid> : kPlaces<Pencilmarks>);
}

// Place of the first clue at `place` or behind it; the number of places when there is none.
int next_clue(PuzzleRef puzzle, int place) {
  while (place < places_of(puzzle) && !has_clue_at(puzzle, place))
    ++place;
  return place;
}

}  // namespace

bool has_clue(const Grid& puzzle, int place) { return puzzle.cells[place] != kBlank; }

bool has_clue(const Pencilmarks& puzzle, int place) {
  return !puzzle.allows(place / 9, place % 9 + 1);
}

void remove_clue(Grid& puzzle, int place) { puzzle.cells[place] = kBlank; }

void remove_clue(Pencilmarks& puzzle, int place) {
  std::uint16_t& candidates = puzzle.of[place / 9];
  candidates = static_cast<std::uint16_t>(candidates | 1U << place % 9);
}

template <typename Puzzle>
Reduction<Puzzle>::Reduction(const Puzzle& puzzle, const Order<Puzzle>& order, int fewest)
    : puzzle_(puzzle),
      order_(order),
      step_(std::max(1, clues_in(puzzle) - kFirstStepTo<Puzzle>)),
      clues_(clues_in(puzzle)),
      fewest_(fewest) {
  pose();
}

template <typename Puzzle>
void Reduction<Puzzle>::receive(bool holds) {
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

template <typename Puzzle>
void Reduction<Puzzle>::pose() {
  question_ = puzzle_;
  taken_ = 0;
  const int most = std::min(step_, clues_ - fewest_);
  for (asked_ = tried_; asked_ < order_.size() && taken_ < most; ++asked_) {
    if (!has_clue(question_, order_[asked_])) continue;
    remove_clue(question_, order_[asked_]);
    ++taken_;
  }
}

template class Reduction<Grid>;
template class Reduction<Pencilmarks>;

void MinimalityTest::run(const PuzzleSpan& puzzles, std::span<const Answer> answers,
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

void MinimalityTest::ask(const PuzzleSpan& puzzles, const Budget& budget) {
  reduced_.clear();
  for (const Undecided& undecided : undecided_) {
    reduced_.push_back(puzzles[undecided.puzzle]);
    if (reduced_.marks.empty()) {
      remove_clue(reduced_.clues.back(), undecided.place);
    } else {
      remove_clue(reduced_.marks.back(), undecided.place);
      reduced_.clues.back() = clues_of(reduced_.marks.back());
    }
  }
  answers_.assign(reduced_.size(), {});
  solver_.solve_either(reduced_.span(), budget, answers_);
}

void MinimalityTest::keep_undecided(const PuzzleSpan& puzzles, std::span<char> minimal) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < undecided_.size(); ++i) {
    Undecided undecided = undecided_[i];
    if (answers_[i].outcome != Outcome::multiple) continue;
    const PuzzleRef puzzle = puzzles[undecided.puzzle];
    undecided.place = next_clue(puzzle, undecided.place + 1);
    if (undecided.place == places_of(puzzle)) {
      minimal[undecided.puzzle] = 1;
    } else {
      undecided_[kept++] = undecided;
    }
  }
  undecided_.resize(kept);
}

}  // namespace sudoku::dataset
