// A file that is read several times, even if it is standard input.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "harness/base/descriptor.h"

namespace sudoku::base {

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
  using Identity = std::array<std::uint64_t, 5>;

  static Identity identity_of(const std::string& path);

  std::string path_;
  std::string name_;
  Descriptor copy_;  // temporary copy of standard input or a pipe, if any
  Identity identity_{};
};

}  // namespace sudoku::base
