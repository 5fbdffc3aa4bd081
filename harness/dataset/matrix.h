// Puzzles as numerical programs write them: a matrix of numbers, with 9 columns and 0 for blanks,
// or with 3, the row, column and digit of each clue.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "harness/dataset/layout.h"

namespace sudoku {

struct Matrix {
  Layout::Kind kind = Layout::Kind::triples;
  bool has_header = false;  // in the first line
};

// What kind of matrix begins with `line`, if one does.
std::optional<Matrix> as_matrix(std::string_view line);

// How many numbers `line` holds, if it holds nothing else and several; otherwise 0.
std::size_t matrix_width(std::string_view line);

}  // namespace sudoku
