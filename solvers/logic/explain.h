// Explanations: how a person would solve a puzzle, step by step and without guessing.
#pragma once

#include <string>
#include <vector>

#include "solvers/logic/technique.h"
#include "solvers/solver.h"

namespace sudoku::logic {

struct Candidate {
  int cell = 0;   // 0..80
  int digit = 0;  // 1..9

  bool operator==(const Candidate&) const = default;
};

// One application of a technique: a single places one digit, any other removes candidates.
struct Step {
  Technique technique = Technique::none;
  std::vector<Candidate> placed = {};
  std::vector<Candidate> removed = {};  // sorted by digit, then by cell
  std::string because = {};             // such as "only place for 5 in row 3"
};

struct Explanation {
  std::vector<Step> steps = {};
  Grid grid = kEmptyGrid;                 // after the last step, clues included
  Outcome outcome = Outcome::incomplete;  // unique: solved; none: contradiction; incomplete: stuck
  Technique hardest = Technique::none;    // hardest technique of the steps
};

// Applies the easiest technique that makes progress until none does or the grid contradicts itself.
Explanation explain(const Grid& puzzle);
Explanation explain(const Pencilmarks& puzzle);

// A step as players write it: "r1c1=5, naked single (only digit left)" or
// "r2c3<>7, r2c8<>7, x-wing (7 in rows 1 and 5 lies in columns 3 and 8)".
std::string notation_of(const Step& step);

}  // namespace sudoku::logic
