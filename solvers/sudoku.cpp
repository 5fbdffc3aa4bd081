#include "solvers/sudoku.h"

#include <algorithm>
#include <cstdint>

namespace sudoku {

namespace {

// Short loops over all cells, even after a wrong one, are vectorised: millions of rows a second.
bool take_cells(const char* text, Grid& grid) {
  std::array<char, kCells> cells{};
  for (std::size_t i = 0; i < kCells; ++i)
    cells[i] = text[i] == '0' || text[i] == '*' ? kBlank : text[i];
  for (char& cell : cells)
    cell = cell == '_' ? kBlank : cell;
  grid.cells = cells;
  unsigned char others = 0;
  for (const char cell : cells) {
    const char c = cell == kBlank ? '1' : cell;
    others = static_cast<unsigned char>(others | (is_digit(c) ? 0 : 1));
  }
  return others == 0;
}

}  // namespace

ParsedGrid parse_grid(std::string_view text) {
  ParsedGrid parsed;
  parsed.ok = text.size() == kCells && take_cells(text.data(), parsed.grid);
  if (parsed.ok) [[likely]]
    return parsed;
  const std::string_view cells = text.substr(0, kCells);
  const auto* const stranger = std::ranges::find_if_not(cells, is_cell);
  parsed.at = static_cast<std::size_t>(stranger - cells.begin());
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
