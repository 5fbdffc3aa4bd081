// 32 puzzles at a time between text and columns: transposed as bytes.
#pragma once

#include "solvers/simd/lane_text.h"
#include "solvers/simd/vector_avx512.h"

namespace sudoku {
namespace {

// Four transpositions of 16 x 16 bytes, one in each quarter of 16 registers.
[[gnu::always_inline]] inline void transpose_quarters(__m512i (&a)[16]) {
#pragma GCC unroll 4
  for (int step = 0; step < 4; ++step) {
    __m512i b[16];
#pragma GCC unroll 8
    for (int i = 0; i < 16; i += 2) {
      b[i] = _mm512_unpacklo_epi8(a[i / 2], a[i / 2 + 8]);
      b[i + 1] = _mm512_unpackhi_epi8(a[i / 2], a[i / 2 + 8]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i)
      a[i] = b[i];
  }
}

template <>
struct Text<Avx512> {
  static constexpr int kLanes = Avx512::kLanes;

  // Cells 0..63 are the four quarters of the first 64 bytes; 49..80 two quarters of the last 32,
  // whose other two serve the second half of the puzzles.
  [[gnu::noinline]] static void read(const char* const (&puzzles)[kLanes], Shelf& shelf,
                                     uint32_t at) {
    __m512i low[16];
    __m512i high[16];
    for (int i = 0; i < 16; ++i) {
      low[i] = _mm512_loadu_si512(puzzles[i]);
      high[i] = _mm512_loadu_si512(puzzles[i + 16]);
    }
    transpose_quarters(low);
    transpose_quarters(high);
    const __m512i quarters01 = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    const __m512i quarters23 = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    for (int i = 0; i < 16; ++i) {
      store_two(_mm512_permutex2var_epi64(low[i], quarters01, high[i]), shelf, i, at);
      store_two(_mm512_permutex2var_epi64(low[i], quarters23, high[i]), shelf, 32 + i, at);
    }
    for (int i = 0; i < 16; ++i)
      low[i] = halves(half(puzzles[i] + 49), half(puzzles[i + 16] + 49));
    transpose_quarters(low);
    const __m512i quarters02 = _mm512_set_epi64(7, 6, 3, 2, 5, 4, 1, 0);
    for (int i = 0; i < 16; ++i)
      store_two(_mm512_permutexvar_epi64(quarters02, low[i]), shelf, 49 + i, at);
  }

  [[gnu::noinline]] static void write(const Shelf& shelf, uint32_t at,
                                      char* const (&solutions)[kLanes]) {
    static constexpr int kColumns[3] = {0, 32, 49};
    for (const int cell : kColumns) {
      __m512i text[16];
      for (int i = 0; i < 16; ++i)
        text[i] = letters(&shelf.row[cell + i][at], &shelf.row[cell + 16 + i][at]);
      transpose_quarters(text);
      for (int i = 0; i < 16; ++i) {
        store_quarter(solutions[i] + cell, _mm512_castsi512_si128(text[i]));
        store_quarter(solutions[i] + cell + 16, _mm512_extracti32x4_epi32(text[i], 2));
      }
      for (int i = 0; i < 16; ++i) {
        store_quarter(solutions[i + 16] + cell, _mm512_extracti32x4_epi32(text[i], 1));
        store_quarter(solutions[i + 16] + cell + 16, _mm512_extracti32x4_epi32(text[i], 3));
      }
    }
  }

 private:
  [[gnu::always_inline]] static __m256i half(const char* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }

  [[gnu::always_inline]] static __m512i halves(__m256i low, __m256i high) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
  }

  [[gnu::always_inline]] static void store_quarter(char* to, __m128i quarter) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), quarter);
  }

  // Halves: 32 letters of cell `cell`, 32 of the cell 16 further on.
  [[gnu::always_inline]] static void store_two(__m512i letters, Shelf& shelf, int cell,
                                               uint32_t at) {
    store_digits(_mm512_castsi512_si256(letters), &shelf.row[cell][at]);
    store_digits(_mm512_extracti64x4_epi64(letters, 1), &shelf.row[cell + 16][at]);
  }

  // The low five bits of a letter tell a digit ('1' is 17) from a blank ('.' is 14).
  [[gnu::always_inline]] static void store_digits(__m256i letters, uint16_t* to) {
    const short any = kNineDigits;
    const __m512i digits =
        _mm512_set_epi16(any, any, any, any, any, any, 256, 128, 64, 32, 16, 8, 4, 2, 1, any, any,
                         any, any, any, any, any, any, any, any, any, any, any, any, any, any, any);
    _mm512_storeu_si512(to, _mm512_permutexvar_epi16(_mm512_cvtepu8_epi16(letters), digits));
  }

  // 32 letters of one cell, then 32 of another, from their sets of one digit.
  [[gnu::always_inline]] static __m512i letters(const uint16_t* first, const uint16_t* second) {
    const __m512i packed = _mm512_packus_epi16(digit_numbers(first), digit_numbers(second));
    const __m512i in_order =
        _mm512_permutexvar_epi64(_mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0), packed);
    return _mm512_add_epi8(in_order, _mm512_set1_epi8('1'));
  }

  // The number of the bit, 0..8: as many as there are bits below it.
  [[gnu::always_inline]] static __m512i digit_numbers(const uint16_t* from) {
    return Avx512::raw(Avx512::count_digits(Avx512::load(from) - 1));
  }
};

}  // namespace
}  // namespace sudoku
