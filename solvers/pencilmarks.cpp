#include "solvers/pencilmarks.h"

#include <algorithm>
#include <bit>

namespace sudoku {

namespace {

constexpr char digit_at(std::size_t position) { return static_cast<char>('1' + position % 9); }

}  // namespace

std::array<char, Pencilmarks::kText> Pencilmarks::text() const {
  std::array<char, kText> text{};
  for (std::size_t i = 0; i < kText; ++i)
    text[i] = (of[i / 9] >> (i % 9) & 1) != 0 ? digit_at(i) : kBlank;
  return text;
}

ParsedPencilmarks parse_pencilmarks(std::string_view text) {
  ParsedPencilmarks parsed;
  for (std::size_t i = 0; i < std::min(text.size(), Pencilmarks::kText); ++i) {
    const bool is_digit = text[i] == digit_at(i);
    parsed.at = i;
    if (!is_digit && !is_blank(text[i])) return parsed;
    std::uint16_t& cell = parsed.marks.of[i / 9];
    cell = static_cast<std::uint16_t>(cell | (is_digit ? 1U << i % 9 : 0U));
  }
  parsed.at = std::min(text.size(), Pencilmarks::kText);
  parsed.ok = text.size() == Pencilmarks::kText;
  return parsed;
}

Pencilmarks marks_of(const Grid& puzzle) {
  Pencilmarks marks{};
  std::ranges::transform(puzzle.cells, marks.of.begin(), [](char cell) {
    return cell == kBlank ? Pencilmarks::kAll : static_cast<std::uint16_t>(1U << (cell - '1'));
  });
  return marks;
}

Grid clues_of(const Pencilmarks& puzzle) {
  Grid clues{};
  std::ranges::transform(puzzle.of, clues.cells.begin(), [](std::uint16_t cell) {
    return Pencilmarks::is_single(cell) ? static_cast<char>('1' + std::countr_zero(cell)) : kBlank;
  });
  return clues;
}

int count_candidates(const Pencilmarks& puzzle) {
  int count = 0;
  for (const std::uint16_t cell : puzzle.of)
    count += std::popcount(cell);
  return count;
}

std::string PuzzleRef::text() const {
  if (marks == nullptr) return std::string(clues.text());
  const auto text = marks->text();
  return {text.data(), text.size()};
}

bool is_solution_of(PuzzleRef puzzle, const Grid& solution) {
  if (!is_solution(puzzle.clues, solution)) return false;
  if (puzzle.marks == nullptr) return true;
  for (int cell = 0; cell < kCells; ++cell)
    if (!puzzle.marks->allows(cell, solution.cells[cell] - '0')) return false;
  return true;
}

}  // namespace sudoku
