// Puzzles as text into planes, and solved states out again.
//
// Letters are transposed as bytes, 16 x 16 of them in every 128 bits of a register, so that one
// register holds the same cell of 32 or 64 puzzles. The low four bits of a letter, those of a digit
// and 14 for a blank, are a plane each; from these the candidates are worked out for all puzzles at
// once.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see lanes_engine.h

#include "solvers/simd/slice_rules.h"

namespace sudoku {
namespace {

template <typename Isa>
class SliceText {
  using Plane = typename Isa::Plane;
  using Letters = typename Isa::Letters;

 public:
  // Up to 256 puzzles, 81 characters each without gaps.
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
      decode(letter_[cell], board, cell);
  }

  // The digits of the states in `columns`, 81 characters each, `stride` bytes from one column's to
  // the next one's.
  [[gnu::noinline]] void write(const SliceBoard<Isa>& board, Plane columns, char* to,
                               size_t stride) {
    for (int cell = 0; cell < 81; ++cell)
      encode(board.candidate, cell, letter_[cell]);
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
  static constexpr uint32_t kGroup = Isa::kLetters;
  static constexpr uint64_t kAll = ~uint64_t{0} >> (64 - kGroup);

  // 16 cells at a time, and the last one by itself.
  [[gnu::always_inline]] void read_group(const char* texts, uint32_t begin) {
    for (int cell = 0; cell < 80; cell += 16) {
      Letters rows[16];
#pragma GCC unroll 16
      for (size_t i = 0; i < 16; ++i)
        rows[i] = Isa::load_letters(texts + i * Isa::kText + cell);
      transpose(rows);
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        Isa::split(rows[i], letter_[cell + i], begin);
    }
    alignas(64) char last[kGroup];
    for (uint32_t i = 0; i < kGroup; ++i)
      last[i] = texts[i * Isa::kText + 80];
    Letters letters;
    __builtin_memcpy(&letters, last, sizeof letters);
    Isa::split(letters, letter_[80], begin);
  }

  [[gnu::always_inline]] void write_group(uint32_t begin, char* const (&texts)[kGroup]) {
    for (int cell = 0; cell < 80; cell += 16) {
      Letters rows[16];
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        rows[i] = Isa::join(letter_[cell + i], begin);
      transpose(rows);
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        Isa::store_letters(rows[i], texts + i, cell);
    }
    alignas(64) char last[kGroup];
    const Letters letters = Isa::join(letter_[80], begin);
    __builtin_memcpy(last, &letters, sizeof letters);
    for (uint32_t i = 0; i < kGroup; ++i)
      texts[i][80] = last[i];
  }

  [[gnu::always_inline]] static void transpose(Letters (&a)[16]) {
#pragma GCC unroll 4
    for (int step = 0; step < 4; ++step) {
      Letters b[16];
#pragma GCC unroll 8
      for (int i = 0; i < 16; i += 2) {
        b[i] = Isa::unpack_low(a[i / 2], a[i / 2 + 8]);
        b[i + 1] = Isa::unpack_high(a[i / 2], a[i / 2 + 8]);
      }
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        a[i] = b[i];
    }
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
    const auto digit = [&](int d) __attribute__((always_inline)) {
      return candidate[d - 1][cell];
    };
    bit[0] = Isa::or3(Isa::or3(digit(1), digit(3), digit(5)), digit(7), digit(9));
    bit[1] = Isa::or3(digit(2), digit(3), digit(6)) | digit(7);
    bit[2] = Isa::or3(digit(4), digit(5), digit(6)) | digit(7);
    bit[3] = digit(8) | digit(9);
  }

  Plane letter_[81][4];  // the four bits of each cell's letter
};

}  // namespace
}  // namespace sudoku
