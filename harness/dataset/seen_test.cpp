#include "harness/dataset/seen.h"

#include <gtest/gtest.h>

namespace sudoku::dataset {

namespace {

Grid with_clue(int cell, char digit) {
  Grid grid = kEmptyGrid;
  grid.cells[cell] = digit;
  return grid;
}

TEST(SeenPuzzles, CountsRepeatsAndKnowsWhatItHas) {
  SeenPuzzles none;
  EXPECT_EQ(none.finish(), 0);
  EXPECT_FALSE(none.contains(kEmptyGrid));

  SeenPuzzles seen;
  for (int times = 0; times < 3; ++times)
    seen.add(with_clue(0, '1'));
  seen.add(with_clue(80, '1'));
  seen.add(with_clue(80, '1'));
  EXPECT_EQ(seen.finish(), 3);
  EXPECT_TRUE(seen.contains(with_clue(0, '1')));
  EXPECT_TRUE(seen.contains(with_clue(80, '1')));
  EXPECT_FALSE(seen.contains(with_clue(80, '2')));
  EXPECT_FALSE(seen.contains(kEmptyGrid));
}

TEST(SeenPuzzles, TellsEveryClueApart) {
  SeenPuzzles seen;
  for (int place = 0; place < 9 * kCells; ++place)
    seen.add(with_clue(place / 9, static_cast<char>('1' + place % 9)));
  EXPECT_EQ(seen.finish(), 0);
}

}  // namespace

}  // namespace sudoku::dataset
