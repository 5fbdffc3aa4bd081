// The terms of Sudoku, and the types that all other code builds on.
//
//   cell    0..80, row by row from the top left      digit   1..9
//   house   a row, a column or a box (27 of them)    peer    another cell of a cell's houses
//   clue    a cell that the puzzle fills             band    rows 0..2, 3..5 or 6..8
//   guess   one branching decision of a search       stack   columns 0..2, 3..5 or 6..8
//   proper  a puzzle with exactly one solution       minimal proper, and every clue is needed
#pragma once

#include <array>
#include <string_view>

namespace sudoku {

inline constexpr int kCells = 81;
inline constexpr char kBlank = '.';

constexpr int row_of(int cell) { return cell / 9; }

constexpr int column_of(int cell) { return cell % 9; }

constexpr int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

constexpr bool is_digit(char c) { return c >= '1' && c <= '9'; }

constexpr bool is_blank(char c) { return c == kBlank || c == '0' || c == '*' || c == '_'; }

constexpr bool is_cell(char c) { return is_digit(c) || is_blank(c); }

// A puzzle or a solution: 81 of '1'..'9' or '.', row by row, not terminated. It can be printed,
// compared, hashed and passed to the C interface without conversion.
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

// The result of parse_grid(). `at` is the 0-based position of the first character that does not
// belong (== text.size() when the text is too short); meaningless when `ok`.
struct ParsedGrid {
  bool ok = false;
  std::size_t at = 0;
  Grid grid = kEmptyGrid;
};

// Reads exactly 81 characters: '1'..'9' are clues; '.', '0', '*' and '_' are blanks.
ParsedGrid parse_grid(std::string_view text);

// As parse_grid(), for texts that nearly always are grids: reads into `grid`, without a copy, and
// returns whether `text` is one. If not, `grid` is left with any characters.
bool read_grid(std::string_view text, Grid& grid);

int count_clues(const Grid& puzzle);

// Calls visit(cell, digit) for each clue.
template <typename Visit>
void for_each_clue(const Grid& puzzle, Visit visit) {
  for (int cell = 0; cell < kCells; ++cell)
    if (puzzle.cells[cell] != kBlank) visit(cell, puzzle.cells[cell] - '0');
}

// True when `solution` keeps every clue of `puzzle` and every house holds 1..9 once.
bool is_solution(const Grid& puzzle, const Grid& solution);

}  // namespace sudoku
