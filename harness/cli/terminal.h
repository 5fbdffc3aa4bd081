// Whether a stream is a terminal that shows colours, and lines that are safe to show on one.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "harness/report/utf8.h"

namespace sudoku {

inline bool is_terminal(std::FILE* stream) {
  return ::isatty(::fileno(stream)) == 1;
}

// A terminal whose user has not asked for plain text (no-color.org).
inline bool wants_colour(std::FILE* stream) {
  return is_terminal(stream) && std::getenv("NO_COLOR") == nullptr;
}

// Prints a line. Names of files and other texts from strangers may stand in it: it stays one line,
// and moves no cursor.
template <typename... Parts>
void print_line(std::FILE* stream, fmt::format_string<Parts...> format, Parts&&... parts) {
  const std::string line = fmt::format(format, std::forward<Parts>(parts)...);
  fmt::print(stream, "{}\n", printable(line, kLongestLine));
}

}  // namespace sudoku
