// Retired instructions: deterministic but for a few in a thousand, and so the finest time there is.
#pragma once

#include <optional>

#include "harness/gate/checks.h"

namespace sudoku {

// A change from which on it is worth a word, and one from which on it is a failure.
inline constexpr double kInstructionsNoted = 0.005;
inline constexpr double kInstructionsFailed = 0.02;

// None unless both rows counted them, for the same puzzles on the same instruction set.
std::optional<CheckRecord> instruction_check(const RowPair& pair);

}  // namespace sudoku
