#include "harness/dataset/seen.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "solvers/pencilmarks.h"

namespace sudoku::dataset {

namespace {

std::uint64_t repeats(SeenPuzzles& seen) {
  seen.sort();
  return seen.repeats();
}

Grid with_clue(int cell, char digit) {
  Grid grid = kEmptyGrid;
  grid.cells[cell] = digit;
  return grid;
}

TEST(SeenPuzzles, CountsRepeats) {
  SeenPuzzles none;
  EXPECT_EQ(repeats(none), 0);

  SeenPuzzles seen;
  for (int times = 0; times < 3; ++times)
    seen.add(kEmptyGrid);
  seen.add(with_clue(0, '1'));
  seen.add(with_clue(80, '1'));
  seen.add(with_clue(0, '1'));
  EXPECT_EQ(repeats(seen), 3);
}

TEST(SeenPuzzles, TellsEveryClueAndEveryCandidateApart) {
  SeenPuzzles seen;
  for (int place = 0; place < 729; ++place) {
    seen.add(with_clue(place / 9, static_cast<char>('1' + place % 9)));
    Pencilmarks marks = marks_of(kEmptyGrid);
    marks.of[place / 9] = static_cast<std::uint16_t>(marks.of[place / 9] ^ 1U << place % 9);
    seen.add({kEmptyGrid, &marks});
  }
  EXPECT_EQ(repeats(seen), 0);
}

TEST(SeenPuzzles, FindsRepeatsAmongMany) {
  constexpr int kDifferent = 250'000;
  SeenPuzzles seen;
  std::uint64_t repeated = 0;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < kDifferent; i += round + 1) {
      Grid grid = kEmptyGrid;
      for (int cell = 0, rest = i; rest > 0; ++cell, rest /= 10)
        grid.cells[cell] = rest % 10 == 0 ? kBlank : static_cast<char>('0' + rest % 10);
      seen.add(grid);
      repeated += round > 0 ? 1 : 0;
    }
  }
  EXPECT_EQ(repeats(seen), repeated);
}

TEST(SeenPuzzles, KnowsTheFirstLineOfAPuzzle) {
  SeenPuzzles seen(SeenPuzzles::Keep::lines);
  seen.sort();
  EXPECT_EQ(seen.line_of(kEmptyGrid), std::nullopt);

  const Pencilmarks marks = marks_of(kEmptyGrid);
  seen.add(with_clue(0, '1'), 2);
  seen.add(with_clue(80, '1'), 3);
  seen.add(with_clue(0, '1'), 5);
  seen.add({kEmptyGrid, &marks}, 7);
  EXPECT_EQ(repeats(seen), 1);
  EXPECT_EQ(seen.line_of(with_clue(0, '1')), 2);
  EXPECT_EQ(seen.line_of(with_clue(80, '1')), 3);
  EXPECT_EQ(seen.line_of({kEmptyGrid, &marks}), 7);
  EXPECT_EQ(seen.line_of(with_clue(80, '2')), std::nullopt);
  EXPECT_EQ(seen.line_of(kEmptyGrid), std::nullopt) << "a puzzle of another kind";
}

}  // namespace

}  // namespace sudoku::dataset
