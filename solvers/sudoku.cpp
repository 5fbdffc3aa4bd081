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

// Without branches: whether a cell is a clue is hard to predict.
bool keeps_clues(const Grid& puzzle, const Grid& solution) {
  unsigned char lost = 0;
  for (std::size_t i = 0; i < kCells; ++i) {
    const auto clue = static_cast<unsigned char>(puzzle.cells[i] == kBlank ? 0 : 0xFF);
    lost = static_cast<unsigned char>(lost | (clue & (puzzle.cells[i] ^ solution.cells[i])));
  }
  return lost == 0;
}

constexpr unsigned kNineDigits = 0x1FF;

// By character: the digit's bit, or none.
constexpr auto kBits = [] {
  std::array<std::uint16_t, 256> bits{};
  for (int digit = 0; digit < 9; ++digit)
    bits[static_cast<unsigned char>('1' + digit)] = static_cast<std::uint16_t>(1 << digit);
  return bits;
}();

// The digits of three neighbouring cells of a row, 9 bits each.
std::uint32_t minirow_of(const char* cells) {
  const auto bits = [cells](int i) -> std::uint32_t {
    return kBits[static_cast<unsigned char>(cells[i])];
  };
  return bits(0) | bits(1) << 9 | bits(2) << 18;
}

std::uint32_t any_of(std::uint32_t minirow) { return minirow | minirow >> 9 | minirow >> 18; }

// Nine cells fill a house's nine bits only when no digit repeats.
bool fills_houses(const Grid& grid) {
  std::uint32_t in_all = kNineDigits;
  std::uint32_t columns[3] = {};
  const char* row = grid.cells.data();
  for (int band = 0; band < 3; ++band) {
    std::uint32_t boxes[3] = {};
    for (int r = 0; r < 3; ++r, row += 9) {
      const std::uint32_t minirows[3] = {minirow_of(row), minirow_of(row + 3), minirow_of(row + 6)};
      in_all &= any_of(minirows[0] | minirows[1] | minirows[2]);
      for (int k = 0; k < 3; ++k)
        boxes[k] |= minirows[k];
    }
    for (int k = 0; k < 3; ++k) {
      in_all &= any_of(boxes[k]);
      columns[k] |= boxes[k];
    }
  }
  const std::uint32_t in_columns = columns[0] & columns[1] & columns[2];
  return (in_all & in_columns & in_columns >> 9 & in_columns >> 18) == kNineDigits;
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
  return keeps_clues(puzzle, solution) && fills_houses(solution);
}

}  // namespace sudoku
