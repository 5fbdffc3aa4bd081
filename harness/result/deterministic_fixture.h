// Deterministic part of a result, equal in every repetition of a run: outcomes, digests, guesses,
// tallies, logic counts, and which solvers were given and solved which puzzles.
#pragma once

#include <string>

#include "harness/result/document.h"

namespace sudoku::result {

// The result without the fields that vary between runs: equal for repeated runs, resumed and
// uninterrupted runs, merged parts and the whole. A field varies only if its flags say so.
RunResult deterministic_part(RunResult run);

// JSON text of deterministic_part.
std::string deterministic_json(const RunResult& run);

}  // namespace sudoku::result
