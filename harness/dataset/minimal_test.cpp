#include "harness/dataset/minimal.h"

#include <string>

#include <gtest/gtest.h>

#include "solvers/roster.h"

namespace sudoku {
namespace {

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
}  // namespace sudoku
