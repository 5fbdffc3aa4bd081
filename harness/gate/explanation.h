// Why a row takes more or less time than before: because it searches more, because its code does
// more for each guess, or because the machine takes longer for the same.
#pragma once

#include <string>

#include "harness/gate/matching.h"

namespace sudoku {

// Ratios, new over base; their product is `time`. NaN: not known.
struct Explanation {
  double time = 0;                    // a puzzle
  double guesses = 0;                 // a puzzle; 1 when neither side guesses
  double instructions_per_guess = 0;  // a puzzle's, when neither side guesses
  double time_per_instruction = 0;
  double time_per_guess = 0;  // the two above together: known without a counter
};

// `time` is the ratio to be explained. Instructions are left unknown unless both rows counted them,
// on the same instruction set.
Explanation explain(const RowPair& pair, double time);

// "+12.3 % = guesses +12.0 % (the search grew) × time a guess +0.3 % (code or machine: …)"
std::string text_of(const Explanation& explanation);

}  // namespace sudoku
