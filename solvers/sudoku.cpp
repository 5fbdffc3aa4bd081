#include "solvers/sudoku.h"

#include <algorithm>
#include <cstdint>

namespace sudoku {

namespace {

constexpr char kNotACell = '\0';

// What a character of the input means: '1'..'9', kBlank or kNotACell. A table, because parsing
// must keep up with millions of rows a second.
constexpr std::array<char, 256> meanings() {
  std::array<char, 256> table{};
  for (unsigned char c = '1'; c <= '9'; ++c)
    table[c] = static_cast<char>(c);
  for (const char c : {'.', '0', '*', '_'})
    table[static_cast<unsigned char>(c)] = kBlank;
  return table;
}

constexpr std::array<char, 256> kMeanings = meanings();

constexpr char meaning_of(char c) {
  return kMeanings[static_cast<unsigned char>(c)];
}

}  // namespace

ParsedGrid parse_grid(std::string_view text) {
  ParsedGrid parsed;
  const std::size_t length = std::min<std::size_t>(text.size(), kCells);
  for (std::size_t i = 0; i < length; ++i) {
    const char cell = meaning_of(text[i]);
    if (cell == kNotACell) {
      parsed.at = i;
      return parsed;
    }
    parsed.grid.cells[i] = cell;
  }
  parsed.at = length;
  parsed.ok = text.size() == kCells;
  return parsed;
}

int count_clues(const Grid& puzzle) {
  return kCells - static_cast<int>(std::ranges::count(puzzle.cells, kBlank));
}

bool is_solution(const Grid& puzzle, const Grid& solution) {
  std::array<std::uint16_t, 27> seen{};
  for (int cell = 0; cell < kCells; ++cell) {
    const char digit = solution.cells[cell];
    if (digit < '1' || digit > '9') return false;
    if (puzzle.cells[cell] != kBlank && puzzle.cells[cell] != digit) return false;

    const auto bit = static_cast<std::uint16_t>(1U << (digit - '1'));
    seen[row_of(cell)] |= bit;
    seen[9 + column_of(cell)] |= bit;
    seen[18 + box_of(cell)] |= bit;
  }
  // Nine cells fill a house's nine bits only when no digit repeats.
  return std::ranges::all_of(seen, [](std::uint16_t house) { return house == 0x1FF; });
}

}  // namespace sudoku
