// Explanations: how a person would solve a puzzle, step by step and without guessing.
#pragma once

#include <string>
#include <vector>

#include "solvers/logic/technique.h"
#include "solvers/solver.h"

namespace sudoku::logic {

struct Explanation {
  // Steps as players write them, each an application of a technique that places one digit or
  // removes candidates: "r1c1=5, naked single (only candidate left)" or "r2c3<>7, r2c8<>7, x-wing
  // (7 in rows 1 and 5 lies only in columns 3 and 8)".
  std::vector<std::string> steps = {};
  Grid grid = kEmptyGrid;                 // after the last step, clues included
  Outcome outcome = Outcome::incomplete;  // unique: solved; none: contradiction; incomplete: stuck
  Technique hardest = Technique::none;    // hardest technique of the steps
};

// Applies the easiest technique that makes progress until none does or the grid contradicts itself.
Explanation explain(PuzzleRef puzzle);

}  // namespace sudoku::logic
