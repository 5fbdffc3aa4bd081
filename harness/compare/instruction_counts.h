// Change of a solver's instructions between two builds: evidence on where a change of cost comes
// from, or that a change is neutral, but no verdict. A build may execute 2 % more instructions in
// the same time, or take 6 % more time for as many.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/row.h"

namespace sudoku::compare {

// Change of the instructions of one function.
struct FunctionChange {
  std::string name;
  double per_puzzle = 0;  // instructions more or, if negative, fewer
};

struct InstructionChange {
  double before = 0;  // instructions per puzzle
  double now = 0;
  double tolerance = 0;       // relative change to which counts of one build repeat
  std::uint64_t puzzles = 0;  // on which valgrind counted; 0: the processor counted on all
  std::string isa = {};       // instruction set with which valgrind ran a built-in solver
  // Functions that changed in the direction of the whole, those that changed most first; and the
  // sum of all changes in that direction. Without a change of the whole, those that grew.
  std::vector<FunctionChange> functions = {};
  double moved = 0;

  double ratio() const { return now / before; }

  // Whether neither the whole nor functions changed by more than the tolerance.
  bool is_none() const;
};

// Change between two rows, by the counts of the processor or, failing these, of valgrind. None if
// either row has none, or they are not of the same puzzles and instruction set.
std::optional<InstructionChange> change_of_instructions(const result::Row& base,
                                                        const result::Row& candidate);

// Why valgrind's counts of two rows cannot be compared; empty: they can, or there are none.
std::string why_no_profiles(const result::Row& base, const result::Row& candidate);

// The change as a sentence: "+0.81 %, 1,008 instead of 1,000 per puzzle, …; most in descend, …".
std::string long_text(const InstructionChange& change);

// The change for a headline: "as many instructions as before, a neutral change", or "+0.8 %
// instructions, mostly in descend".
std::string brief_text(const InstructionChange& change);

}  // namespace sudoku::compare
