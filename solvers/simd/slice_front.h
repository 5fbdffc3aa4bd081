// The front of the batch search: propagates a plane of puzzles (one per bit) at a time, while most
// of them still change. Puzzles that need no guess are answered here and never take a lane.
//
// The rules are some of those of the lanes, which propagate a puzzle until nothing changes before
// they branch it. The closure of a state under monotone rules does not depend on their order, so a
// puzzle's search tree does not depend on when it left the front, or whether it was here at all.
// (Contradictions are an exception: one in 1,000 puzzles without a solution takes a guess more.)
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/engine.h"
#include "solvers/simd/lane_state_buffer.h"
#include "solvers/simd/slice_rules.h"

namespace sudoku::simd {
namespace {

// Converts puzzles from text to planes, and solved states back. Characters are transposed, so that
// one register holds the same cell of 32 or 64 puzzles. The low four bits of each (a digit's value,
// 14 for a blank) become four planes, from which the candidates of all puzzles are computed.
template <typename Isa>
class SliceText {
  using Plane = typename Isa::Plane;
  using Chars = typename Isa::Chars;

 public:
  // Reads up to kLanes puzzles of 81 characters each, without gaps.
  [[gnu::noinline]] void read(const char* puzzles, uint32_t count, SliceBoard<Isa>& board) {
    for (uint32_t begin = 0; begin < count; begin += kGroup) {
      if (begin + kGroup <= count) {
        read_group(puzzles + begin * Isa::kText, begin);
      } else {
        char few[kGroup * Isa::kText];
        __builtin_memset(few, '.', sizeof few);
        __builtin_memcpy(few, puzzles + begin * Isa::kText, (count - begin) * Isa::kText);
        read_group(few, begin);
      }
    }
    for (int cell = 0; cell < 81; ++cell)
      decode(char_planes_[cell], board, cell);
  }

  // Writes the solutions in `columns`, 81 characters each, `stride` bytes from one to the next.
  [[gnu::noinline]] void write(const SliceBoard<Isa>& board, Plane columns, char* to,
                               size_t stride) {
    for (int cell = 0; cell < 81; ++cell)
      encode(board.candidate, cell, char_planes_[cell]);
    for (uint32_t begin = 0; begin < Isa::kLanes; begin += kGroup) {
      const uint64_t here = columns[begin / 64] >> (begin % 64);
      if ((here & kAll) == 0) continue;
      char nowhere[81] = {};
      char* texts[kGroup];
      for (uint32_t i = 0; i < kGroup; ++i)
        texts[i] = (here >> i & 1) != 0 ? to + (begin + i) * stride : nowhere;
      write_group(begin, texts);
    }
  }

 private:
  static constexpr uint32_t kGroup = Isa::kChars;
  static constexpr uint64_t kAll = ~uint64_t{0} >> (64 - kGroup);

  // Reads 16 cells of each text at a time, and cell 80 by itself.
  [[gnu::always_inline]] void read_group(const char* texts, uint32_t begin) {
    for (int cell = 0; cell < 80; cell += 16) {
      Chars rows[16];
#pragma GCC unroll 16
      for (size_t i = 0; i < 16; ++i)
        rows[i] = Isa::load_chars(texts + i * Isa::kText + cell);
      transpose_bytes(rows);
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        Isa::split(rows[i], char_planes_[cell + i], begin);
    }
    alignas(64) char last[kGroup];
    for (uint32_t i = 0; i < kGroup; ++i)
      last[i] = texts[i * Isa::kText + 80];
    Chars chars;
    __builtin_memcpy(&chars, last, sizeof chars);
    Isa::split(chars, char_planes_[80], begin);
  }

  [[gnu::always_inline]] void write_group(uint32_t begin, char* const (&texts)[kGroup]) {
    for (int cell = 0; cell < 80; cell += 16) {
      Chars rows[16];
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        rows[i] = Isa::join(char_planes_[cell + i], begin);
      transpose_bytes(rows);
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        Isa::store_chars(rows[i], texts + i, cell);
    }
    alignas(64) char last[kGroup];
    const Chars chars = Isa::join(char_planes_[80], begin);
    __builtin_memcpy(last, &chars, sizeof chars);
    for (uint32_t i = 0; i < kGroup; ++i)
      texts[i][80] = last[i];
  }

  [[gnu::always_inline]] static void decode(const Plane (&bit)[4], SliceBoard<Isa>& board,
                                            int cell) {
    const Plane below4 = Isa::none_of(bit[3], bit[2]);
    const Plane below8 = bit[2] & ~bit[3];
    const Plane from8 = Isa::without(bit[3], bit[2], bit[1]);
    const Plane blank = (bit[3] & bit[2]) | Isa::without(below4, bit[0], bit[1]);
    const Plane one = bit[0] & ~bit[1];
    const Plane two = bit[1] & ~bit[0];
    const Plane three = bit[0] & bit[1];
    auto& candidate = board.candidate;
    candidate[0][cell] = Isa::or_and(blank, below4, one);
    candidate[1][cell] = Isa::or_and(blank, below4, two);
    candidate[2][cell] = Isa::or_and(blank, below4, three);
    candidate[3][cell] = blank | Isa::without(below8, bit[0], bit[1]);
    candidate[4][cell] = Isa::or_and(blank, below8, one);
    candidate[5][cell] = Isa::or_and(blank, below8, two);
    candidate[6][cell] = Isa::or_and(blank, below8, three);
    candidate[7][cell] = Isa::or_without(blank, from8, bit[0]);
    candidate[8][cell] = Isa::or_and(blank, from8, bit[0]);
    board.single[cell] = ~blank;
  }

  [[gnu::always_inline]] static void encode(const Plane (&candidate)[9][81], int cell,
                                            Plane (&bit)[4]) {
    const auto digit = [&](int d) __attribute__((always_inline)) { return candidate[d - 1][cell]; };
    bit[0] = Isa::or3(Isa::or3(digit(1), digit(3), digit(5)), digit(7), digit(9));
    bit[1] = Isa::or3(digit(2), digit(3), digit(6)) | digit(7);
    bit[2] = Isa::or3(digit(4), digit(5), digit(6)) | digit(7);
    bit[3] = digit(8) | digit(9);
  }

  Plane char_planes_[81][4];  // low four bits of each cell's character
};

template <typename Planes>
class SliceFront {
  using Plane = typename Planes::Plane;

 public:
  void clear() { left_ = Plane{}; }

  // Whether this many puzzles are solved faster if propagated as planes before the search.
  static bool wants(uint32_t puzzles) { return puzzles >= kFewest; }

  // Reads and propagates up to a plane of a call's puzzles, from `first` on, and returns their
  // number.
  uint32_t take(const LanesCall& call, uint32_t first) {
    const uint32_t unread = call.count - first;
    const uint32_t number = unread < Planes::kLanes ? unread : Planes::kLanes;
    first_ = first;
    text_.read(call.text + first * Planes::kText, number, board_);
    const Plane all = first_columns(number);
    board_.alive = all;
    propagate();
    const Plane solved = all_single(board_) & full_rows(board_);
    left_ = board_.alive & ~all_single(board_);
    if (!Planes::any(solved)) return number;
    for_each_column(solved, [&](uint32_t column) { call.results[first_ + column].solutions = 1; });
    text_.write(board_, solved, call.solutions + first_ * call.solution_stride,
                call.solution_stride);
    return number;
  }

  bool empty() const { return !Planes::any(left_); }

  // Moves up to 32 puzzles that need a search to a state buffer, from `column` on, and returns
  // their number. The buffer needs room for 32 more.
  template <typename Isa>
  [[gnu::noinline]] uint32_t unload(StateBuffer& buffer, uint32_t column) {
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
        Isa::store(&buffer.row[cell][place[part]], Isa::moved(packing[part], rows[part]));
    }
    left_[begin / 64] &= ~(uint64_t{states} << (begin % 64));
    for (uint32_t rest = states; rest != 0; rest &= rest - 1) {
      const uint32_t puzzle = first_ + begin + static_cast<uint32_t>(__builtin_ctz(rest));
      buffer.row[kPuzzleRow][column++] = static_cast<uint16_t>(puzzle);
    }
    return moved;
  }

  template <typename Visit>
  void for_each_left(Visit visit) const {
    for_each_column(left_, [&](uint32_t column) { visit(first_ + column); });
  }

 private:
  static constexpr uint32_t kFewest = 128;
  static constexpr uint32_t kGroup = 32;  // puzzles that unload() looks at together
  // With fewer puzzles still changing, a round of propagation is cheaper in the batch search.
  static constexpr uint32_t kEnoughMoving = 72;

  void propagate() {
    for (;;) {
      two_slice_rounds(board_, verdicts_);
      const Plane moving = board_.alive & board_.changed & ~all_single(board_);
      uint32_t count = 0;
      for (uint32_t word = 0; word < Planes::kLanes / 64; ++word)
        count += static_cast<uint32_t>(__builtin_popcountll(moving[word]));
      if (count < kEnoughMoving) return;
    }
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
  Plane left_;  // puzzles that need a search
  uint32_t first_;
};

}  // namespace
}  // namespace sudoku::simd
