// Unpacking by libarchive, which only this file uses: bzip2 data and zip archives.
#pragma once

#include <memory>
#include <string>

#include "harness/base/input.h"

namespace sudoku::base {

// In these functions, messages call the data `name`, and `packed` must outlive the result. They and
// the result's read() throw InputError, Interrupted, and what `packed` throws.

// A decompressor of bzip2 data. Consecutive streams read as one file.
std::unique_ptr<ByteSource> unpack_bzip2(ByteSource& packed, std::string name);

// The file in a zip archive. Folders, empty files and those that macOS adds do not count. The
// archive is read once, from its first byte on, so that it may come from a pipe: that it holds
// another file is only noticed, and refused, at the end of the first.
std::unique_ptr<ByteSource> unzip(ByteSource& packed, std::string name);

// The file called `member` in a zip archive, which may hold others.
std::unique_ptr<ByteSource> unzip_member(ByteSource& packed, std::string name, std::string member);

}  // namespace sudoku::base
