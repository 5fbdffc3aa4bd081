// The one exception for output that cannot be written.
#pragma once

#include <stdexcept>

namespace sudoku {

// what() is one line for the user: "file: cannot be written: why". Ends the command with exit
// code 2.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sudoku
