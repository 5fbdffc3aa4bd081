// Output to a terminal: the progress line of a long command, colours, and lines that may hold
// untrusted text.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/text.h"

namespace sudoku::cli {

// A line on standard error that is redrawn as work goes on. Does nothing unless that is a terminal.
class ProgressLine {
 public:
  // `prefix` begins the line.
  explicit ProgressLine(bool wanted, std::string prefix = "");
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total);

  // `total` is 0 when it is unknown.
  void fetching(std::string_view name, std::uint64_t here, std::uint64_t total);

  // `share` of the dataset (0 to 1) is done; `puzzles` counts those solved, over all rounds and
  // solvers.
  void running(std::string_view dataset, std::string_view solver, double share,
               std::uint64_t puzzles);

  // `made` puzzles of `total` are drawn.
  void making(std::string_view kind, std::uint64_t made, std::uint64_t total);

  // Erases the line, so that something else can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void draw(const std::string& line);
  bool is_due();
  double seconds_of(std::string_view dataset);

  bool wanted_;
  std::string prefix_;
  bool drawn_ = false;
  std::string dataset_;  // the name whose start is start_
  Clock::time_point start_;
  std::uint64_t first_bytes_ = 0;  // bytes already fetched at start_
  Clock::time_point last_;
};

inline bool is_terminal(std::FILE* stream) {
  return ::isatty(::fileno(stream)) == 1;
}

// Whether the stream is a terminal whose user has not asked for plain text (no-color.org).
inline bool wants_colour(std::FILE* stream) {
  return is_terminal(stream) && std::getenv("NO_COLOR") == nullptr;
}

// Prints a line, which may hold names of files and other untrusted text: control characters are
// replaced, so that it stays one line and moves no cursor.
template <typename... Parts>
void print_line(std::FILE* stream, fmt::format_string<Parts...> format, Parts&&... parts) {
  const std::string line = fmt::format(format, std::forward<Parts>(parts)...);
  fmt::print(stream, "{}\n", base::printable(line, base::kLongestLine));
}

}  // namespace sudoku::cli
