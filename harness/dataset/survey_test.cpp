#include "harness/dataset/survey.h"

#include <gtest/gtest.h>

namespace sudoku::dataset {

namespace {

Grid with_clue(int cell, char digit) {
  Grid grid = kEmptyGrid;
  grid.cells[cell] = digit;
  return grid;
}

TEST(Duplicates, CountsWhatWasThereBefore) {
  const Duplicates none;
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

// More than a list's chunk holds: repeats must be found across chunks, in all lists.
TEST(Duplicates, FindsRepeatsAmongMany) {
  constexpr int kDifferent = 250'000;
  Duplicates duplicates;
  std::uint64_t repeated = 0;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < kDifferent; i += round + 1) {
      Grid grid = kEmptyGrid;
      for (int cell = 0, rest = i; rest > 0; ++cell, rest /= 10)
        grid.cells[cell] = rest % 10 == 0 ? kBlank : static_cast<char>('0' + rest % 10);
      duplicates.add(grid);
      repeated += round > 0 ? 1 : 0;
    }
  }
  EXPECT_EQ(duplicates.count(), repeated);
}

}  // namespace

}  // namespace sudoku::dataset
