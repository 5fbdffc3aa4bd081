// A file out of a zip archive: the only door to libzip.
#pragma once

#include <cstdint>
#include <string>

namespace sudoku {

// Writes the file that the archive calls `member` to `path`, a name of our own, so that nothing in
// an archive can choose a place. Throws InputError when there is no such file, it is damaged or
// encrypted, or larger than `most_bytes`; OutputError when it cannot be written.
void unpack_member(const std::string& archive, const std::string& member, const std::string& path,
                   std::uint64_t most_bytes);

}  // namespace sudoku
