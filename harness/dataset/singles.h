// What a puzzle comes to by its singles alone, without search.
#pragma once

#include "solvers/sudoku.h"

namespace sudoku {

enum class Singles {
  solved,         // hence the puzzle has exactly one solution
  stuck,          // neither solved nor refuted
  contradiction,  // hence it has no solution
};

// Fills naked singles (cells with one candidate) and hidden singles (digits with one place in a
// house) until there are none.
Singles try_singles(const Grid& puzzle);

}  // namespace sudoku
