#include "harness/dataset/draft.h"

#include "harness/dataset/full_grid.h"
#include "harness/dataset/reduction.h"

namespace sudoku {

namespace {

class FullGrid final : public Draft {
 public:
  explicit FullGrid(const Random& random) : random_(random) {}

  bool advance(const Answer& /*answer*/) override {
    grid_ = draw_full_grid(random_);
    return true;
  }

  GeneratedPuzzle puzzle() const override { return {grid_, grid_}; }

 private:
  Random random_;
  Grid grid_ = kEmptyGrid;
};

// Given numbers of clues in random cells of random grids, until they have one solution. A grid of
// its own for every attempt, or puzzles of grids that have few of them would be too likely.
class RandomClues final : public Draft {
 public:
  RandomClues(const Random& random, int clues) : random_(random), clues_(clues) {}

  const Grid* question() const override { return drawn_ ? &puzzle_ : nullptr; }

  bool advance(const Answer& answer) override {
    if (drawn_ && answer.outcome == Outcome::unique) return true;
    draw();
    return false;
  }

  GeneratedPuzzle puzzle() const override { return {puzzle_, solution_}; }

 private:
  void draw() {
    drawn_ = true;
    solution_ = draw_full_grid(random_);
    puzzle_ = kEmptyGrid;
    const CellOrder order = random_order(random_);
    for (int i = 0; i < clues_; ++i)
      puzzle_.cells[order[i]] = solution_.cells[order[i]];
  }

  Random random_;
  int clues_;
  bool drawn_ = false;
  Grid puzzle_ = kEmptyGrid;
  Grid solution_ = kEmptyGrid;
};

}  // namespace

std::unique_ptr<Draft> new_full_grid(const Random& random) {
  return std::make_unique<FullGrid>(random);
}

std::unique_ptr<Draft> new_random_clues(const Random& random, int clues) {
  return std::make_unique<RandomClues>(random, clues);
}

std::unique_ptr<Draft> new_draft(const Recipe& recipe, const Random& random, const Score& score) {
  switch (recipe.kind) {
    case PuzzleKind::full:
      return new_full_grid(random);
    case PuzzleKind::minimal:
      return new_minimal(random);
    case PuzzleKind::clues:
      return recipe.sampling == ClueSampling::subsets ? new_random_clues(random, recipe.clues)
                                                      : new_with_clues(random, recipe.clues);
    case PuzzleKind::easy:
      return new_easy(random, recipe.clues);
    case PuzzleKind::hard:
      return new_hard(random, recipe.climb, score);
    case PuzzleKind::several:
      return new_several(random);
    case PuzzleKind::none:
      return new_none(random);
    case PuzzleKind::kaggle:
      break;
  }
  return new_kaggle_like(random);
}

}  // namespace sudoku
