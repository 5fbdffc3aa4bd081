// The textbook backtracker: the first blank in row-major order, the digits 1 to 9, each checked by
// scanning the cells of its row, column and box. No sets, no cell order, no propagation.
//
// Source: folklore; https://en.wikipedia.org/wiki/Sudoku_solving_algorithms, "Backtracking".
// Unlike the textbook, and for a fair comparison, it checks the clues too, counts all solutions up
// to a limit, and keeps to the budget.
#include <array>

#include "solvers/search.h"

namespace sudoku {

namespace {

class Naive : public PuzzleSearch {
 public:
  using PuzzleSearch::PuzzleSearch;

  void run() {
    bool clues_fit = true;
    for_each_clue(grid_, [&](int cell, int digit) {
      clues_fit = clues_fit && fits(cell, static_cast<char>('0' + digit));
    });
    if (clues_fit) descend(0);
    conclude();
  }

 private:
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
      if (!fits(cell, digit)) continue;
      if (!meter_.guess()) return true;
      grid_.cells[cell] = digit;
      if (descend(cell + 1)) return true;
    }
    grid_.cells[cell] = kBlank;
    return false;
  }
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "naive",
             .about = "textbook backtracking: first blank, digits 1 to 9, houses scanned",
             .source = "https://en.wikipedia.org/wiki/Sudoku_solving_algorithms, Backtracking",
             .guess = "a digit written into a blank without conflict in its row, column and box"},
    .create = one_at_a_time<MadeAnew<Naive>>,
}}};

}  // namespace

std::span<const SolverEntry> naive_entries() { return kEntries; }

}  // namespace sudoku
