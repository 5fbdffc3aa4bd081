// Planes of 256 bits, one for each of 256 states, with AVX2; of 512 with AVX-512 BW.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see engine.h
#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/vector_logic.h"

namespace sudoku::simd {
namespace {

inline constexpr size_t kTextSize = 81;  // characters of a puzzle

// Loads 16 characters of a puzzle's text, and as many of the text 16 puzzles later.
[[gnu::always_inline]] inline __m256i load_two(const char* text) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(load16(text)),
                                 load16(text + 16 * kTextSize), 1);
}

[[gnu::always_inline]] inline void store_two(__m256i a, char* const* texts, int cell) {
  store16(texts[0] + cell, _mm256_castsi256_si128(a));
  store16(texts[16] + cell, _mm256_extracti128_si256(a, 1));
}

using BitsOf256 [[gnu::vector_size(32)]] = uint64_t;

struct PlaneAvx2 : PlainLogic<BitsOf256> {
  using Plane = BitsOf256;
  using Vec = Plane;
  using Chars = __m256i;  // characters: one cell of 32 puzzles, or 16 cells of two

  static constexpr uint32_t kLanes = 256;
  static constexpr size_t kText = kTextSize;
  static constexpr uint32_t kChars = 32;

  [[gnu::always_inline]] static bool any(Plane a) {
    const auto bits = reinterpret_cast<__m256i>(a);
    return _mm256_testz_si256(bits, bits) == 0;
  }

  [[gnu::always_inline]] static Chars load_chars(const char* text) { return load_two(text); }

  [[gnu::always_inline]] static void store_chars(Chars a, char* const* texts, int cell) {
    store_two(a, texts, cell);
  }

  // Splits the low four bits of each character into planes, from column `begin` on.
  [[gnu::always_inline]] static void split(Chars chars, Plane (&bit)[4], uint32_t begin) {
    __m256i bits = _mm256_slli_epi16(chars, 4);
#pragma GCC unroll 4
    for (int i = 3; i >= 0; --i) {
      reinterpret_cast<uint32_t*>(&bit[i])[begin / 32] =
          static_cast<uint32_t>(_mm256_movemask_epi8(bits));
      bits = _mm256_slli_epi16(bits, 1);
    }
  }

  // The digits, as characters, whose bits are in planes from column `begin` on.
  [[gnu::always_inline]] static Chars join(const Plane (&bit)[4], uint32_t begin) {
    const __m256i byte_of = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2,
                                             2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i bit_of = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ULL));
    __m256i chars = _mm256_set1_epi8('0');
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const auto word = reinterpret_cast<const int*>(&bit[i])[begin / 32];
      const __m256i bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(word), byte_of);
      const __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit_of), bit_of);
      chars = _mm256_or_si256(chars,
                              _mm256_and_si256(set, _mm256_set1_epi8(static_cast<char>(1 << i))));
    }
    return chars;
  }
};

#ifdef __AVX512BW__
using BitsOf512 [[gnu::vector_size(64)]] = uint64_t;

struct PlaneAvx512 : TernaryLogic<BitsOf512> {
  using Plane = BitsOf512;
  using Vec = Plane;
  using Chars = __m512i;  // characters: one cell of 64 puzzles, or 16 cells of four

  static constexpr uint32_t kLanes = 512;
  static constexpr size_t kText = kTextSize;
  static constexpr uint32_t kChars = 64;

  [[gnu::always_inline]] static bool any(Plane a) {
    const auto bits = reinterpret_cast<__m512i>(a);
    return _mm512_test_epi64_mask(bits, bits) != 0;
  }

  [[gnu::always_inline]] static Chars load_chars(const char* text) {
    const __m512i half = _mm512_castsi256_si512(load_two(text));
    return _mm512_inserti64x4(half, load_two(text + 32 * kText), 1);
  }

  [[gnu::always_inline]] static void store_chars(Chars a, char* const* texts, int cell) {
    store_two(_mm512_castsi512_si256(a), texts, cell);
    store_two(_mm512_extracti64x4_epi64(a, 1), texts + 32, cell);
  }

  [[gnu::always_inline]] static void split(Chars chars, Plane (&bit)[4], uint32_t begin) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      reinterpret_cast<uint64_t*>(&bit[i])[begin / 64] =
          _mm512_test_epi8_mask(chars, _mm512_set1_epi8(static_cast<char>(1 << i)));
    }
  }

  [[gnu::always_inline]] static Chars join(const Plane (&bit)[4], uint32_t begin) {
    __m512i chars = _mm512_set1_epi8('0');
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const __mmask64 set = reinterpret_cast<const uint64_t*>(&bit[i])[begin / 64];
      chars = _mm512_mask_add_epi8(chars, set, chars, _mm512_set1_epi8(static_cast<char>(1 << i)));
    }
    return chars;
  }
};
#endif

}  // namespace
}  // namespace sudoku::simd
