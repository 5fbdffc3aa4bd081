#include "harness/dataset/singles.h"

#include <array>
#include <bit>
#include <cstdint>

namespace sudoku {

namespace {

using Digits = std::uint16_t;  // bit d-1 for digit d
constexpr Digits kAllDigits = 0x1FF;

// Cell i of a house: rows 0..8, columns 9..17, boxes 18..26.
constexpr int cell_of(int house, int i) {
  const int place = house % 9;
  if (house < 9) return 9 * place + i;
  if (house < 18) return 9 * i + place;
  return 27 * (place / 3) + 3 * (place % 3) + 9 * (i / 3) + i % 3;
}

static_assert(box_of(cell_of(26, 0)) == 8 && cell_of(26, 8) == 80);

constexpr bool are_peers(int a, int b) {
  return a != b &&
         (row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b));
}

class Filling {
 public:
  Filling() { candidates_.fill(kAllDigits); }

  void place(int cell, Digits digit) {
    possible_ = possible_ && (candidates_[cell] & digit) != 0;
    candidates_[cell] = digit;
    filled_[cell] = true;
    ++count_;
    for (int peer = 0; peer < kCells; ++peer) {
      if (are_peers(cell, peer)) candidates_[peer] &= static_cast<Digits>(~digit);
    }
  }

  // True when something was filled.
  bool fill_naked_singles() {
    const int before = count_;
    for (int cell = 0; cell < kCells; ++cell) {
      if (!filled_[cell] && std::has_single_bit(candidates_[cell])) place(cell, candidates_[cell]);
    }
    return count_ > before;
  }

  bool fill_hidden_singles() {
    const int before = count_;
    for (int house = 0; house < 27; ++house)
      fill_hidden_singles_of(house);
    return count_ > before;
  }

  // False when a cell or a digit has nowhere to go.
  bool possible() const { return possible_; }

  bool complete() const { return count_ == kCells; }

 private:
  void fill_hidden_singles_of(int house) {
    for (Digits digit = 1; digit <= kAllDigits; digit = static_cast<Digits>(digit << 1)) {
      int places = 0;
      int last = 0;
      for (int i = 0; i < 9; ++i) {
        if ((candidates_[cell_of(house, i)] & digit) == 0) continue;
        ++places;
        last = cell_of(house, i);
      }
      possible_ = possible_ && places > 0;
      if (places == 1 && !filled_[last]) place(last, digit);
    }
  }

  std::array<Digits, kCells> candidates_{};
  std::array<bool, kCells> filled_{};
  int count_ = 0;
  bool possible_ = true;
};

}  // namespace

Singles try_singles(const Grid& puzzle) {
  Filling filling;
  for (int cell = 0; cell < kCells; ++cell) {
    const char clue = puzzle.cells[cell];
    if (clue != kBlank) filling.place(cell, static_cast<Digits>(1U << (clue - '1')));
  }
  while (filling.possible() && (filling.fill_naked_singles() || filling.fill_hidden_singles())) {
  }
  if (!filling.possible()) return Singles::contradiction;
  return filling.complete() ? Singles::solved : Singles::stuck;
}

}  // namespace sudoku
