// What it means when a solver from outside says how many solutions it found.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solvers/external/external.h"
#include "solvers/search.h"

namespace sudoku {

// Sets outcome and number of solutions. A count that cannot be is kept as it is, for whoever checks
// the answer to refuse.
inline void set_count(Answer& answer, std::uint64_t count, std::uint64_t limit, LimitUse use) {
  const std::uint64_t solutions = use == LimitUse::all ? std::min(count, limit) : count;
  answer.solutions = solutions;
  if (use == LimitUse::first) {
    answer.outcome = solutions == 0 ? Outcome::none : Outcome::first;
  } else {
    answer.outcome = solutions > limit ? Outcome::multiple : outcome_of(solutions, limit);
  }
}

}  // namespace sudoku
