// Pencilmark puzzles, which give the digits that each cell may hold, and puzzles of either kind.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/sudoku.h"

namespace sudoku {

// A pencilmark puzzle. Its clues are the cells with one candidate.
struct Pencilmarks {
  // Characters of its text: nine for each cell, each a digit if the cell may hold it, else '.'.
  static constexpr std::size_t kText = std::size_t{9} * kCells;
  static constexpr std::uint16_t kAll = 0x1FF;

  std::array<std::uint16_t, kCells> of;  // by cell; bit d-1 for digit d

  bool operator==(const Pencilmarks&) const = default;

  bool allows(int cell, int digit) const { return (of[cell] >> (digit - 1) & 1) != 0; }

  // Whether a set holds one digit. (Where bits are counted in software, counting takes longer.)
  static constexpr bool is_single(unsigned set) { return set != 0 && (set & (set - 1)) == 0; }

  bool has_clue(int cell) const { return is_single(of[cell]); }

  std::array<char, kText> text() const;
};

// The result of parse_pencilmarks(), with the meaning of ParsedGrid's.
struct ParsedPencilmarks {
  bool ok = false;
  std::size_t at = 0;
  Pencilmarks marks{};
};

// Reads exactly Pencilmarks::kText characters; '0', '*' and '_' are read as '.'.
ParsedPencilmarks parse_pencilmarks(std::string_view text);

// The puzzle with the clues of a grid, and with all digits in the other cells.
Pencilmarks marks_of(const Grid& puzzle);

// The cells with one candidate.
Grid clues_of(const Pencilmarks& puzzle);

constexpr const Grid& clues_of(const Grid& puzzle) { return puzzle; }

// Calls visit(cell, digit) for each clue.
template <typename Visit>
void for_each_clue(const Grid& puzzle, Visit visit) {
  for (int cell = 0; cell < kCells; ++cell)
    if (puzzle.cells[cell] != kBlank) visit(cell, puzzle.cells[cell] - '0');
}

// Calls visit(cell, digit) for each digit that a puzzle excludes from a cell without a clue.
template <typename Visit>
void for_each_excluded(const Grid& /*puzzle*/, Visit /*visit*/) {}

template <typename Visit>
void for_each_excluded(const Pencilmarks& puzzle, Visit visit) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle.has_clue(cell)) continue;
    for (unsigned left = Pencilmarks::kAll & ~unsigned{puzzle.of[cell]}; left != 0;
         left &= left - 1)
      visit(cell, 1 + std::countr_zero(left));
  }
}

// Number of candidates of all cells.
int count_candidates(const Pencilmarks& puzzle);

// A puzzle of either kind, which must outlive the reference.
struct PuzzleRef {
  // NOLINTNEXTLINE(google-explicit-constructor): a puzzle of clues needs no second argument.
  PuzzleRef(const Grid& grid, const Pencilmarks* pencilmarks = nullptr)
      : clues(grid), marks(pencilmarks) {}

  const Grid& clues;         // of a pencilmark puzzle too
  const Pencilmarks* marks;  // null: a puzzle of clues

  // The 81 or 729 characters of the puzzle.
  std::string text() const;
};

// True when `solution` keeps every clue and candidate and every house holds 1..9 once.
bool is_solution_of(PuzzleRef puzzle, const Grid& solution);

// Puzzles of one kind, which must outlive the span.
class PuzzleSpan {
 public:
  PuzzleSpan() = default;

  // Puzzles of clues if `marks` is empty, else pencilmark puzzles and their clues.
  template <std::convertible_to<std::span<const Grid>> Clues>
  // NOLINTNEXTLINE(google-explicit-constructor): puzzles of clues are a span already.
  PuzzleSpan(const Clues& clues, std::span<const Pencilmarks> marks = {})
      : clues_(clues), marks_(marks) {
    assert(marks.empty() || marks.size() == clues_.size());
  }

  std::span<const Grid> clues() const { return clues_; }

  // Empty for puzzles of clues.
  std::span<const Pencilmarks> marks() const { return marks_; }

  std::size_t size() const { return clues_.size(); }

  bool empty() const { return clues_.empty(); }

  PuzzleRef operator[](std::size_t i) const {
    return {clues_[i], marks_.empty() ? nullptr : &marks_[i]};
  }

  PuzzleSpan subspan(std::size_t first, std::size_t count) const {
    return {clues_.subspan(first, count), marks_.empty() ? marks_ : marks_.subspan(first, count)};
  }

 private:
  std::span<const Grid> clues_;
  std::span<const Pencilmarks> marks_;
};

// Puzzles of one kind, with the members of PuzzleSpan.
struct PuzzleList {
  std::vector<Grid> clues;
  std::vector<Pencilmarks> marks;  // empty for puzzles of clues

  std::size_t size() const { return clues.size(); }

  void clear() {
    clues.clear();
    marks.clear();
  }

  void push_back(PuzzleRef puzzle) {
    clues.push_back(puzzle.clues);
    if (puzzle.marks != nullptr) marks.push_back(*puzzle.marks);
  }

  PuzzleSpan span() const { return {clues, marks}; }
};

}  // namespace sudoku
