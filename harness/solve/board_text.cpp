#include "harness/solve/board_text.h"

#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku {

namespace {

constexpr std::string_view kGap = "   ";
constexpr std::size_t kLines = 13;
constexpr std::string_view kClue = "\x1b[1m";
constexpr std::string_view kFound = "\x1b[36m";
constexpr std::string_view kPlain = "\x1b[0m";

using Lines = std::array<std::string, kLines>;

std::string cell_text(char clue, char digit, bool colour) {
  if (!colour || digit == kBlank) return {digit};
  return fmt::format("{}{}{}", clue == digit ? kClue : kFound, digit, kPlain);
}

std::string row_text(const Grid& puzzle, const Grid& shown, std::size_t r, bool colour) {
  std::string line = "│";
  for (std::size_t c = 0; c < 9; ++c) {
    const std::size_t cell = 9 * r + c;
    line += ' ' + cell_text(puzzle.cells[cell], shown.cells[cell], colour);
    if (c % 3 == 2) line += " │";
  }
  return line;
}

Lines board(const Grid& puzzle, const Grid& shown, bool colour) {
  Lines lines;
  std::size_t line = 0;
  lines[line++] = "┌───────┬───────┬───────┐";
  for (std::size_t r = 0; r < 9; ++r) {
    if (r == 3 || r == 6) lines[line++] = "├───────┼───────┼───────┤";
    lines[line++] = row_text(puzzle, shown, r, colour);
  }
  lines[line] = "└───────┴───────┴───────┘";
  return lines;
}

}  // namespace

std::string drawn(const Grid& puzzle, const Grid& solution, bool colour) {
  const Lines left = board(puzzle, puzzle, colour);
  const Lines right = board(puzzle, solution, colour);
  std::string text;
  for (std::size_t i = 0; i < kLines; ++i)
    text += fmt::format("{}{}{}\n", left[i], kGap, right[i]);
  return text;
}

std::string drawn(const Grid& puzzle, bool colour) {
  return fmt::format("{}\n", fmt::join(board(puzzle, puzzle, colour), "\n"));
}

}  // namespace sudoku
