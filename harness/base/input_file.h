// Files that are read several times, even standard input, and whether they have changed meanwhile.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/descriptor.h"

namespace sudoku::base {

// What tells a file from one in its place, and from itself after a change: device, inode, size and
// modification time; zeros: there is none.
using FileIdentity = std::array<std::uint64_t, 5>;

FileIdentity identity_of(const std::string& path);

// Files that must stay as they are, such as programs that are started again and again.
class WatchedFiles {
 public:
  explicit WatchedFiles(const std::vector<std::string>& paths);

  // Path of a file that has been changed or replaced since the watch began; empty: none.
  const std::string& changed();

 private:
  std::vector<std::pair<std::string, FileIdentity>> files_;
  std::string changed_;
};

// A file given on the command line. Standard input ("-") and pipes are first copied to an unnamed
// temporary file, because a run reads its input twice.
class InputFile {
 public:
  // Throws InputError when standard input or a pipe cannot be read or copied.
  explicit InputFile(const std::string& argument);

  const std::string& path() const { return path_; }  // can be opened any number of times

  const std::string& name() const { return name_; }  // for messages: the argument, or "<stdin>"

  // Whether path() still leads to the same file, with the same size and modification time.
  bool unchanged() const { return identity_of(path_) == identity_; }

 private:
  std::string path_;
  std::string name_;
  Descriptor copy_;  // temporary copy of standard input or a pipe, if any
  FileIdentity identity_{};
};

}  // namespace sudoku::base
