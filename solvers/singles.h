// What a puzzle becomes by its singles alone, without search.
#pragma once

#include <cstdint>

#include "solvers/sudoku.h"

namespace sudoku {

enum class Singles : std::uint8_t {
  solved,         // hence the puzzle has exactly one solution
  stuck,          // neither solved nor refuted
  contradiction,  // hence it has no solution; the grid is meaningless then
};

// Fills naked singles (cells with one candidate), then hidden singles (digits with one place in a
// house), until there are none.
Singles fill_singles(Grid& grid);

inline Singles try_singles(Grid puzzle) {
  return fill_singles(puzzle);
}

}  // namespace sudoku
