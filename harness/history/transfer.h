// Histories as files of JSON, a result to a line.
#pragma once

#include <string>
#include <vector>

#include "harness/results/stored_line.h"

namespace sudoku {

// Every line of a file; "-" is standard input. Throws InputError "file:line: …", also when a
// document is not the one that its sha256 names.
std::vector<StoredLine> read_lines(const std::string& path);

}  // namespace sudoku
