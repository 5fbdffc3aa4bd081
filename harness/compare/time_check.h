// What a comparison says of a change of time, whichever plan measured it.
#pragma once

#include <string>

#include "harness/compare/gate.h"
#include "harness/stats/time_verdict.h"

namespace sudoku::compare {

// The check of a time that has a verdict. `figures`: the change and how it was measured;
// `explanation`: phrase on where a faster or slower time comes from.
CheckRecord time_check(const stats::TimeJudgement& judged, const std::string& figures,
                       const std::string& explanation);

// Change of a row's time per puzzle and its reasons: more search, more code per guess, or slower
// execution: "+12.3 % = guesses +12.0 % (the search grew) × time per guess +0.3 % (…)". `ratio` is
// the time of the candidate over that of the base.
std::string explained_change(const RowPair& pair, double ratio);

// Ratio as a change in per cent: "+12.3 %".
std::string change_text(double ratio);

// "+12.3 % (+10.1 to +14.6)"; without the interval if that is infinite.
std::string change_text(const base::Estimate& ratio);

// Size of a change: "6.2 %", or "over 100 %".
std::string size_text(double change);

// Phrase saying that a slow-down of size `detectable` would have been seen.
std::string seen_text(double detectable);

// Phrase on which changes count and which would have been seen: "threshold 3.0 %, …".
std::string limits_of(const stats::TimeJudgement& judged);

}  // namespace sudoku::compare
