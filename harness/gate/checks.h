// What must be the same in two results of the same solver on the same puzzles, whatever the machine
// and its mood: the deterministic tier of a comparison.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/gate/matching.h"

namespace sudoku {

enum class Finding : std::uint8_t {
  same,
  allowed,    // changed, and that was said to be meant
  faster,     // less time or fewer instructions
  noted,      // too little to fail, too much to be silent about
  unlike,     // an instruction set that one side does not have: not to be compared
  undecided,  // the two results cannot tell
  slower,     // more time or more instructions
  changed,
  crashed,  // the new result has crashes,
  broken,   // or wrong answers
};

struct CheckRecord {
  std::string
      check;  // soundness, completeness, answers, outcomes, timeouts, guesses, instructions, time
  Finding finding = Finding::same;
  std::string text;  // a phrase: what was compared or what differs
};

// In that order; those with nothing to say are left out. Block by block, on the largest sample that
// both rows solved. Which puzzles run out of time differs from run to run: with timeouts, a
// difference of answers or guesses decides nothing.
std::vector<CheckRecord> deterministic_checks(const RowPair& pair, bool accept_guesses);

}  // namespace sudoku
