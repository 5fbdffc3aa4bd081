// A small file, all at once.
#pragma once

#include <string>

namespace sudoku {

// Throws InputError "path: cannot be read: …", also when reading fails on the way: half a file must
// not pass for the whole.
std::string whole_file(const std::string& path);

// The same of a text, which `what` names. Throws InputError also when there is a byte 0 in it,
// which no text has, or when it goes on after a gigabyte: a device may never end.
std::string text_file(const std::string& path, const char* what);

}  // namespace sudoku
