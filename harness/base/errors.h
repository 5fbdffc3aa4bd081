// The exceptions that end a command: a mistake on its command line, input that cannot be used, and
// output that cannot be written.
#pragma once

#include <stdexcept>

namespace sudoku::base {

// what() is one line for the user: "--option: what was expected, what was found". Ends the command
// with exit code 1.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// what() is one line for the user: "file:line:column: what was expected, what was found", or
// "file: why it cannot be read". Ends the command with exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// what() is one line for the user: "file: cannot be written: why". Ends the command with exit
// code 2.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The reader of a pipe has closed it. Ends the command quietly, with exit code 0.
class BrokenPipe : public OutputError {
 public:
  using OutputError::OutputError;
};

}  // namespace sudoku::base
