#include "harness/dataset/rows.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace sudoku {

namespace {

constexpr bool is_digit(char c) {
  return c >= '1' && c <= '9';
}

// Looks at all of them whatever the first ones are, in bytes, so that compilers make vectors of it.
bool all_digits(const Grid& grid) {
  unsigned char others = 0;
  for (const char c : grid.cells)
    others = static_cast<unsigned char>(others | (is_digit(c) ? 0 : 1));
  return others == 0;
}

}  // namespace

void set_fault(Row& row, std::size_t at, std::string fault) {
  row.column = at + 1;
  row.fault = std::move(fault);
}

bool is_cut(Row& row, std::string_view line) {
  if (line.size() < kCutLine) return false;
  set_fault(row, 0, fmt::format("expected at most {} bytes in a line, found more", kCutLine - 1));
  return true;
}

std::string message_of(const Row& row, const std::string& file) {
  return fmt::format("{}:{}:{}: {}", file, row.line, row.column, row.fault);
}

std::string described(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (c == kReplacedNul) return "a NUL or SUB byte";
  if (code < ' ' || code >= 0x7F) return fmt::format("byte 0x{:02X}", code);
  return fmt::format("'{}'", c);
}

std::string described(std::string_view text) {
  constexpr std::size_t kMostQuoted = 60;
  const std::string_view quoted = text.substr(0, kMostQuoted);
  const auto* const odd = std::ranges::find_if(quoted, [](char c) { return c < ' ' || c > '~'; });
  if (odd != quoted.end()) return described(*odd);
  return fmt::format("'{}{}'", quoted, text.size() > kMostQuoted ? "..." : "");
}

void take_puzzle(Row& row, const Field& field) {
  const ParsedGrid parsed = parse_grid(field.text);
  if (parsed.ok) [[likely]] {
    row.puzzle = parsed.grid;
  } else if (parsed.at < std::min<std::size_t>(field.text.size(), kCells)) {
    set_fault(row, field.at + parsed.at,
              fmt::format("expected a digit or a blank (one of . 0 * _), found {}",
                          described(field.text[parsed.at])));
  } else {
    set_fault(row, field.at, fmt::format("expected 81 cells, found {}", field.text.size()));
  }
}

void take_solution(Row& row, const Field& field) {
  if (field.text.size() == kCells) [[likely]] {
    std::memcpy(row.solution.cells.data(), field.text.data(), kCells);
    if (all_digits(row.solution)) [[likely]]
      return;
  }
  row.solution = kEmptyGrid;
  if (field.text.empty()) return;
  const std::size_t bad = field.text.find_first_not_of("123456789");
  if (bad != std::string_view::npos) {
    set_fault(
        row, field.at + bad,
        fmt::format("expected a digit of the solution, found {}", described(field.text[bad])));
  } else {
    set_fault(row, field.at,
              fmt::format("expected 81 digits in the solution, found {}", field.text.size()));
  }
}

}  // namespace sudoku
