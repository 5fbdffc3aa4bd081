// The textbook backtracker: the first blank in row-major order, the digits 1 to 9, each checked by
// scanning the cells of its row, column and box. No sets, no cell order, no propagation.
//
// Source: folklore; https://en.wikipedia.org/wiki/Sudoku_solving_algorithms, "Backtracking".
// Unlike the textbook, and for a fair comparison, it checks the clues too, counts all solutions up
// to a limit, and keeps to the budget.
#include <array>
#include <concepts>

#include "solvers/roster.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

// Pencilmark puzzles are searched in the same order; excluded digits are not tried.
template <typename Puzzle>
class Naive : public PuzzleSearch {
 public:
  Naive(const Puzzle& puzzle, const Budget& budget, Answer& answer)
      : PuzzleSearch(clues_of(puzzle), budget, answer), puzzle_(puzzle) {}

  void run() {
    if (clues_fit()) descend(0);
    conclude();
  }

 private:
  bool clues_fit() {
    for (int cell = 0; cell < kCells; ++cell) {
      const char clue = grid_.cells[cell];
      if (clue != kBlank && !fits(cell, clue)) return false;
    }
    return true;
  }

  bool is_allowed(int cell, char digit) const {
    if constexpr (std::same_as<Puzzle, Pencilmarks>) return puzzle_.allows(cell, digit - '0');
    return true;
  }

  // Whether no peer of the cell holds the digit.
  bool fits(int cell, char digit) const {
    const int row = row_of(cell) * 9;
    const int column = column_of(cell);
    const int box = row_of(cell) / 3 * 27 + column / 3 * 3;
    for (int i = 0; i < 9; ++i) {
      if (holds(row + i, digit, cell)) return false;
      if (holds(column + i * 9, digit, cell)) return false;
      if (holds(box + i / 3 * 9 + i % 3, digit, cell)) return false;
    }
    return true;
  }

  bool holds(int peer, char digit, int cell) const {
    return peer != cell && grid_.cells[peer] == digit;
  }

  // Fills the blanks from `cell` on. Returns true on enough solutions or a spent budget.
  bool descend(int cell) {
    while (cell < kCells && grid_.cells[cell] != kBlank)
      ++cell;
    if (cell == kCells) return note();

    for (char digit = '1'; digit <= '9'; ++digit) {
      if (!is_allowed(cell, digit) || !fits(cell, digit)) continue;
      if (!meter_.guess()) return true;
      grid_.cells[cell] = digit;
      if (descend(cell + 1)) return true;
    }
    grid_.cells[cell] = kBlank;
    return false;
  }

  const Puzzle& puzzle_;
};

struct NaiveOfBothKinds {
  template <typename Puzzle>
  static void run(const Puzzle& puzzle, const Budget& budget, Answer& answer) {
    Naive<Puzzle>(puzzle, budget, answer).run();
  }
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "naive",
             .about = "textbook backtracking: first blank, digits 1 to 9, houses scanned",
             .source = "https://en.wikipedia.org/wiki/Sudoku_solving_algorithms, Backtracking",
             .guess = "a digit written into a blank without conflict in its row, column and box",
             .pencilmarks = true},
    .create = one_at_a_time<NaiveOfBothKinds>,
}}};

}  // namespace

constinit const std::span<const SolverEntry> naive_entries = kEntries;

}  // namespace sudoku
