#include "solvers/sudoku.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace sudoku {

namespace {

// 16 characters. In the compiler's own vectors, because clang 14 leaves the loops over them scalar.
using Chars [[gnu::vector_size(16)]] = unsigned char;

// Reads 81 characters, also behind a wrong one: millions of rows a second. Of the blanks, '*' and
// '_' are taken only if `kRare`, because they cost a third more.
template <bool kRare>
bool take_cells(const char* text, Grid& grid) {
  Chars others{};
  for (const std::size_t begin : {0, 16, 32, 48, 64, kCells - 16}) {
    Chars chars;
    std::memcpy(&chars, text + begin, sizeof chars);
    auto blank = reinterpret_cast<Chars>(chars == kBlank);
    if constexpr (kRare) blank |= reinterpret_cast<Chars>((chars == '*') | (chars == '_'));
    others |= ~(blank | reinterpret_cast<Chars>(chars - '0' < 10));
    blank |= reinterpret_cast<Chars>(chars == '0');
    const Chars cells = (chars & ~blank) | (blank & kBlank);
    std::memcpy(grid.cells.data() + begin, &cells, sizeof cells);
  }
  std::array<std::uint64_t, 2> halves{};
  std::memcpy(&halves, &others, sizeof halves);
  return (halves[0] | halves[1]) == 0;
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

bool read_grid(std::string_view text, Grid& grid) {
  return text.size() == kCells &&
         (take_cells<false>(text.data(), grid) || take_cells<true>(text.data(), grid));
}

ParsedGrid parse_grid(std::string_view text) {
  ParsedGrid parsed;
  parsed.ok = read_grid(text, parsed.grid);
  if (parsed.ok) return parsed;
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
