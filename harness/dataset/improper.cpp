#include "harness/dataset/improper.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "solvers/propagation.h"

namespace sudoku::dataset {

namespace {

constexpr int kFewestClues = 17;  // of proper puzzles: McGuire, Tugemann and Civario, 2014

constexpr std::array<std::string_view, 3> kHouseKinds = {"row", "column", "box"};

// The name of a cell, such as "r1c1".
std::string name_of_cell(int cell) {
  return fmt::format("r{}c{}", row_of(cell) + 1, column_of(cell) + 1);
}

// The name of a house, such as "row 3"; houses are numbered as in kHouses.
std::string name_of_house(int house) {
  return fmt::format("{} {}", kHouseKinds[house / 9], house % 9 + 1);
}

// Names a digit that a house holds more than once.
std::optional<std::string> repeated_digit(const Grid& grid) {
  static constexpr std::array<std::string_view, 8> kTimes = {"two", "three", "four",  "five",
                                                             "six", "seven", "eight", "nine"};
  std::array<CellSet, 9> places{};
  for_each_clue(grid, [&](int cell, int digit) { places[digit - 1] |= set_of(cell); });
  for (int house = 0; house < 27; ++house) {
    for (int digit = 0; digit < 9; ++digit) {
      const int times = count(places[digit] & kHouses[house]);
      if (times > 1)
        return fmt::format("{} {}s in {}", kTimes[times - 2], digit + 1, name_of_house(house));
    }
  }
  return std::nullopt;
}

// Names a cell without a candidate or a house without a place for a digit; boxes first, as the
// easiest to see.
std::optional<std::string> dead_end(const Candidates& places) {
  CellSet some;
  for (const CellSet of_digit : places.of)
    some |= of_digit;
  if (some != kAllCells)
    return name_of_cell(first_of(kAllCells.without(some))) + " has no candidate";
  for (int i = 0; i < 27; ++i) {
    const int house = (i + 18) % 27;
    for (int digit = 0; digit < 9; ++digit) {
      if ((places.of[digit] & kHouses[house]).empty())
        return fmt::format("{} has no place in {}", digit + 1, name_of_house(house));
    }
  }
  return std::nullopt;
}

template <typename Puzzle>
std::optional<std::string> why_dead_end(const Puzzle& puzzle) {
  Grid grid = clues_of(puzzle);
  Candidates places;
  if (!take_clues(puzzle, places)) return repeated_digit(grid);
  if (auto reason = dead_end(places)) return reason;
  if (settle<true>(places, grid)) return std::nullopt;
  return "singles lead to a contradiction: " + dead_end(places).value();
}

// Whether each cell may hold both digits or neither.
bool can_be_exchanged(const Pencilmarks& marks, int digit, int other) {
  unsigned differing = 0;
  for (const unsigned candidates : marks.of)
    differing |= (candidates >> (digit - 1) ^ candidates >> (other - 1)) & 1;
  return differing == 0;
}

std::optional<std::string> exchangeable_digits(const Pencilmarks& marks, bool has_clues_only) {
  for (int other = 2; other <= 9; ++other) {
    for (int digit = 1; digit < other; ++digit) {
      if (!can_be_exchanged(marks, digit, other)) continue;
      return has_clues_only
                 ? fmt::format("neither {} nor {} is a clue", digit, other)
                 : fmt::format("{} and {} are candidates of the same cells", digit, other);
    }
  }
  return std::nullopt;
}

// Rows 0..8, then columns, as in kHouses.
constexpr int cell_of_line(int line, int i) { return line < 9 ? 9 * line + i : 9 * i + line - 9; }

bool have_same_candidates(const Pencilmarks& marks, int line, int other) {
  for (int i = 0; i < 9; ++i)
    if (marks.of[cell_of_line(line, i)] != marks.of[cell_of_line(other, i)]) return false;
  return true;
}

// Lines of one band or stack can be exchanged when their candidates are the same; those of a puzzle
// of clues have no clue then, as equal clues in both lines would contradict each other.
std::optional<std::string> exchangeable_lines(const Pencilmarks& marks, bool has_clues_only) {
  for (int other = 1; other < 18; ++other) {
    for (int line = other / 3 * 3; line < other; ++line) {
      if (!have_same_candidates(marks, line, other)) continue;
      return fmt::format("{}s {} and {} have {}", kHouseKinds[line / 9], line % 9 + 1,
                         other % 9 + 1, has_clues_only ? "no clue" : "the same candidates");
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> why_none(PuzzleRef puzzle) {
  return puzzle.marks == nullptr ? why_dead_end(puzzle.clues) : why_dead_end(*puzzle.marks);
}

std::optional<std::string> why_several(PuzzleRef puzzle) {
  const bool has_clues_only = puzzle.marks == nullptr;
  const Pencilmarks marks = has_clues_only ? marks_of(puzzle.clues) : *puzzle.marks;
  if (auto digits = exchangeable_digits(marks, has_clues_only)) return digits;
  if (auto lines = exchangeable_lines(marks, has_clues_only)) return lines;
  const int clues = count_clues(puzzle.clues);
  if (!has_clues_only || clues >= kFewestClues) return std::nullopt;
  return fmt::format("{} clues, and no puzzle with fewer than {} has one solution", clues,
                     kFewestClues);
}

std::optional<std::string> why_wrong(PuzzleRef puzzle, const Grid& solution) {
  for (int cell = 0; cell < kCells; ++cell) {
    const char digit = solution.cells[cell];
    const char clue = puzzle.clues.cells[cell];
    if (clue != kBlank && clue != digit)
      return fmt::format("it has {} where the clue {} is {}", digit, name_of_cell(cell), clue);
    if (puzzle.marks != nullptr && !puzzle.marks->allows(cell, digit - '0'))
      return fmt::format("it has {} in {}, where that is no candidate", digit, name_of_cell(cell));
  }
  return repeated_digit(solution);
}

}  // namespace sudoku::dataset
