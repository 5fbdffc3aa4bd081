// Tests of houses, of parsing, and of the check of a solution.
#include "solvers/sudoku.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace sudoku {
namespace {

const std::string kPuzzle =
    "..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..";
const std::string kSolution =
    "934825617672914853518637924325748169469153782781269435197582346853476291246391578";

struct ParseCase {
  const char* name;
  std::string text;
  bool ok;
  std::size_t at;  // position of the first character that does not belong
};

const ParseCase kParseCases[] = {
    {"a puzzle", kPuzzle, true, 81},
    {"a full grid", kSolution, true, 81},
    {"nothing", "", false, 0},
    {"one cell short", kPuzzle.substr(1), false, 80},
    {"one cell long", kPuzzle + ".", false, 81},
    {"a letter", "..x" + kPuzzle.substr(3), false, 2},
    {"a space at the end", kPuzzle.substr(0, 80) + " ", false, 80},
    {"a NUL", std::string(1, '\0') + kPuzzle.substr(1), false, 0},
    {"a byte above 127", kPuzzle.substr(0, 7) + "\xFF" + kPuzzle.substr(8), false, 7},
};

TEST(ParseGrid, PointsAtTheFirstCharacterThatDoesNotBelong) {
  for (const ParseCase& c : kParseCases) {
    SCOPED_TRACE(c.name);
    const ParsedGrid parsed = parse_grid(c.text);
    EXPECT_EQ(parsed.ok, c.ok);
    if (c.ok) {
      EXPECT_EQ(parsed.grid.text(), c.text);
    } else {
      EXPECT_EQ(parsed.at, c.at);
    }
  }
}

// The cells are read as vectors of characters, whose comparisons a wrong type would make signed.
TEST(ReadGrid, TakesEveryCellAndNoOtherCharacterAnywhere) {
  for (std::size_t at = 0; at < kPuzzle.size(); ++at) {
    for (int code = 0; code < 256; ++code) {
      std::string text = kPuzzle;
      text[at] = static_cast<char>(code);
      Grid grid{};
      const bool is_grid = read_grid(text, grid);
      ASSERT_EQ(is_grid, is_cell(text[at])) << code << " at " << at;
      if (is_blank(text[at])) text[at] = kBlank;
      ASSERT_TRUE(!is_grid || grid.text() == text) << code << " at " << at;
    }
  }
}

TEST(CountClues, CountsWhatIsNotBlank) {
  EXPECT_EQ(count_clues(kEmptyGrid), 0);
  EXPECT_EQ(count_clues(parse_grid(kPuzzle).grid), 34);
  EXPECT_EQ(count_clues(parse_grid(kSolution).grid), 81);
}

TEST(Houses, EveryCellIsInItsRowColumnAndBox) {
  struct {
    int cell, row, column, box;
  } const cells[] = {{0, 0, 0, 0}, {8, 0, 8, 2}, {30, 3, 3, 4}, {53, 5, 8, 5}, {80, 8, 8, 8}};

  for (const auto& c : cells) {
    EXPECT_EQ(row_of(c.cell), c.row);
    EXPECT_EQ(column_of(c.cell), c.column);
    EXPECT_EQ(box_of(c.cell), c.box);
  }
}

std::string swapped(std::string grid, std::size_t a, std::size_t b) {
  std::swap(grid[a], grid[b]);
  return grid;
}

// Digits 1..9 shifted by one per row: rows and columns are right, boxes are not.
std::string latin_square() {
  std::string grid;
  for (int cell = 0; cell < kCells; ++cell)
    grid += static_cast<char>('1' + (row_of(cell) + column_of(cell)) % 9);
  return grid;
}

// A grid with 1..9 in every row: only its rows are right; transposed, only its columns.
std::string same_rows(bool transposed) {
  std::string grid;
  for (int cell = 0; cell < kCells; ++cell)
    grid += static_cast<char>('1' + (transposed ? row_of(cell) : column_of(cell)));
  return grid;
}

TEST(IsSolution, EveryKindOfHouseCounts) {
  const std::pair<const char*, std::string> cases[] = {
      {"two digits of a row swapped", swapped(kSolution, 0, 1)},
      {"two digits of a column swapped", swapped(kSolution, 0, 9)},
      {"only rows and columns hold", latin_square()},
      {"only rows hold", same_rows(false)},
      {"only columns hold", same_rows(true)},
  };
  EXPECT_TRUE(is_solution(kEmptyGrid, parse_grid(kSolution).grid));
  for (const auto& [name, solution] : cases)
    EXPECT_FALSE(is_solution(kEmptyGrid, parse_grid(solution).grid)) << name;
}

TEST(IsSolution, EveryCharacterCounts) {
  const Grid solution = parse_grid(kSolution).grid;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    Grid changed = solution;
    for (int character = 0; character < 256; ++character) {
      changed.cells[cell] = static_cast<char>(character);
      EXPECT_EQ(is_solution(kEmptyGrid, changed), changed == solution) << cell << ' ' << character;
    }
  }
}

TEST(IsSolution, EveryClueCounts) {
  const Grid solution = parse_grid(kSolution).grid;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    Grid puzzle = kEmptyGrid;
    for (const char clue : std::string("123456789")) {
      puzzle.cells[cell] = clue;
      EXPECT_EQ(is_solution(puzzle, solution), clue == solution.cells[cell]) << cell << ' ' << clue;
    }
  }
}

TEST(IsSolution, EveryBoxCounts) {
  const Grid solution = parse_grid(kSolution).grid;
  for (int a = 0; a < 9; ++a) {
    for (int b = 0; b < 9; ++b) {
      Grid rows = solution;
      Grid columns = solution;
      for (int i = 0; i < 9; ++i) {
        std::swap(rows.cells[9 * a + i], rows.cells[9 * b + i]);
        std::swap(columns.cells[9 * i + a], columns.cells[9 * i + b]);
      }
      // All rows and columns still have all digits.
      EXPECT_EQ(is_solution(kEmptyGrid, rows), a / 3 == b / 3) << a << ' ' << b;
      EXPECT_EQ(is_solution(kEmptyGrid, columns), a / 3 == b / 3) << a << ' ' << b;
    }
  }
}

}  // namespace
}  // namespace sudoku
