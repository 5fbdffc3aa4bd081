#include "harness/dataset/reduction.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/full_grid.h"
#include "solvers/roster.h"

namespace sudoku::dataset {

namespace {

class ReductionTest : public testing::Test {
 protected:
  bool is_proper(const Grid& puzzle) {
    Answer answer;
    ++questions_;
    solver_->solve({&puzzle, 1}, Budget{}, {&answer, 1});
    return answer.outcome == Outcome::unique;
  }

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
  base::Random random_{1};
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
      reduction.receive(is_proper(reduction.question()));
    EXPECT_EQ(reduction.puzzle().text(), expected.text());
    EXPECT_EQ(reduction.clues(), count_clues(expected));
    if (fewest == 0) {
      EXPECT_EQ(reduction.needed(), reduction.clues());
    }
    EXPECT_LT(questions_, 70);
  }
}

TEST_F(ReductionTest, StopsAtOnceWhenNothingMayGo) {
  const Grid full = draw_full_grid(random_);
  EXPECT_TRUE(Reduction(full, random_order(random_), kCells).done());
  EXPECT_TRUE(Reduction(kEmptyGrid, random_order(random_), 0).done());
}

const std::string kMinimal =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const std::string kMinimalSolved =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

struct MinimalCase {
  const char* name;
  std::string puzzle;
  bool minimal;
};

const MinimalCase kMinimalCases[] = {
    {"minimal", kMinimal, true},
    {"with a clue too many at the beginning", "41" + kMinimal.substr(2), false},
    {"with a clue too many at the end", kMinimal.substr(0, 80) + "3", false},
    {"solved", kMinimalSolved, false},
    {"several solutions", "." + kMinimal.substr(1), false},
    {"no solution", "44" + kMinimal.substr(2), false},
    {"nothing", std::string(81, '.'), false},
};

TEST(MinimalityTest, TellsWhichPuzzlesAreMinimal) {
  const auto solver = find_solver("mrv_hidden")->create();
  std::vector<Grid> puzzles;
  for (const MinimalCase& c : kMinimalCases)
    puzzles.push_back(parse_grid(c.puzzle).grid);
  std::vector<Answer> answers(puzzles.size());
  solver->solve(puzzles, {}, answers);
  ASSERT_EQ(answers[0].solution.text(), kMinimalSolved);
  std::vector<char> minimal(puzzles.size(), 2);
  MinimalityTest(*solver).run(puzzles, answers, {}, minimal);
  for (std::size_t i = 0; i < puzzles.size(); ++i)
    EXPECT_EQ(minimal[i], kMinimalCases[i].minimal ? 1 : 0) << kMinimalCases[i].name;
}

}  // namespace

}  // namespace sudoku::dataset
