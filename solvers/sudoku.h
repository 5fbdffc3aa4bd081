// The words of the field, and what everything else here is made of.
//
//   cell    0..80, row by row from the top left      digit   1..9
//   house   a row, a column or a box (27 of them)     peer    a cell that shares a house
//   clue    a cell that the puzzle fills              band    three rows of boxes' height (0..2)
//   guess   one branching decision of a search        stack   three columns of boxes' width (0..2)
//   proper  a puzzle with exactly one solution        minimal no clue can go without a second
//   solution
#pragma once

#include <array>
#include <string_view>

namespace sudoku {

inline constexpr int kCells = 81;
inline constexpr char kBlank = '.';

constexpr int row_of(int cell) {
  return cell / 9;
}

constexpr int column_of(int cell) {
  return cell % 9;
}

constexpr int box_of(int cell) {
  return cell / 27 * 3 + cell % 9 / 3;
}

// A puzzle or a solution: 81 of '1'..'9' or '.', row by row. Prints, compares, hashes and crosses
// the C interface without conversion; not terminated.
struct Grid {
  std::array<char, kCells> cells;

  bool operator==(const Grid&) const = default;

  std::string_view text() const { return {cells.data(), cells.size()}; }
};

constexpr Grid filled_with(char content) {
  Grid grid{};
  grid.cells.fill(content);
  return grid;
}

inline constexpr Grid kEmptyGrid = filled_with(kBlank);

// What parsing one puzzle came to. `at` is the 0-based position of the first character that does
// not belong (== text.size() when the text ends too early); meaningless when `ok`.
struct ParsedGrid {
  bool ok = false;
  std::size_t at = 0;
  Grid grid = kEmptyGrid;
};

// Reads exactly 81 characters: '1'..'9' are clues; '.', '0', '*' and '_' are blanks.
ParsedGrid parse_grid(std::string_view text);

int count_clues(const Grid& puzzle);

// True when `solution` keeps every clue of `puzzle` and every house holds 1..9 once.
bool is_solution(const Grid& puzzle, const Grid& solution);

}  // namespace sudoku
