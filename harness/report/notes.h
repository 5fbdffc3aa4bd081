// The words around a table: what it is of, what limits its figures, what its columns mean.
#pragma once

#include <string>
#include <vector>

#include "harness/report/view.h"

namespace sudoku {

// "44,242 puzzles, 21–31 clues (mean 24.6), 2 rows in quarantine", and a mark on small sets.
std::string caption(const View& view);

// One sentence each, without full stop; none when there is nothing to say.
std::vector<std::string> notes(const View& view);

// What the columns that this run filled mean, one line each.
std::vector<std::string> legend(const RunResult& run);

// "1,302 unique, 3 timeout".
std::string outcomes_text(const ResultRecord& row);

}  // namespace sudoku
