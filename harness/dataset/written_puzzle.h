// A puzzle as somebody types it on a command line.
#pragma once

#include <optional>
#include <string_view>

#include "solvers/sudoku.h"

namespace sudoku {

// 81 cells, with anything between them that people put there: line feeds, blanks, bars, commas,
// brackets, rules between the boxes. Nothing when the text is no puzzle, but perhaps a file's name.
// Throws InputError when it is a puzzle and has more or fewer cells.
std::optional<Grid> parse_written_puzzle(std::string_view text);

}  // namespace sudoku
