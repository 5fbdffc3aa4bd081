// 256 bits, one for each of 256 states: AVX-512 VL, for its operations of three operands, and VBMI.
#pragma once

#include "solvers/simd/plane_avx2.h"

namespace sudoku {
namespace {

struct PlaneAvx512 : Plane256 {
  template <int kTable>
  [[gnu::always_inline]] static Plane logic(Plane a, Plane b, Plane c) {
    return plane(_mm256_ternarylogic_epi64(raw(a), raw(b), raw(c), kTable));
  }

  [[gnu::always_inline]] static Plane or3(Plane a, Plane b, Plane c) {
    return logic<0xFE>(a, b, c);
  }

  [[gnu::always_inline]] static Plane and3(Plane a, Plane b, Plane c) {
    return logic<0x80>(a, b, c);
  }

  [[gnu::always_inline]] static Plane odd(Plane a, Plane b, Plane c) {
    return logic<0x96>(a, b, c);
  }

  [[gnu::always_inline]] static Plane two(Plane a, Plane b, Plane c) {
    return logic<0xE8>(a, b, c);
  }

  [[gnu::always_inline]] static Plane one(Plane a, Plane b, Plane c) {
    return logic<0x16>(a, b, c);
  }

  [[gnu::always_inline]] static Plane or_and(Plane a, Plane b, Plane c) {
    return logic<0xF8>(a, b, c);
  }

  [[gnu::always_inline]] static Plane or_without(Plane a, Plane b, Plane c) {
    return logic<0xF4>(a, b, c);
  }

  [[gnu::always_inline]] static Plane and_or(Plane a, Plane b, Plane c) {
    return logic<0xE0>(a, b, c);
  }

  [[gnu::always_inline]] static Plane and_if(Plane a, Plane b, Plane c) {
    return logic<0xD0>(a, b, c);
  }

  [[gnu::always_inline]] static Plane without(Plane a, Plane b, Plane c) {
    return logic<0x10>(a, b, c);
  }

  [[gnu::always_inline]] static Plane none_of(Plane a, Plane b) { return logic<0x03>(a, b, b); }

  [[gnu::always_inline]] static Plane choose(Plane which, Plane a, Plane b) {
    return logic<0xCA>(which, a, b);
  }

  // ---- letters

  using Letters = __m512i;  // the same cell of 64 puzzles, or 16 cells of four

  static constexpr uint32_t kLetters = 64;

  [[gnu::always_inline]] static Letters load_letters(const char* text) {
    const __m512i half = _mm512_castsi256_si512(load_two(text));
    return _mm512_inserti64x4(half, load_two(text + 32 * kText), 1);
  }

  [[gnu::always_inline]] static void store_letters(Letters a, char* const* texts, int cell) {
    store_two(_mm512_castsi512_si256(a), texts, cell);
    store_two(_mm512_extracti64x4_epi64(a, 1), texts + 32, cell);
  }

  [[gnu::always_inline]] static Letters unpack_low(Letters a, Letters b) {
    return _mm512_unpacklo_epi8(a, b);
  }

  [[gnu::always_inline]] static Letters unpack_high(Letters a, Letters b) {
    return _mm512_unpackhi_epi8(a, b);
  }

  [[gnu::always_inline]] static void split(Letters letters, Plane (&bit)[4], uint32_t begin) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      reinterpret_cast<uint64_t*>(&bit[i])[begin / 64] =
          _mm512_test_epi8_mask(letters, _mm512_set1_epi8(static_cast<char>(1 << i)));
    }
  }

  [[gnu::always_inline]] static Letters join(const Plane (&bit)[4], uint32_t begin) {
    __m512i letters = _mm512_set1_epi8('0');
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const __mmask64 set = reinterpret_cast<const uint64_t*>(&bit[i])[begin / 64];
      letters =
          _mm512_mask_add_epi8(letters, set, letters, _mm512_set1_epi8(static_cast<char>(1 << i)));
    }
    return letters;
  }
};

}  // namespace
}  // namespace sudoku
