// Deterministic part of a result, equal in every repetition of a run: outcomes, digests, guesses,
// logic counts, and which solvers were given and solved which puzzles.
#pragma once

#include <string>

#include "harness/result/document.h"

namespace sudoku::result {

// JSON of the result without the fields that vary between runs: equal for repeated runs, resumed
// and uninterrupted runs, merged parts and the whole. A field varies only if its flags say so.
std::string deterministic_json(RunResult run);

}  // namespace sudoku::result
