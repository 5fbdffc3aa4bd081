// Planes of 256 bits, one for each of 256 states, with AVX2; of 512 with AVX-512 BW.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see engine.h
#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/vector_logic.h"

namespace sudoku::simd {
namespace {

inline constexpr size_t kTextSize = 81;  // characters of a puzzle

// Loads 16 characters, and as many from `apart` bytes further on.
[[gnu::always_inline]] inline __m256i load_two(const char* from, size_t apart) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(load16(from)), load16(from + apart), 1);
}

// Stores 16 characters, and as many `apart` bytes further.
[[gnu::always_inline]] inline void store_two(__m256i a, char* to, size_t apart) {
  store16(to, _mm256_castsi256_si128(a));
  store16(to + apart, _mm256_extracti128_si256(a, 1));
}

using BitsOf256 [[gnu::vector_size(32)]] = uint64_t;

struct PlaneAvx2 : PlainLogic<BitsOf256> {
  using Plane = BitsOf256;
  using Vec = Plane;
  using Chars = __m256i;  // characters: one cell of 32 puzzles, or 16 cells of two

  static constexpr uint32_t kLanes = 256;
  static constexpr size_t kText = kTextSize;

  [[gnu::always_inline]] static bool any(Plane a) {
    const auto bits = reinterpret_cast<__m256i>(a);
    return _mm256_testz_si256(bits, bits) == 0;
  }

  [[gnu::always_inline]] static Chars load_chars(const char* from, size_t apart) {
    return load_two(from, apart);
  }

  [[gnu::always_inline]] static void store_chars(Chars a, char* to, size_t apart) {
    store_two(a, to, apart);
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

  [[gnu::always_inline]] static bool any(Plane a) {
    const auto bits = reinterpret_cast<__m512i>(a);
    return _mm512_test_epi64_mask(bits, bits) != 0;
  }

  [[gnu::always_inline]] static Chars load_chars(const char* from, size_t apart) {
    const __m512i half = _mm512_castsi256_si512(load_two(from, apart));
    return _mm512_inserti64x4(half, load_two(from + 2 * apart, apart), 1);
  }

  [[gnu::always_inline]] static void store_chars(Chars a, char* to, size_t apart) {
    store_two(_mm512_castsi512_si256(a), to, apart);
    store_two(_mm512_extracti64x4_epi64(a, 1), to + 2 * apart, apart);
  }
};
#endif

}  // namespace
}  // namespace sudoku::simd
