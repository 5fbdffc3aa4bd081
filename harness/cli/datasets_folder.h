// Where the puzzle sets are that come with the program.
#pragma once

#include <string>

namespace sudoku {

// In a build tree, the folder of the source tree; of an installed program <prefix>/share/
// sudoku-bench/datasets, relative to the program. Throws InputError when it is not there.
std::string datasets_folder();

}  // namespace sudoku
