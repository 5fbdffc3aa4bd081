#include "harness/dataset/profile.h"

#include <limits>

#include <gtest/gtest.h>

namespace sudoku {
namespace {

TEST(Distribution, KnowsMeanAndQuantiles) {
  Distribution values;
  for (const double value : {3.0, 1.0, 1.0, 10.0})
    values.add(value);
  EXPECT_EQ(values.count(), 4);
  EXPECT_EQ(values.count_of(1), 2);
  EXPECT_EQ(values.count_of(2), 0);
  EXPECT_EQ(values.mean(), 3.75);
  EXPECT_EQ(values.quantile(0), 1);
  EXPECT_EQ(values.quantile(0.5), 1);
  EXPECT_EQ(values.quantile(0.51), 3);
  EXPECT_EQ(values.quantile(0.75), 3);
  EXPECT_EQ(values.quantile(1), 10);
}

TEST(Profile, CountsABlock) {
  Grid one_clue = kEmptyGrid;
  one_clue.cells[5] = '5';
  const double none = std::numeric_limits<double>::quiet_NaN();
  Block block;
  block.puzzles = {one_clue, kEmptyGrid, one_clue, one_clue};
  block.ratings = {2.5, none, 1.5, none};
  const std::vector<Answer> answers = {{.outcome = Outcome::unique, .guesses = 7},
                                       {.outcome = Outcome::multiple},
                                       {.outcome = Outcome::none},
                                       {.outcome = Outcome::unique}};
  Profile profile;
  profile.add(block, answers, std::array<char, 4>{1, 0, 0, 0});
  EXPECT_EQ(profile.puzzles, 4);
  EXPECT_EQ(profile.clues[0], 1);
  EXPECT_EQ(profile.clues[1], 3);
  EXPECT_EQ(profile.proper, 2);
  EXPECT_EQ(profile.several, 1);
  EXPECT_EQ(profile.none, 1);
  EXPECT_EQ(profile.minimal, 1);
  EXPECT_EQ(profile.guesses.count(), 4);
  EXPECT_EQ(profile.guesses.quantile(1), 7);
  EXPECT_EQ(profile.ratings.count(), 2);
  EXPECT_EQ(profile.ratings.mean(), 2);
}

}  // namespace
}  // namespace sudoku
