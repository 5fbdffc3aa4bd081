// Compares has_rectangle() with a check of every pair of rows and columns.
#include "solvers/simd/rectangle.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/simd/vector_fixture.h"
#include "solvers/simd/vector_portable.h"

namespace sudoku::simd {
namespace {

struct Corners {
  int cells[4];  // two cells of one row, then two of another row
};

bool lie_in_two_boxes(int row, int other_row, int column, int other_column) {
  return (row / 3 == other_row / 3) != (column / 3 == other_column / 3);
}

void add_corners(int row, int other_row, std::vector<Corners>& all) {
  for (int column = 0; column < 9; ++column) {
    for (int other = column + 1; other < 9; ++other) {
      if (!lie_in_two_boxes(row, other_row, column, other)) continue;
      all.push_back(
          {{9 * row + column, 9 * row + other, 9 * other_row + column, 9 * other_row + other}});
    }
  }
}

// All 486 sets of four cells that may be a rectangle.
std::vector<Corners> all_corners() {
  std::vector<Corners> all;
  for (int row = 0; row < 9; ++row) {
    for (int other_row = row + 1; other_row < 9; ++other_row)
      add_corners(row, other_row, all);
  }
  return all;
}

// Whether two digits of the solution can be swapped in these cells.
bool is_rectangle(const Grid& solution, const Grid& puzzle, const Corners& corners) {
  const auto digit = [&](int i) { return solution.cells[corners.cells[i]]; };
  return digit(0) == digit(3) && digit(1) == digit(2) &&
         std::ranges::all_of(corners.cells, [&](int cell) { return puzzle.cells[cell] == kBlank; });
}

bool found(const Grid& solution, const Grid& puzzle) {
  return has_rectangle<SinglePortable>(SinglePortable::read(solution.cells.data()),
                                       SinglePortable::read(puzzle.cells.data()));
}

TEST(Rectangle, ThereAre486Places) { EXPECT_EQ(all_corners().size(), 486U); }

TEST(Rectangle, IsFoundAmongRandomClues) {
  std::mt19937 random(1);
  const std::vector<Corners> corners = all_corners();
  std::size_t alone = 0;
  for (const Answer& answer : answers_of("mrv_hidden", bundled("easy.csv"), 2)) {
    for (int i = 0; i < 3; ++i) {
      Grid puzzle = answer.solution;
      for (char& cell : puzzle.cells)
        if (random() % 5 > 2) cell = kBlank;
      const auto rectangles = std::ranges::count_if(corners, [&](const Corners& each) {
        return is_rectangle(answer.solution, puzzle, each);
      });
      EXPECT_EQ(found(answer.solution, puzzle), rectangles > 0) << puzzle.text();
      alone += rectangles == 1 ? 1 : 0;
    }
  }
  EXPECT_GT(alone, 486U);
}

}  // namespace
}  // namespace sudoku::simd
