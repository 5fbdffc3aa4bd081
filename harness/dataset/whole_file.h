// A small file, all at once.
#pragma once

#include <string>

namespace sudoku {

// Throws InputError "path: cannot be read: …", also when reading fails on the way: half a file must
// not pass for the whole.
std::string whole_file(const std::string& path);

}  // namespace sudoku
