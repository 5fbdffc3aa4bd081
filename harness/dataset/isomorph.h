// Symmetries of Sudoku: relabelling digits, permuting rows, columns, bands and stacks, transposing.
// They keep the number of solutions, the clue count and minimality.
#pragma once

#include <array>
#include <cstdint>

#include "harness/base/random.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

struct Isomorph {
  std::array<char, 256> label;              // image of each character; kBlank maps to itself
  std::array<std::uint8_t, kCells> source;  // original cell of each cell of the result
};

Isomorph identity();

// A uniformly drawn permutation of the digits that does not move cells.
Isomorph random_relabelling(base::Random& random);

// A uniformly drawn member of the whole group of 9! x 2 x 6^8 symmetries.
Isomorph random_isomorph(base::Random& random);

Grid apply(const Isomorph& isomorph, const Grid& grid);

}  // namespace sudoku::dataset
