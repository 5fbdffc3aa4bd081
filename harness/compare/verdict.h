// Overall verdict of a comparison: its exit code and its headline.
#pragma once

#include <cstdint>
#include <string>

#include "harness/compare/gate.h"

namespace sudoku::compare {

// Overall result of a comparison, that of its gravest finding. Unmatched rows never pass.
enum class GateResult : std::uint8_t { passed, inconclusive, unmatched, regressed, broken };

GateResult result_of(const Comparison& comparison);

// Verdict in one sentence, which names the solver, the file and the size of the gravest findings:
// "SLOWER: jcz on hard.csv, +9.2 % (+6.1 to +12.0)."
std::string verdict_of(const Comparison& comparison);

}  // namespace sudoku::compare
