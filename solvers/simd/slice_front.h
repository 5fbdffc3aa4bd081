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

// Converts puzzles from text to planes, and solved states back.
//
// The low four bits of a character are a digit's value, or 14 for a blank. Four planes of such bits
// give the candidates of all puzzles. Between texts and planes, characters are transposed, so that
// one vector holds the same cell of every eighth puzzle, a *group*. The values of two groups share
// the bytes of a vector, and so the eight groups four of them, which are the four planes with some
// of their bits exchanged.
template <typename Isa>
class SliceText {
  using Plane = typename Isa::Plane;
  using Chars = typename Isa::Chars;

 public:
  // Reads up to kLanes puzzles of 81 characters each, without gaps.
  [[gnu::noinline]] void read(const char* puzzles, uint32_t count, SliceBoard<Isa>& board) {
    if (count < Isa::kLanes) {
      __builtin_memcpy(texts_, puzzles, count * Isa::kText);
      __builtin_memset(texts_ + count * Isa::kText, '.', (Isa::kLanes - count) * Isa::kText);
      puzzles = texts_;
    }
    for (uint32_t group = 0; group < kGroups / 2; ++group)
      read_group<false>(puzzles + group * Isa::kText, values_[group]);
    for (uint32_t group = 0; group < kGroups / 2; ++group)
      read_group<true>(puzzles + (kGroups / 2 + group) * Isa::kText, values_[group]);
    for (int cell = 0; cell < 81; ++cell) {
      Plane bits[4] = {values_[0][cell], values_[1][cell], values_[2][cell], values_[3][cell]};
      exchange_bits(bits);
      decode(bits, board, cell);
    }
  }

  // Writes the solutions of the first `count` puzzles, 81 characters each, `stride` bytes from one
  // to the next. What it writes for those that are not solved has no meaning.
  [[gnu::noinline]] void write(const SliceBoard<Isa>& board, uint32_t count, char* to,
                               size_t stride) {
    for (int cell = 0; cell < 81; ++cell) {
      Plane bits[4];
      encode(board.candidate, cell, bits);
      exchange_bits(bits);
      for (int i = 0; i < 4; ++i)
        values_[i][cell] = bits[i];
    }
    const bool is_whole = count == Isa::kLanes;
    char* const texts = is_whole ? to : texts_;
    const size_t apart = is_whole ? stride : Isa::kText;
    for (uint32_t group = 0; group < kGroups; ++group)
      write_group(values_[group % 4], static_cast<int>(group / 4 * 4), texts + group * apart,
                  apart);
    for (uint32_t i = 0; !is_whole && i < count; ++i)
      __builtin_memcpy(to + i * stride, texts_ + i * Isa::kText, Isa::kText);
  }

 private:
  static constexpr uint32_t kGroups = 8;
  static constexpr uint32_t kInGroup = Isa::kLanes / kGroups;

  static Plane all_bytes(uint64_t byte) { return Plane{} + byte * 0x0101010101010101; }

  // Exchanges bits 1 of the positions in bytes with bits 0 of the planes' numbers, and bits 2 with
  // bits 1. Bit p of byte k in plane n then belongs to puzzle 8 k + n, or 8 k + 4 + n if p is 4 or
  // more, and is bit p modulo 4 of its value. Doing it again undoes it.
  [[gnu::always_inline]] static void exchange_bits(Plane (&bits)[4]) {
    const auto exchange =
        [](Plane & a, Plane & b, int by, Plane which) __attribute__((always_inline)) {
      const Plane differ = ((a >> by) ^ b) & which;
      b ^= differ;
      a ^= differ << by;
    };
    exchange(bits[0], bits[1], 1, all_bytes(0x55));
    exchange(bits[2], bits[3], 1, all_bytes(0x55));
    exchange(bits[0], bits[2], 2, all_bytes(0x33));
    exchange(bits[1], bits[3], 2, all_bytes(0x33));
  }

  // Reads every eighth text: 16 cells of each at a time, and cell 80 by itself.
  template <bool kUpper>
  [[gnu::always_inline]] void read_group(const char* texts, Plane (&values)[81]) {
    const auto add = [&values](int cell, Chars chars) __attribute__((always_inline)) {
      const auto bytes = reinterpret_cast<Plane>(chars);
      if constexpr (kUpper) {
        values[cell] = Isa::or_and(values[cell], bytes << 4, all_bytes(0xF0));
      } else {
        values[cell] = bytes & all_bytes(0x0F);
      }
    };
    for (int cell = 0; cell < 80; cell += 16) {
      Chars rows[16];
#pragma GCC unroll 16
      for (size_t i = 0; i < 16; ++i)
        rows[i] =
            Isa::load_chars(texts + i * kGroups * Isa::kText + cell, 16 * kGroups * Isa::kText);
      transpose_bytes(rows);
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        add(cell + i, rows[i]);
    }
    alignas(64) char last[kInGroup];
    for (uint32_t i = 0; i < kInGroup; ++i)
      last[i] = texts[i * kGroups * Isa::kText + 80];
    Chars chars;
    __builtin_memcpy(&chars, last, sizeof chars);
    add(80, chars);
  }

  // Writes every eighth text, whose values begin at bit `shift` of each byte.
  [[gnu::always_inline]] static void write_group(const Plane (&values)[81], int shift, char* to,
                                                 size_t stride) {
    const auto chars = [&values, shift ](int cell) __attribute__((always_inline)) {
      return reinterpret_cast<Chars>((values[cell] >> shift & all_bytes(0x0F)) | all_bytes('0'));
    };
    for (int cell = 0; cell < 80; cell += 16) {
      Chars rows[16];
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i)
        rows[i] = chars(cell + i);
      transpose_bytes(rows);
#pragma GCC unroll 16
      for (size_t i = 0; i < 16; ++i)
        Isa::store_chars(rows[i], to + i * kGroups * stride + cell, 16 * kGroups * stride);
    }
    alignas(64) char last[kInGroup];
    const Chars of_last = chars(80);
    __builtin_memcpy(last, &of_last, sizeof of_last);
    for (uint32_t i = 0; i < kInGroup; ++i)
      to[i * kGroups * stride + 80] = last[i];
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

  Plane values_[4][81];
  char texts_[Isa::kLanes * Isa::kText];  // for fewer puzzles than a plane has
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
    apply_clues_to_columns(board_);
    propagate();
    const Plane solved = all_single(board_) & full_houses(board_);
    left_ = open();
    if (!Planes::any(solved)) return number;
    for_each_column(solved, [&](uint32_t column) { call.results[first_ + column].solutions = 1; });
    text_.write(board_, number, call.solutions + first_ * call.solution_stride,
                call.solution_stride);
    return number;
  }

  bool empty() const { return !Planes::any(left_); }

  // Moves some puzzles that need a search, at most a vector of them, to a state buffer, from
  // `column` on, and returns their number. The buffer needs room for a whole vector.
  template <typename Isa>
  [[gnu::noinline]] uint32_t unload(StateBuffer& buffer, uint32_t column) {
    constexpr uint32_t kWords = Isa::kReach / 64;
    uint32_t word = 0;
    while (left_[word] == 0)
      ++word;
    const uint32_t begin = word / kWords * Isa::kReach;
    alignas(64) uint16_t bits[Isa::kLanes] = {};
    uint32_t moved = 0;
    for (; word < begin / 64 + kWords; ++word) {
      uint64_t left = left_[word];
      for (; left != 0 && moved < Isa::kLanes; left &= left - 1) {
        const uint32_t bit = 64 * word + static_cast<uint32_t>(__builtin_ctzll(left));
        bits[moved] = static_cast<uint16_t>(bit - begin);
        buffer.row[kPuzzleRow][column + moved++] = static_cast<uint16_t>(first_ + bit);
      }
      left_[word] = left;
    }
    const typename Isa::BitPlaces places = Isa::places_of(bits);
    for (int cell = 0; cell < 81; ++cell) {
      const uint64_t* words[9];
#pragma GCC unroll 9
      for (int digit = 0; digit < 9; ++digit) {
        words[digit] =
            reinterpret_cast<const uint64_t*>(&board_.candidate[digit][cell]) + begin / 64;
      }
      Isa::store(&buffer.row[cell][column], Isa::states_of(words, places));
    }
    return moved;
  }

  template <typename Visit>
  void for_each_left(Visit visit) const {
    for_each_column(left_, [&](uint32_t column) { visit(first_ + column); });
  }

 private:
  static constexpr uint32_t kFewest = 128;
  // With fewer puzzles still changing, a round of propagation is cheaper in the batch search.
  static constexpr uint32_t kEnoughMoving = 72;

  // Puzzles that are not solved yet. Dead ones have no solution.
  Plane open() const { return board_.alive & ~all_single(board_); }

  static bool are_few(const Plane& puzzles) {
    uint32_t count = 0;
    for (uint32_t word = 0; word < Planes::kLanes / 64; ++word)
      count += static_cast<uint32_t>(__builtin_popcountll(puzzles[word]));
    return count < kEnoughMoving;
  }

  // Easy puzzles are solved by the band passes of the third round.
  void propagate() {
    for (;;) {
      pass_bands(board_, verdicts_);
      if (are_few(open())) return;
      pass_stacks<Planes, false>(board_, verdicts_);
      pass_bands(board_, verdicts_);
      if (are_few(open())) return;
      pass_stacks<Planes, true>(board_, verdicts_);
      if (are_few(board_.changed & open())) return;
    }
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
