// What comes before the search: 256 puzzles at a time, as planes of bits, for as long as most of
// them still move. Those that need no guess are answered here, and never see a lane.
//
// The rules are some of those of the lanes. What is handed over, the lanes propagate until nothing
// moves before they ask about it. The closure of a state under monotone rules does not depend on
// their order, so when a puzzle was handed over, or whether it has been here at all, makes no
// difference to its search tree. (Where a state contradicts itself, the rules are not monotone: of
// puzzles without a solution, one in a thousand takes a guess more here.)
#pragma once

#include "solvers/simd/lane_shelf.h"
#include "solvers/simd/lanes_engine.h"
#include "solvers/simd/slice_rules.h"
#include "solvers/simd/slice_text.h"

namespace sudoku {
namespace {

template <typename Planes>
class SliceFront {
  using Plane = typename Planes::Plane;

 public:
  void clear() { left_ = Plane{}; }

  // Fewer puzzles are faster in lanes from the start.
  static bool wants(uint32_t puzzles) { return puzzles >= kFewest; }

  // Takes as many of a call's puzzles as it can, from `first` on, and returns how many.
  uint32_t take(const LanesCall& call, uint32_t first) {
    const uint32_t unread = call.count - first;
    const uint32_t number = unread < Planes::kLanes ? unread : Planes::kLanes;
    first_ = first;
    text_.read(call.puzzles + first * Planes::kText, number, board_);
    const Plane all = first_columns(number);
    board_.alive = all;
    propagate();
    const Plane solved = all_single(board_) & full_rows(board_);
    left_ = board_.alive & ~all_single(board_);
    if (Planes::any(solved)) answer(call, solved);
    return number;
  }

  bool empty() const { return !Planes::any(left_); }

  // Moves the states of some columns to a shelf, from `column` on, and returns how many: room for
  // one more group of columns is needed.
  template <typename Isa>
  [[gnu::noinline]] uint32_t unload(Shelf& shelf, uint32_t column) {
    constexpr uint32_t kParts = kGroup / Isa::kLanes;
    uint32_t begin = 0;
    while (group(left_, begin) == 0)
      begin += kGroup;
    const uint32_t states = group(left_, begin);
    typename Isa::Route packing[kParts];
    uint32_t place[kParts];
    uint32_t moved = 0;
    for (uint32_t part = 0; part < kParts; ++part) {
      const uint32_t of_part = states >> (part * Isa::kLanes) & Isa::kAllLanes;
      packing[part] = Isa::packing(of_part);
      place[part] = column + moved;
      moved += static_cast<uint32_t>(__builtin_popcount(of_part));
    }
    for (int cell = 0; cell < 81; ++cell) {
      uint32_t digits[9];
#pragma GCC unroll 9
      for (int digit = 0; digit < 9; ++digit)
        digits[digit] = group(board_.candidate[digit][cell], begin);
      typename Isa::Vec rows[kParts];
      Isa::from_bits(digits, rows);
#pragma GCC unroll 2
      for (uint32_t part = 0; part < kParts; ++part)
        Isa::store(&shelf.row[cell][place[part]], Isa::moved(packing[part], rows[part]));
    }
    left_[begin / 64] &= ~(uint64_t{states} << (begin % 64));
    for (uint32_t rest = states; rest != 0; rest &= rest - 1) {
      const uint32_t puzzle = first_ + begin + static_cast<uint32_t>(__builtin_ctz(rest));
      shelf.row[kPuzzleRow][column++] = static_cast<uint16_t>(puzzle);
    }
    return moved;
  }

  template <typename Visit>
  void for_each_left(Visit visit) const {
    for_each_column(left_, [&](uint32_t column) { visit(first_ + column); });
  }

 private:
  static constexpr uint32_t kFewest = 128;
  static constexpr uint32_t kGroup = 32;  // columns that are unloaded together
  // As long as that many states move, rounds are cheaper here than in lanes.
  static constexpr uint32_t kEnoughMoving = 72;

  void propagate() {
    for (;;) {
      two_slice_rounds(board_, verdicts_);
      const Plane moving = board_.alive & board_.changed & ~all_single(board_);
      if (count_columns(moving) < kEnoughMoving) return;
    }
  }

  void answer(const LanesCall& call, Plane solved) {
    for_each_column(solved, [&](uint32_t column) { call.results[first_ + column].solutions = 1; });
    text_.write(board_, solved, call.solutions + first_ * call.solution_stride,
                call.solution_stride);
  }

  static uint32_t group(const Plane& plane, uint32_t begin) {
    uint32_t bits = 0;
    __builtin_memcpy(&bits, reinterpret_cast<const char*>(&plane) + begin / 8, sizeof(bits));
    return bits;
  }

  static Plane first_columns(uint32_t number) {
    Plane set{};
    for (uint32_t word = 0; 64 * word < number; ++word) {
      const uint32_t rest = number - 64 * word;
      set[word] = rest < 64 ? (uint64_t{1} << rest) - 1 : ~uint64_t{0};
    }
    return set;
  }

  static uint32_t count_columns(Plane set) {
    uint32_t count = 0;
    for (uint32_t word = 0; word < Planes::kLanes / 64; ++word)
      count += static_cast<uint32_t>(__builtin_popcountll(set[word]));
    return count;
  }

  template <typename Visit>
  static void for_each_column(Plane set, Visit visit) {
    for (uint32_t word = 0; word < Planes::kLanes / 64; ++word) {
      for (uint64_t bits = set[word]; bits != 0; bits &= bits - 1)
        visit(64 * word + static_cast<uint32_t>(__builtin_ctzll(bits)));
    }
  }

  SliceBoard<Planes> board_;
  SliceVerdicts<Planes> verdicts_;
  SliceText<Planes> text_;
  Plane left_;  // columns whose state is to be searched
  uint32_t first_;
};

}  // namespace
}  // namespace sudoku
