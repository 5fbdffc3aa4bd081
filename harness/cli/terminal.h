// What is at the other end of a stream.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <unistd.h>

namespace sudoku {

inline bool is_terminal(std::FILE* stream) {
  return ::isatty(::fileno(stream)) == 1;
}

// A terminal whose user has not asked for plain text (no-color.org).
inline bool wants_colour(std::FILE* stream) {
  return is_terminal(stream) && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace sudoku
