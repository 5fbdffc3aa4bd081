// 16 puzzles at a time between text and columns: transposed as bytes.
#pragma once

#include "solvers/simd/lane_text.h"
#include "solvers/simd/vector_avx2.h"

namespace sudoku {
namespace {

[[gnu::always_inline]] inline void transpose_bytes(__m128i (&a)[16]) {
#pragma GCC unroll 4
  for (int step = 0; step < 4; ++step) {
    __m128i b[16];
#pragma GCC unroll 8
    for (int i = 0; i < 16; i += 2) {
      b[i] = _mm_unpacklo_epi8(a[i / 2], a[i / 2 + 8]);
      b[i + 1] = _mm_unpackhi_epi8(a[i / 2], a[i / 2 + 8]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i)
      a[i] = b[i];
  }
}

template <>
struct Text<Avx2> {
  static constexpr int kLanes = Avx2::kLanes;
  // 16 cells at a time; the last ones overlap, so that nothing beyond cell 80 is touched.
  static constexpr int kColumns[6] = {0, 16, 32, 48, 64, 65};

  [[gnu::noinline]] static void read(const char* const (&puzzles)[kLanes], Shelf& shelf,
                                     uint32_t at) {
    for (const int cell : kColumns) {
      __m128i text[16];
      for (int i = 0; i < 16; ++i)
        text[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(puzzles[i] + cell));
      transpose_bytes(text);
      for (int i = 0; i < 16; ++i)
        store_digits(text[i], &shelf.row[cell + i][at]);
    }
  }

  [[gnu::noinline]] static void write(const Shelf& shelf, uint32_t at,
                                      char* const (&solutions)[kLanes]) {
    for (const int cell : kColumns) {
      __m128i text[16];
      for (int i = 0; i < 16; ++i)
        text[i] = letters(&shelf.row[cell + i][at]);
      transpose_bytes(text);
      for (int i = 0; i < 16; ++i)
        _mm_storeu_si128(reinterpret_cast<__m128i*>(solutions[i] + cell), text[i]);
    }
  }

 private:
  // The low four bits of a letter are the digit, 14 for a blank: they choose the low byte of the
  // set of digits, and the high one.
  [[gnu::always_inline]] static void store_digits(__m128i letters, uint16_t* to) {
    const __m128i low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, -1, -1, -1, -1, -1, -1);
    const __m128i high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1);
    const __m128i number = _mm_and_si128(letters, _mm_set1_epi8(15));
    const __m128i low_bytes = _mm_shuffle_epi8(low, number);
    const __m128i high_bytes = _mm_shuffle_epi8(high, number);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_unpacklo_epi8(low_bytes, high_bytes));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 8), _mm_unpackhi_epi8(low_bytes, high_bytes));
  }

  // From 16 sets of one digit each.
  [[gnu::always_inline]] static __m128i letters(const uint16_t* from) {
    const __m256i below = Avx2::raw(Avx2::count_digits(Avx2::load(from) - 1));
    const __m128i number =
        _mm_packus_epi16(_mm256_castsi256_si128(below), _mm256_extracti128_si256(below, 1));
    return _mm_add_epi8(number, _mm_set1_epi8('1'));
  }
};

}  // namespace
}  // namespace sudoku
