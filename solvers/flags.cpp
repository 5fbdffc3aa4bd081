// Backtracking over the list of blanks, with flags for the digits that each row, column and box
// already has: set before the recursive call, cleared after it.
//
// Source: folklore, the usual first improvement over scanning the houses; the bookkeeping is that
// of N. Wirth's eight queens, "Algorithms + Data Structures = Programs", 1976, section 3.5.
//
// A guess is a digit placed. The number published for this algorithm, entries into the recursive
// function, is guesses + 1.
#include <array>
#include <cstdint>

#include "solvers/search.h"

namespace sudoku {

namespace {

class FlagSearch : public PuzzleSearch {
 public:
  using PuzzleSearch::PuzzleSearch;

  void run() {
    if (take_clues()) descend(0);
    conclude();
  }

 private:
  using Flags = std::array<std::array<bool, 9>, 9>;

  // Reads the clues and lists the blanks. Returns false when two equal clues share a house.
  bool take_clues() {
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid_.cells[cell] == kBlank) {
        blanks_[blank_count_++] = static_cast<std::uint8_t>(cell);
        continue;
      }
      const int digit = grid_.cells[cell] - '1';
      if (!fits(cell, digit)) return false;
      set(cell, digit, true);
    }
    return true;
  }

  bool fits(int cell, int digit) const {
    return !in_row_[row_of(cell)][digit] && !in_column_[column_of(cell)][digit] &&
           !in_box_[box_of(cell)][digit];
  }

  void set(int cell, int digit, bool used) {
    in_row_[row_of(cell)][digit] = used;
    in_column_[column_of(cell)][digit] = used;
    in_box_[box_of(cell)][digit] = used;
  }

  // Fills the blanks from blanks_[next] on. Returns true on enough solutions or a spent budget.
  bool descend(int next) {
    if (next == blank_count_) return note();

    const int cell = blanks_[next];
    for (int digit = 0; digit < 9; ++digit) {
      if (!fits(cell, digit)) continue;
      if (!meter_.guess()) return true;
      set(cell, digit, true);
      grid_.cells[cell] = static_cast<char>('1' + digit);
      if (descend(next + 1)) return true;
      set(cell, digit, false);
    }
    return false;
  }

  Flags in_row_{};
  Flags in_column_{};
  Flags in_box_{};
  std::array<std::uint8_t, kCells> blanks_{};
  int blank_count_ = 0;
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "flags",
             .about = "backtracking over the blanks, used digits flagged per row, column and box",
             .source = "Wirth, Algorithms + Data Structures = Programs, 1976, section 3.5",
             .guess = "a digit placed: calls of the recursive function, minus the first"},
    .create = one_at_a_time<MadeAnew<FlagSearch>>,
}}};

}  // namespace

std::span<const SolverEntry> flags_entries() { return kEntries; }

}  // namespace sudoku
