#include "harness/dataset/reduction.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/full_grid.h"
#include "harness/dataset/retraction.h"
#include "solvers/roster.h"
#include "solvers/singles.h"

namespace sudoku {
namespace {

class ReductionTest : public testing::Test {
 protected:
  bool is_proper(const Grid& puzzle) {
    Answer answer;
    ++questions_;
    solver_->solve({&puzzle, 1}, Budget{}, {&answer, 1});
    return answer.outcome == Outcome::unique;
  }

  // A clue at a time, as anybody would.
  Grid one_by_one(Grid puzzle, const CellOrder& order, int fewest) {
    for (const int cell : order) {
      if (count_clues(puzzle) == fewest) break;
      const char clue = puzzle.cells[cell];
      puzzle.cells[cell] = kBlank;
      if (!is_proper(puzzle)) puzzle.cells[cell] = clue;
    }
    return puzzle;
  }

  std::unique_ptr<Solver> solver_ = find_solver("mrv_hidden")->create();
  Random random_{1};
  int questions_ = 0;
};

TEST_F(ReductionTest, LeavesWhatTryingEachClueLeaves) {
  for (const int fewest : {0, 0, 0, 0, 26, 35, 60, 80}) {
    SCOPED_TRACE(fewest);
    const Grid full = draw_full_grid(random_);
    const CellOrder order = random_order(random_);
    const Grid expected = one_by_one(full, order, fewest);
    questions_ = 0;
    Reduction reduction(full, order, fewest);
    while (!reduction.done())
      reduction.hear(is_proper(reduction.question()));
    EXPECT_EQ(reduction.puzzle().text(), expected.text());
    EXPECT_EQ(reduction.clues(), count_clues(expected));
    EXPECT_LT(questions_, 70);
  }
}

TEST_F(ReductionTest, KnowsHowManyCluesAreNeeded) {
  Reduction reduction(draw_full_grid(random_), random_order(random_), 0);
  while (!reduction.done())
    reduction.hear(is_proper(reduction.question()));
  EXPECT_EQ(reduction.needed(), reduction.clues());
}

TEST_F(ReductionTest, StopsAtOnceWhenNothingMayGo) {
  const Grid full = draw_full_grid(random_);
  EXPECT_TRUE(Reduction(full, random_order(random_), kCells).done());
  EXPECT_TRUE(Reduction(kEmptyGrid, random_order(random_), 0).done());
}

TEST_F(ReductionTest, WhatIsRetractedComesBackBySingles) {
  for (int i = 0; i < 100; ++i) {
    const Grid full = draw_full_grid(random_);
    const CellOrder order = random_order(random_);
    const Grid puzzle = retracted(full, order);
    EXPECT_EQ(try_singles(puzzle), Singles::solved);
    EXPECT_TRUE(is_solution(puzzle, full));
    EXPECT_LT(count_clues(puzzle), 45);
    // The first of the order always has no other place.
    EXPECT_EQ(puzzle.cells[order[0]], kBlank);
  }
}

}  // namespace
}  // namespace sudoku
