// What of a result is the same whenever and wherever the race is run again: outcomes, digests,
// guesses, tallies, what logic did, who met and solved what. All other fields depend on the clock,
// the machine or the mood of either.
#pragma once

#include <string>

#include "harness/result/document.h"

namespace sudoku::result {

// The result with every field that is not deterministic at its default: two runs of the same race
// agree in the rest, a resumed run with one that was not interrupted, and merged parts with the
// whole. A new field counts as deterministic until it is left out here.
RunResult deterministic_part(RunResult run);

// The document of deterministic_part, to be compared as text.
std::string deterministic_json(const RunResult& run);

}  // namespace sudoku::result
