// Exceptions that end a command: wrong usage, unusable input, output that cannot be written.
#pragma once

#include <stdexcept>

namespace sudoku::base {

// A mistake on the command line. what() is one line for the user: "--option: what was expected,
// what was found". The command ends with exit code 1.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An unusable input file. what() is one line for the user: "file:line:column: what was expected,
// what was found", or "file: why it cannot be read". The command ends with exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A failed write. what() is "file: cannot be written: why". The command ends with exit code 2.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The reader of a pipe has closed it. The command ends silently, with exit code 0.
class BrokenPipe : public OutputError {
 public:
  using OutputError::OutputError;
};

}  // namespace sudoku::base
