// A file out of a zip archive: the only door to libzip.
#pragma once

#include <cstdint>
#include <string>

#include "harness/results/write_aside.h"

namespace sudoku {

// Writes what the archive calls `member` into `file`, a name of our own, so that nothing in an
// archive can choose a place. Throws InputError when there is no such file, it is damaged or
// encrypted, or larger than `most_bytes`; OutputError when it cannot be written.
void unpack_member(const std::string& archive, const std::string& member, AsideFile& file,
                   std::uint64_t most_bytes);

}  // namespace sudoku
