// Terminal output: the progress line of a long command, colours, lines of untrusted text.
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

#include "harness/base/table.h"
#include "harness/base/text.h"

namespace sudoku::cli {

// Line on standard error that is redrawn as work goes on; does nothing without a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted, std::string prefix = "");

  ~ProgressLine() { clear(); }

  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Shows that `read` of `total` bytes are read; 0 in all: not known.
  void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total);

  // Shows that solvers are tried before a run, the `number`-th of so many.
  void trying(std::string_view dataset, std::size_t number, std::size_t of);

  // Shows a run: `share` (0 to 1) of the dataset is done, and what is known of speeds so far.
  void running(std::string_view dataset, double share, std::string_view speeds);

  void making(std::string_view kind, std::uint64_t made, std::uint64_t total);

  // Erases the progress line, so that something else can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void draw(const std::string& line);
  bool is_due();
  double seconds_of(std::string_view dataset);

  bool wanted_;
  std::string prefix_;
  bool drawn_ = false;
  std::string dataset_;  // dataset whose progress began at start_
  Clock::time_point start_;
  Clock::time_point last_;
};

inline bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

// Whether the stream is a terminal and NO_COLOR (no-color.org) is unset.
inline bool wants_colour(std::FILE* stream) {
  return is_terminal(stream) && std::getenv("NO_COLOR") == nullptr;
}

// The stream as a screen. Without a terminal, the environment variable COLUMNS sets the width.
base::Screen screen_of(std::FILE* stream);

// Prints one line of possibly untrusted text, such as file names: control characters are replaced,
// so that it stays one line and cannot move the cursor.
template <typename... Parts>
void print_line(std::FILE* stream, fmt::format_string<Parts...> format, Parts&&... parts) {
  const std::string line = fmt::format(format, std::forward<Parts>(parts)...);
  fmt::print(stream, "{}\n", base::printable(line, base::kLongestLine));
}

}  // namespace sudoku::cli
