// The one exception for input that cannot be used.
#pragma once

#include <stdexcept>

namespace sudoku {

// what() is one line for the user: "file:line:column: what was expected, what was found", or
// "file: why it cannot be read". Ends the command with exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sudoku
