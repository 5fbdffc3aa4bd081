#include <array>
#include <span>

#include "harness/dataset/draft.h"
#include "harness/dataset/full_grid.h"
#include "harness/dataset/reduction.h"
#include "harness/dataset/retraction.h"
#include "solvers/singles.h"

namespace sudoku {

namespace {

// Clues leave a full grid in random order as long as singles solve it.
class Easy final : public Draft {
 public:
  Easy(const Random& random, int clues)
      : random_(random), clues_(clues > 0 ? clues : 30 + static_cast<int>(random_.below(7))) {}

  bool advance(const Answer& /*answer*/) override {
    puzzle_.solution = draw_full_grid(random_);
    Reduction reduction(puzzle_.solution, random_order(random_), clues_);
    while (!reduction.done() && reduction.needed() <= clues_)
      reduction.hear(try_singles(reduction.question()) == Singles::solved);
    puzzle_.puzzle = reduction.puzzle();
    return reduction.clues() == clues_;
  }

  GeneratedPuzzle puzzle() const override { return puzzle_; }

 private:
  Random random_;
  int clues_;
  GeneratedPuzzle puzzle_;
};

struct ClueShare {
  int clues;
  unsigned puzzles;
};

// Of the first 10,000 puzzles of K. Park, "1 million Sudoku games", kaggle.com, 2016.
constexpr std::array<ClueShare, 7> kKaggleClues = {
    {{30, 8}, {31, 57}, {32, 589}, {33, 2715}, {34, 4499}, {35, 2013}, {36, 119}}};

int draw_kaggle_clues(Random& random) {
  auto place = random.below(10000);
  for (const ClueShare& share : kKaggleClues) {
    if (place < share.puzzles) return share.clues;
    place -= share.puzzles;
  }
  return kKaggleClues.back().clues;
}

// Clues leave a full grid as long as each is a hidden single then and there, until none can go;
// once more, until the drawn number of clues is left.
class KaggleLike final : public Draft {
 public:
  explicit KaggleLike(const Random& random) : random_(random), clues_(draw_kaggle_clues(random_)) {}

  bool advance(const Answer& /*answer*/) override {
    // Drawing a grid takes as long as ten attempts at it.
    constexpr int kAttempts = 16;
    puzzle_.solution = draw_full_grid(random_);
    for (int i = 0; i < kAttempts; ++i) {
      puzzle_.puzzle = retracted(puzzle_.solution, random_order(random_));
      if (count_clues(puzzle_.puzzle) == clues_) return true;
    }
    return false;
  }

  GeneratedPuzzle puzzle() const override { return puzzle_; }

 private:
  Random random_;
  int clues_;
  GeneratedPuzzle puzzle_;
};

}  // namespace

std::unique_ptr<Draft> new_easy(const Random& random, int clues) {
  return std::make_unique<Easy>(random, clues);
}

std::unique_ptr<Draft> new_kaggle_like(const Random& random) {
  return std::make_unique<KaggleLike>(random);
}

}  // namespace sudoku
