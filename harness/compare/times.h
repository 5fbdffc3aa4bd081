// The verdict on the time of each row and solver: a function of the documents of both sides.
//
// It judges paired measures only. If the processes of both sides took turns (`ab`), the pairs are
// their groups: in each, the faster of a build's two processes counts, because other work only
// makes a process slower. Otherwise the ratio of each row to the reference, which was measured in
// the same rounds, is compared between both sides: by the processes of a side, if it has several,
// else by the interval of its rounds. Rates on the clock decide nothing: they move with the
// machine.
#pragma once

#include <span>
#include <string>

#include "harness/compare/gate.h"

namespace sudoku::compare {

// The results of one side, at least one: runs of one build, of which the last is compared exactly.
using Runs = std::span<const result::RunResult>;

// Why a result is no run of the same side as another one: "the machine differs", "mrv on hard.csv
// has other answers"; empty: it is.
std::string why_not_one_side(const result::RunResult& run, const result::RunResult& last);

// Judges the times of all rows, and of solvers with several of them, as one family of tests.
// Replaces what the comparison of the last results of both sides says of them.
void judge_times(Runs base, Runs candidate, const stats::TimeRule& rule, Comparison& comparison);

// The row with this name (result::name_of()); null: there is none.
const result::Row* row_named(const result::RunResult& run, const std::string& name);

// Ratio as a change in per cent: "+12.3 %".
std::string change_text(double ratio);

// "+12.3 % (+10.1 to +14.6)"; without the interval if that reaches beyond ten times.
std::string change_text(const base::Estimate& ratio);

// Size of a change: "6.2 %", or "over 100 %".
std::string size_text(double change);

}  // namespace sudoku::compare
