// Files that are written whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace sudoku {

// Writes `content` to a temporary file beside `path` and renames it over it, so that a reader, a
// full disk or a kill never meets half a file. "-" is standard output; what cannot be replaced (a
// pipe, a device) is written to directly. Throws OutputError, the old file then still there. Not
// for two threads and one path at a time.
void write_aside(const std::string& path, std::string_view content);

// Throws the OutputError that write_aside would meet now, so that an hour of measuring is not lost
// for a folder that does not exist. Leaves nothing behind.
void ensure_writable(const std::string& path);

}  // namespace sudoku
