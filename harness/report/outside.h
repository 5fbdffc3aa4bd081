// What a report says of solvers that are not compiled in: where they come from, and what they did.
#pragma once

#include <string>
#include <vector>

#include "harness/report/view.h"

namespace sudoku {

// Appends sentences without full stop: crashes, kills, disqualifications, what a solver leaves
// undone or does too much, and what starting it takes.
void note_outside(const View& view, std::vector<std::string>& notes);

// The options of `run` that put the row's solver, and nobody else, into a race; as a shell takes
// them.
std::string options_for(const ResultRecord& row);

// "python3 echo.py, version 1.2, -O3, sha256 9f86d081884c, GCC 12.2": what is known of it.
std::string provenance_text(const ExternalRecord& external);

// A section of Markdown with a row for each solver from outside, or nothing when there is none.
std::string outside_section(const RunResult& run);

}  // namespace sudoku
