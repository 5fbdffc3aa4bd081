// What makes an improper puzzle of a proper one.
#pragma once

#include "harness/dataset/generated_puzzle.h"
#include "harness/dataset/random.h"

namespace sudoku {

// Takes one to four clues away: of a minimal puzzle, and it has several solutions.
void leave_clues_out(GeneratedPuzzle& puzzle, Random& random);

// Adds a wrong digit, the first in random order that no clue and no singles refute: there is no
// solution then, and only a search shows it. False, and the puzzle unchanged, when there is none.
bool add_wrong_digit(GeneratedPuzzle& puzzle, Random& random);

}  // namespace sudoku
