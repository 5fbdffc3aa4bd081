// Exceptions that end a command: wrong usage, unusable input, output that cannot be written,
// programs that cannot be started.
#pragma once

#include <cerrno>
#include <stdexcept>
#include <system_error>
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

// A program or a shared library that cannot be loaded or started. what() names it and says why. The
// command ends with exit code 2.
struct LoadError : Error {
  using Error::Error;
};

// The reader of a pipe has closed it. The command ends silently, with exit code 0.
struct BrokenPipe : OutputError {
  using OutputError::OutputError;
};

// Throws the system's error of the last call, which was to do `what`.
[[noreturn]] inline void throw_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace sudoku::base
