// Unpacking by libarchive: bzip2 data and zip archives. libarchive is in a module of its own,
// sudoku-bench-archive.so, as it brings six libraries that most commands do without.
#pragma once

#include <memory>
#include <string>

#include "harness/base/input.h"

namespace sudoku::base {

// In these functions, messages call the data `name`, and `packed` must outlive the result. They and
// the result's read() throw InputError, Interrupted, and what `packed` throws.
struct Unpacker {
  // A decompressor of bzip2 data. Consecutive streams read as one file.
  std::unique_ptr<ByteSource> (*bzip2)(ByteSource& packed, std::string name);

  // The file called `member` in a zip archive. If that is empty, the only file: folders, empty
  // files and those that macOS adds do not count. The archive is read once, from its first byte on,
  // so that it may come from a pipe: that it holds another file is only noticed, and refused, at
  // the end of the first.
  std::unique_ptr<ByteSource> (*zip)(ByteSource& packed, std::string name, std::string member);
};

// Loads the module at the first call. Throws LoadError.
const Unpacker& unpacker();

}  // namespace sudoku::base
