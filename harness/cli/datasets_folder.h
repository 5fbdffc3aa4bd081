// Where the puzzle sets are that come with the program.
#pragma once

#include <string>

namespace sudoku {

// The installed ones beside the running program (<prefix>/share/sudoku-bench/datasets), else those
// of the source tree that it was built from. Throws InputError when neither is there.
std::string datasets_folder();

}  // namespace sudoku
