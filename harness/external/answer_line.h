// Makes an Answer of an external solver's count of solutions or line of text.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/external/external.h"
#include "solvers/search.h"

namespace sudoku::external {

// Number of solutions up to which a solver's counts are believed: more are cut to it.
constexpr std::uint64_t most_counted(std::uint64_t limit, LimitUse use) {
  if (use == LimitUse::all) return limit;
  return use == LimitUse::two ? std::min<std::uint64_t>(limit, 2) : kUnlimited;
}

// Sets an answer's outcome and count; an impossible count is kept for the checker to refuse.
inline void set_count(Answer& answer, std::uint64_t count, std::uint64_t limit, LimitUse use) {
  const std::uint64_t solutions = std::min(count, most_counted(limit, use));
  answer.solutions = solutions;
  if (use == LimitUse::first) {
    answer.outcome = solutions == 0 ? Outcome::none : Outcome::first;
  } else {
    answer.outcome = solutions > limit ? Outcome::multiple : outcome_of(solutions, limit);
  }
}

// The answer in a line of a command, blanks around its parts aside, or nothing when it is none of
//   (empty line)      no solution
//   DIGITS            a solution, 81 of '1'..'9'; others were not looked for
//   COUNT             number of solutions up to the limit, none of them shown
//   COUNT DIGITS      number of solutions, and the first of them
std::optional<Answer> answer_of(std::string_view line, std::uint64_t limit, LimitUse use);

}  // namespace sudoku::external
