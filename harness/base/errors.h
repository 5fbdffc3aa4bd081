// Exceptions that end a command: wrong usage, unusable input, output that cannot be written.
#pragma once

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace sudoku::base {

// An error whose what() is one line for the user, given as a text or as a pattern with values.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;

  template <typename First, typename... Rest>
  explicit Error(fmt::format_string<First, Rest...> pattern, First&& first, Rest&&... rest)
      : runtime_error(
            fmt::format(pattern, std::forward<First>(first), std::forward<Rest>(rest)...)) {}
};

// A mistake on the command line. what() is "--option: what was expected, what was found". The
// command ends with exit code 1.
struct UsageError : Error {
  using Error::Error;
};

// An unusable input file. what() is "file:line:column: what was expected, what was found", or
// "file: why it cannot be read". The command ends with exit code 2.
struct InputError : Error {
  using Error::Error;
};

// A failed write. what() is "file: cannot be written: why". The command ends with exit code 2.
struct OutputError : Error {
  using Error::Error;
};

// The reader of a pipe has closed it. The command ends silently, with exit code 0.
struct BrokenPipe : OutputError {
  using OutputError::OutputError;
};

}  // namespace sudoku::base
