// Change of a solver's instructions between two builds: evidence on where a change of cost comes
// from, or that a change is neutral, but no verdict. A build may execute 2 % more instructions in
// the same time, or take 6 % more time for as many.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/result/row.h"

namespace sudoku::compare {

struct InstructionChange {
  double before = 0;  // instructions per puzzle
  double now = 0;
  double tolerance = 0;       // relative change to which counts of one build repeat
  std::uint64_t puzzles = 0;  // on which valgrind counted; 0: the processor counted on all
  std::string isa = {};       // instruction set with which valgrind ran a built-in solver

  double ratio() const { return now / before; }

  bool is_none() const { return std::abs(ratio() - 1) <= tolerance; }
};

// Change between two rows, by the counts of the processor or, failing these, of valgrind. None if
// either row has none, or they are not of the same puzzles and instruction set.
std::optional<InstructionChange> change_of_instructions(const result::Row& base,
                                                        const result::Row& candidate);

// Why valgrind's counts of two rows cannot be compared; empty: they can, or there are none.
std::string why_no_counts_by_valgrind(const result::Row& base, const result::Row& candidate);

// The change as a sentence: "+0.81 %, 1,008 instead of 1,000 per puzzle".
std::string long_text(const InstructionChange& change);

// The change for a headline: "as many instructions as before, a neutral change", or "+0.8 %
// instructions".
std::string brief_text(const InstructionChange& change);

}  // namespace sudoku::compare
