// Filling the naked and hidden singles of a puzzle, without search.
#pragma once

#include <cstdint>

#include "solvers/sudoku.h"

namespace sudoku {

enum class Singles : std::uint8_t {
  solved,         // the puzzle has exactly one solution
  stuck,          // neither solved nor refuted
  contradiction,  // the puzzle has no solution
};

// What filling naked and hidden singles (see propagation.h), until none is left, proves.
Singles try_singles(Grid puzzle);

}  // namespace sudoku
