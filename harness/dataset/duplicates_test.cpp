#include "harness/dataset/duplicates.h"

#include <gtest/gtest.h>

namespace sudoku {
namespace {

Grid with_clue(int cell, char digit) {
  Grid grid = kEmptyGrid;
  grid.cells[cell] = digit;
  return grid;
}

TEST(Duplicates, CountsWhatWasThereBefore) {
  Duplicates none;
  EXPECT_EQ(none.count(), 0);

  Duplicates duplicates;
  for (int times = 0; times < 3; ++times)
    duplicates.add(kEmptyGrid);
  duplicates.add(with_clue(0, '1'));
  duplicates.add(with_clue(80, '1'));
  duplicates.add(with_clue(0, '1'));
  EXPECT_EQ(duplicates.count(), 3);
}

TEST(Duplicates, TellsEveryCellAndDigitApart) {
  Duplicates duplicates;
  for (int cell = 0; cell < kCells; ++cell) {
    for (char digit = '1'; digit <= '9'; ++digit)
      duplicates.add(with_clue(cell, digit));
  }
  EXPECT_EQ(duplicates.count(), 0);
}

}  // namespace
}  // namespace sudoku
