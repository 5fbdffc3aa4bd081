#include "harness/dataset/isomorph.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "harness/dataset/contents_fixture.h"
#include "solvers/roster.h"

namespace sudoku::dataset {

namespace {

const Grid kGiven = grid_of(kPuzzle);

// kGiven without its ones and nines, so that these can be swapped in the solution.
Grid open_puzzle() {
  Grid puzzle = kGiven;
  std::ranges::replace_if(
      puzzle.cells, [](char c) { return c == '1' || c == '9'; }, kBlank);
  return puzzle;
}

const Grid kOpen = open_puzzle();

std::uint64_t count_solutions(const Grid& puzzle) {
  const auto solver = find_solver("dlx")->create();
  Answer answer;
  solver->solve({&puzzle, 1}, Budget{.solution_limit = 10'000}, {&answer, 1});
  return answer.solutions;
}

TEST(Isomorph, IdentityChangesNothing) { EXPECT_EQ(apply(identity(), kGiven), kGiven); }

TEST(Isomorph, RelabellingKeepsCells) {
  base::Random random(1);
  const Grid relabelled = apply(random_relabelling(random), kGiven);
  EXPECT_NE(relabelled, kGiven);
  for (int cell = 0; cell < kCells; ++cell)
    EXPECT_EQ(relabelled.cells[cell] == kBlank, kGiven.cells[cell] == kBlank);
}

TEST(Isomorph, MapsCellsAndDigitsOneToOne) {
  base::Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Isomorph isomorph = random_isomorph(random);
    EXPECT_EQ(std::set(isomorph.source.begin(), isomorph.source.end()).size(), 81);
    const std::set<char> labels(&isomorph.label['1'], &isomorph.label['9'] + 1);
    EXPECT_EQ(labels, (std::set<char>{'1', '2', '3', '4', '5', '6', '7', '8', '9'}));
    EXPECT_EQ(isomorph.label[kBlank], kBlank);
  }
}

TEST(Isomorph, KeepsCluesAndSolutions) {
  const std::uint64_t solutions = count_solutions(kOpen);
  ASSERT_GT(solutions, 1);
  base::Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Isomorph isomorph = random_isomorph(random);
    const Grid puzzle = apply(isomorph, kGiven);
    EXPECT_EQ(count_clues(puzzle), count_clues(kGiven));
    EXPECT_TRUE(is_solution(puzzle, apply(isomorph, grid_of(kSolution))));
    EXPECT_EQ(count_solutions(puzzle), 1);
    EXPECT_EQ(count_solutions(apply(isomorph, kOpen)), solutions);
  }
}

// The tolerances of the counts of drawn digits and cells are over four standard deviations.
TEST(Isomorph, DrawsUniformly) {
  base::Random random(5);
  std::map<char, int> labels;
  std::map<int, int> corners;
  std::map<char, int> relabelled;
  for (int i = 0; i < 45'000; ++i) {
    const Isomorph isomorph = random_isomorph(random);
    ++labels[isomorph.label['1']];
    ++corners[isomorph.source[0]];
    ++relabelled[random_relabelling(random).label['9']];
  }
  ASSERT_EQ(labels.size(), 9);
  ASSERT_EQ(relabelled.size(), 9);
  ASSERT_EQ(corners.size(), 81);
  for (const auto& [digit, count] : labels)
    EXPECT_NEAR(count, 5'000, 300);
  for (const auto& [digit, count] : relabelled)
    EXPECT_NEAR(count, 5'000, 300);
  for (const auto& [cell, count] : corners)
    EXPECT_NEAR(count, 555, 120);
}

}  // namespace

}  // namespace sudoku::dataset
