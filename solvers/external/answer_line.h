// What a command says about a puzzle, in a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "solvers/external/external.h"

namespace sudoku {

// One of
//   (nothing)         no solution
//   DIGITS            a solution, 81 of '1'..'9'; others were not looked for
//   COUNT             as many solutions, up to the limit; not at limit 1, which asks for one
//   COUNT DIGITS      the same, and the first of them
// Nothing when the line is none of them.
std::optional<Answer> answer_of(std::string_view line, std::uint64_t limit, LimitUse use);

}  // namespace sudoku
