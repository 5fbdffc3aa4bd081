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

bool is_rectangle(const Grid& solution, const Grid& puzzle, const Corners& corners) {
  const auto digit = [&](int i) { return solution.cells[corners.cells[i]]; };
  const bool is_open =
      std::ranges::all_of(corners.cells, [&](int cell) { return puzzle.cells[cell] == '.'; });
  return is_open && digit(0) == digit(3) && digit(1) == digit(2);
}

bool found(const Grid& solution, const Grid& puzzle) {
  return has_rectangle<SinglePortable>(SinglePortable::read(solution.cells.data()),
                                       SinglePortable::read(puzzle.cells.data()));
}

bool found(const Grid& solution, const Pencilmarks& puzzle) {
  return has_rectangle<SinglePortable>(SinglePortable::read(solution.cells.data()),
                                       state_of_marks<SinglePortable>(puzzle.of.data()));
}

std::vector<Grid> solutions() {
  std::vector<Grid> solutions;
  for (const Answer& answer : solve_all(*find_solver("mrv_hidden")->create(),
                                        puzzles_in(BUNDLED_DATASETS "/easy.csv"), {}))
    solutions.push_back(answer.solution);
  return solutions;
}

TEST(Rectangle, ThereAre486Places) { EXPECT_EQ(all_corners().size(), 486U); }

TEST(SlowRectangle, IsFoundWhereverItLies) {
  std::size_t rectangles = 0;
  for (const Grid& solution : solutions()) {
    for (const Corners& corners : all_corners()) {
      Grid puzzle = solution;
      for (const int cell : corners.cells)
        puzzle.cells[cell] = '.';
      const bool expected = is_rectangle(solution, puzzle, corners);
      EXPECT_EQ(found(solution, puzzle), expected) << puzzle.text();
      if (!expected) continue;
      ++rectangles;
      for (const int cell : corners.cells) {
        Grid with_clue = puzzle;
        with_clue.cells[cell] = solution.cells[cell];
        EXPECT_FALSE(found(solution, with_clue)) << with_clue.text();
      }
    }
  }
  EXPECT_GT(rectangles, 1000U);
}

// A cell of a pencilmark puzzle may exclude just the digit that would be swapped in.
TEST(SlowRectangle, NeedsBothDigitsAllowedInAllItsCells) {
  std::size_t rectangles = 0;
  for (const Grid& solution : solutions()) {
    for (const Corners& corners : all_corners()) {
      Grid puzzle = solution;
      for (const int cell : corners.cells)
        puzzle.cells[cell] = '.';
      if (!is_rectangle(solution, puzzle, corners)) continue;
      ++rectangles;
      Pencilmarks marks = marks_of(puzzle);
      EXPECT_TRUE(found(solution, marks));
      for (int i = 0; i < 4; ++i) {
        const std::uint16_t before = marks.of[corners.cells[i]];
        const int swapped_in = solution.cells[corners.cells[i ^ 1]] - '1';
        marks.of[corners.cells[i]] = static_cast<std::uint16_t>(before & ~(1U << swapped_in));
        EXPECT_FALSE(found(solution, marks)) << i;
        marks.of[corners.cells[i]] = before;
      }
    }
  }
  EXPECT_GT(rectangles, 1000U);
}

TEST(Rectangle, IsFoundAmongRandomClues) {
  std::mt19937 random(1);
  const std::vector<Corners> corners = all_corners();
  std::size_t rectangles = 0;
  for (const Grid& solution : solutions()) {
    Grid puzzle = solution;
    for (char& cell : puzzle.cells)
      if (random() % 5 < 2) cell = '.';
    const bool expected = std::ranges::any_of(
        corners, [&](const Corners& each) { return is_rectangle(solution, puzzle, each); });
    EXPECT_EQ(found(solution, puzzle), expected) << puzzle.text();
    rectangles += expected ? 1 : 0;
  }
  EXPECT_GT(rectangles, 50U);
}

}  // namespace
}  // namespace sudoku::simd
