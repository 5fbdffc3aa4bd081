// Operations that instruction sets share: logic, loads and stores, comparisons and, on x86-64,
// transposition of characters.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#if defined(__AVX2__)
#include <immintrin.h>
#endif

// Precedes a function of the rules. A compiler for GPUs also makes one for the device of it.
#if defined(__CUDACC__)
#define SUDOKU_INLINE __host__ __device__ __attribute__((always_inline))
#else
#define SUDOKU_INLINE [[gnu::always_inline]]
#endif

namespace sudoku::simd {
namespace {

using LaneMask = uint32_t;  // a set of vector lanes, bit i for lane i

inline constexpr unsigned short kNineDigits = 0x1FF;

template <typename Vec>
struct BitCount {
  Vec ones;
  Vec twos;
};

// Logic by the operators of `Vec`: a compiler's vector, or a class that has &, |, ^ and ~.
template <typename Vec>
struct PlainLogic {
  SUDOKU_INLINE static Vec or3(Vec a, Vec b, Vec c) { return a | b | c; }

  SUDOKU_INLINE static Vec and3(Vec a, Vec b, Vec c) { return a & b & c; }

  // Bits that exactly one of a, b and c has.
  SUDOKU_INLINE static Vec in_one(Vec a, Vec b, Vec c) { return (a ^ b ^ c) & ~(a & b); }

  // Bits that at least two of a, b and c have.
  SUDOKU_INLINE static Vec in_two(Vec a, Vec b, Vec c) { return (a & b) | (c & (a | b)); }

  // For each bit, how many of a, b and c have it, as a binary number.
  SUDOKU_INLINE static BitCount<Vec> sum(Vec a, Vec b, Vec c) {
    const Vec half = a ^ b;
    return {.ones = half ^ c, .twos = (a & b) | (half & c)};
  }

  // Bits in `set` and in none of a, b and c.
  SUDOKU_INLINE static Vec in_none(Vec set, Vec a, Vec b, Vec c) { return set & ~((a | b) | c); }

  SUDOKU_INLINE static Vec or_and(Vec a, Vec b, Vec c) { return a | (b & c); }

  SUDOKU_INLINE static Vec or_without(Vec a, Vec b, Vec c) { return a | (b & ~c); }

  SUDOKU_INLINE static Vec or_differ(Vec a, Vec b, Vec c) { return a | (b ^ c); }

  SUDOKU_INLINE static Vec and_or(Vec a, Vec b, Vec c) { return a & (b | c); }

  // a without the bits of c that are not in b.
  SUDOKU_INLINE static Vec and_if(Vec a, Vec b, Vec c) { return a & ~(c & ~b); }

  SUDOKU_INLINE static Vec without(Vec a, Vec b, Vec c) { return a & ~(b | c); }

  SUDOKU_INLINE static Vec none_of(Vec a, Vec b) { return ~(a | b); }

  SUDOKU_INLINE static Vec select(Vec which, Vec a, Vec b) { return (a & which) | (b & ~which); }
};

// Vectors of 16-bit lanes.
template <typename Vec>
struct WordLanes {
  [[gnu::always_inline]] static Vec all(uint16_t a) { return Vec{} + a; }

  [[gnu::always_inline]] static Vec load(const uint16_t* from) {
    Vec a;
    __builtin_memcpy(&a, from, sizeof a);
    return a;
  }

  [[gnu::always_inline]] static void store(uint16_t* to, Vec a) {
    __builtin_memcpy(to, &a, sizeof a);
  }

  // A constant hidden from clang, which with AVX2 turns `x & (x - 1)` into slower bit counting.
  [[gnu::always_inline]] static Vec opaque(uint16_t a) {
    Vec v = all(a);
#if defined(__AVX2__)
    asm("" : "+v"(v));
#endif
    return v;
  }
};

// Common code of instruction sets whose comparisons return vectors: all bits of a lane, or none.
template <typename Isa, typename Vec>
struct FlaggedLogic : PlainLogic<Vec>, WordLanes<Vec> {
  using Flags = Vec;

  SUDOKU_INLINE static Flags is_zero(Vec a) { return reinterpret_cast<Vec>(a == 0); }

  SUDOKU_INLINE static Flags equal(Vec a, Vec b) { return reinterpret_cast<Vec>(a == b); }

  SUDOKU_INLINE static Flags share(Vec a, Vec b) { return ~Isa::is_zero(a & b); }

  SUDOKU_INLINE static Vec keep(Flags which, Vec a) { return a & which; }

  // `x & first` in lanes where that is not empty, else `x & second`.
  SUDOKU_INLINE static Vec within(Vec x, Vec first, Vec second) {
    return x & Isa::choose(Isa::is_zero(x & first), second, first);
  }

  // x in lanes where it has one digit, else nothing.
  SUDOKU_INLINE static Vec if_single(Vec x, Vec minus_one) {
    return x & Isa::is_zero(x & (x + minus_one));
  }

  // Removes two digits to test for at most two: counting makes a search 6 to 10 % slower.
  SUDOKU_INLINE static Flags at_most_two(Vec x) {
    return Isa::is_zero(Isa::without_one(Isa::without_one(x)));
  }

  SUDOKU_INLINE static Flags at_most_three(Vec x) { return at_most_two(Isa::without_one(x)); }

  // Replaces lanes `to` of `into` with those of `from` that the route brings there.
  template <typename Route, typename Source>
  SUDOKU_INLINE static Vec move_into(Vec into, Flags to, Route route, Source from) {
    return Isa::choose(to, Isa::moved(route, from), into);
  }
};

#if defined(__AVX512F__)
// PlainLogic with one instruction for each function of three operands, by its truth table.
template <typename Vec>
struct TernaryLogic {
  template <int kTable>
  [[gnu::always_inline]] static Vec by_table(Vec a, Vec b, Vec c) {
    return reinterpret_cast<Vec>(_mm512_ternarylogic_epi64(reinterpret_cast<__m512i>(a),
                                                           reinterpret_cast<__m512i>(b),
                                                           reinterpret_cast<__m512i>(c), kTable));
  }

  // NOLINTBEGIN(readability-identifier-naming): they are called as the functions of PlainLogic.
  static constexpr auto or3 = by_table<0xFE>;
  static constexpr auto and3 = by_table<0x80>;
  static constexpr auto in_one = by_table<0x16>;
  static constexpr auto in_two = by_table<0xE8>;
  static constexpr auto or_and = by_table<0xF8>;
  static constexpr auto or_without = by_table<0xF4>;
  static constexpr auto or_differ = by_table<0xF6>;
  static constexpr auto and_or = by_table<0xE0>;
  static constexpr auto and_if = by_table<0xD0>;
  static constexpr auto without = by_table<0x10>;
  static constexpr auto select = by_table<0xCA>;

  // NOLINTEND(readability-identifier-naming)

  [[gnu::always_inline]] static Vec none_of(Vec a, Vec b) { return by_table<0x03>(a, b, b); }

  [[gnu::always_inline]] static BitCount<Vec> sum(Vec a, Vec b, Vec c) {
    return {.ones = by_table<0x96>(a, b, c), .twos = in_two(a, b, c)};
  }
};
#endif

#if defined(__AVX2__)
[[gnu::always_inline]] inline __m128i load16(const void* from) {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}

[[gnu::always_inline]] inline void store16(void* to, __m128i a) {
  _mm_storeu_si128(static_cast<__m128i*>(to), a);
}

[[gnu::always_inline]] inline void interleave(__m128i a, __m128i b, __m128i (&both)[2]) {
  both[0] = _mm_unpacklo_epi8(a, b);
  both[1] = _mm_unpackhi_epi8(a, b);
}

[[gnu::always_inline]] inline void interleave(__m256i a, __m256i b, __m256i (&both)[2]) {
  both[0] = _mm256_unpacklo_epi8(a, b);
  both[1] = _mm256_unpackhi_epi8(a, b);
}

#if defined(__AVX512BW__)
[[gnu::always_inline]] inline void interleave(__m512i a, __m512i b, __m512i (&both)[2]) {
  both[0] = _mm512_unpacklo_epi8(a, b);
  both[1] = _mm512_unpackhi_epi8(a, b);
}
#endif

// Transposes 16 x 16 bytes in every 128 bits: texts of puzzles into columns of cells, and back.
template <typename Bytes>
[[gnu::always_inline]] inline void transpose_bytes(Bytes (&a)[16]) {
#pragma GCC unroll 4
  for (int step = 0; step < 4; ++step) {
    Bytes b[8][2];
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i)
      interleave(a[i], a[i + 8], b[i]);
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i)
      a[i] = b[i / 2][i % 2];
  }
}
#endif

}  // namespace
}  // namespace sudoku::simd
