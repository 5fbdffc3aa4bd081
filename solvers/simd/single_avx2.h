// One grid in nine vectors of AVX2: a part is a band, its row r the quarter r of a vector, 4 words.
// Minirow k of band b is word (k + b) modulo 3 there, so that turning the grid moves no word within
// its quarter. The fourth word and the fourth quarter hold nothing.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see single_engine.h

#include "solvers/simd/single_rules.h"
#include "solvers/simd/vector_avx2.h"

namespace sudoku {
namespace {

// Where the letters of the rows go, 16 at a time: byte 4 * plane + word.
struct RowShuffles {
  alignas(16) uint8_t letter_of[9][16];      // from the 16 letters at kRowText
  alignas(16) uint8_t from_planes01[9][16];  // back: from bytes of planes 0 and 1,
  alignas(16) uint8_t from_plane2[9][16];    // and of plane 2
};

inline constexpr uint8_t kNoByte = 0x80;

// The last row would reach beyond the text; so what is read begins earlier.
inline constexpr int kRowText[9] = {0, 9, 18, 27, 36, 45, 54, 63, 65};

constexpr RowShuffles make_row_shuffles() {
  RowShuffles tables{};
  for (int row = 0; row < 9; ++row) {
    for (int i = 0; i < 16; ++i) {
      tables.letter_of[row][i] = kNoByte;
      tables.from_planes01[row][i] = kNoByte;
      tables.from_plane2[row][i] = kNoByte;
    }
    for (int c = 0; c < 9; ++c) {
      const int plane = (c + row) % 3;
      const int word = (c / 3 + row / 3) % 3;
      const int quarter = 4 * (row % 3 % 2) + word;  // two quarters in a half
      tables.letter_of[row][4 * plane + word] = static_cast<uint8_t>(9 * row + c - kRowText[row]);
      if (plane < 2) {
        tables.from_planes01[row][c] = static_cast<uint8_t>(8 * plane + quarter);
      } else {
        tables.from_plane2[row][c] = static_cast<uint8_t>(quarter);
      }
    }
  }
  return tables;
}

inline constexpr RowShuffles kRowShuffles = make_row_shuffles();

struct SingleAvx2 : Avx2 {
  static constexpr int kParts = 3;
  static constexpr int kLanesPerRow = 4;
  static constexpr int kLanesPerBand = 0;
  static constexpr bool kTwoAtOnce = false;

  [[gnu::always_inline]] static Vec next(Vec a) {
    return vec(_mm256_shuffle_epi8(raw(a), words(2, 4, 0)));
  }

  [[gnu::always_inline]] static Vec after_next(Vec a) {
    return vec(_mm256_shuffle_epi8(raw(a), words(4, 0, 2)));
  }

  // Minirow (r, k) from (r + 1, k).
  [[gnu::always_inline]] static Vec below(Vec a) { return rows<1, 2, 0>(a); }

  // Minirow (r, k) to its partners in the even configuration, r + 1 and r + 2.
  [[gnu::always_inline]] static Vec even_second(Vec a) { return below(next(a)); }

  [[gnu::always_inline]] static Vec even_third(Vec a) { return rows<2, 0, 1>(after_next(a)); }

  [[gnu::always_inline]] static Vec odd_second(Vec a) { return below(after_next(a)); }

  [[gnu::always_inline]] static Vec odd_third(Vec a) { return rows<2, 0, 1>(next(a)); }

  // a | (b & c)
  [[gnu::always_inline]] static Vec or_and(Vec a, Vec b, Vec c) { return a | (b & c); }

  // a | (b ^ c)
  [[gnu::always_inline]] static Vec or_differ(Vec a, Vec b, Vec c) { return a | (b ^ c); }

  // Not known to the compiler: see opaque().
  [[gnu::always_inline]] static Vec minus_one() { return opaque(0xFFFF); }

  // All bits of the lanes where a is empty.
  [[gnu::always_inline]] static Vec none(Vec a) { return is_zero(a); }

  // Nine digits in every minirow.
  [[gnu::always_inline]] static bool is_full(Vec a) {
    return _mm256_testc_si256(raw(a), raw(minirows() & all(kAllDigits))) != 0;
  }

  // Lanes that differ.
  [[gnu::always_inline]] static int differences(Vec a, Vec b) {
    return kLanes - __builtin_popcount(mask(equal(a, b)));
  }

  // Something in any minirow.
  [[gnu::always_inline]] static bool has_any(Vec a) {
    return _mm256_testz_si256(raw(a), raw(a)) == 0;
  }

  // Nothing in any minirow.
  [[gnu::always_inline]] static bool has_empty(Vec a) {
    return _mm256_testz_si256(raw(is_zero(a)), raw(minirows())) == 0;
  }

  [[gnu::always_inline]] static bool has_empty_minirow(Vec a) { return has_empty(a); }

  // Which of the 16-bit words of a state holds a cell.
  static constexpr int word_of(int cell) {
    const int plane = (cell % 3 + cell / 9) % 3;
    const int lane = 4 * (cell / 9 % 3) + (cell % 9 / 3 + cell / 27) % 3;
    return 16 * (cell / 27 * 3 + plane) + lane;
  }

  [[gnu::always_inline]] static State<SingleAvx2> turned_over(const State<SingleAvx2>& state) {
    State<SingleAvx2> turned;
    turn_plane<0, 2, 1>(state, turned, 0);
    turn_plane<1, 0, 2>(state, turned, 1);
    turn_plane<2, 1, 0>(state, turned, 2);
    return turned;
  }

  [[gnu::always_inline]] static State<SingleAvx2> read(const char* puzzle) {
    State<SingleAvx2> state;
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
      const RowDigits first = digits_of_row(puzzle, 3 * b);
      const RowDigits second = digits_of_row(puzzle, 3 * b + 1);
      const RowDigits third = digits_of_row(puzzle, 3 * b + 2);
      Vec(&plane)[3] = state.part[b].plane;
      plane[0] = halves(_mm_unpacklo_epi64(first.planes01, second.planes01),
                        _mm_move_epi64(third.planes01));
      plane[1] = halves(_mm_unpackhi_epi64(first.planes01, second.planes01),
                        _mm_srli_si128(third.planes01, 8));
      plane[2] = halves(_mm_unpacklo_epi64(first.plane2, second.plane2), third.plane2);
    }
    return state;
  }

  // Of a state with one digit in every cell.
  [[gnu::always_inline]] static void write(const State<SingleAvx2>& state, char* solution) {
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
      const Vec(&plane)[3] = state.part[b].plane;
      const __m256i planes01 = _mm256_packus_epi16(number(plane[0]), number(plane[1]));
      const __m256i plane2 = _mm256_packus_epi16(number(plane[2]), number(plane[2]));
      write_row(_mm256_castsi256_si128(planes01), _mm256_castsi256_si128(plane2), 3 * b, solution);
      write_row(_mm256_castsi256_si128(planes01), _mm256_castsi256_si128(plane2), 3 * b + 1,
                solution);
      write_row(_mm256_extracti128_si256(planes01, 1), _mm256_extracti128_si256(plane2, 1),
                3 * b + 2, solution);
    }
  }

  // The digit in the lanes of a mask.
  [[gnu::always_inline]] static Vec digit_in(LaneMask lanes, uint16_t digit) {
    return flags(lanes) & all(digit);
  }

  // The three lanes of row 0 of a band, 16 bits each.
  [[gnu::always_inline]] static uint64_t first_row(const Vec* ways, int /*band*/) {
    uint64_t words = 0;
    __builtin_memcpy(&words, ways, sizeof words);
    return words;
  }

  [[gnu::always_inline]] static uint32_t count_bits(uint64_t bits) {
    return static_cast<uint32_t>(__builtin_popcountll(bits));
  }

 private:
  struct RowDigits {
    __m128i planes01;
    __m128i plane2;
  };

  // Lanes that are minirows.
  [[gnu::always_inline]] static Vec minirows() {
    const auto yes = static_cast<uint16_t>(0xFFFF);
    return Vec{yes, yes, yes, 0, yes, yes, yes, 0, yes, yes, yes, 0, 0, 0, 0, 0};
  }

  [[gnu::always_inline]] static __m256i words(char first, char second, char third) {
    const char rest = 6;
    const auto byte = [](char at, int more) { return static_cast<char>(at + more); };
    const __m128i quarters = _mm_setr_epi8(
        first, byte(first, 1), second, byte(second, 1), third, byte(third, 1), rest, byte(rest, 1),
        byte(first, 8), byte(first, 9), byte(second, 8), byte(second, 9), byte(third, 8),
        byte(third, 9), byte(rest, 8), byte(rest, 9));
    return _mm256_broadcastsi128_si256(quarters);
  }

  template <int kFirst, int kSecond, int kThird>
  [[gnu::always_inline]] static Vec rows(Vec a) {
    return vec(_mm256_permute4x64_epi64(raw(a), kFirst | kSecond << 2 | kThird << 4 | 3 << 6));
  }

  // The quarters change as rows and columns of a box do, where both add up to the plane; then
  // every word finds its part.
  template <int kFirst, int kSecond, int kThird>
  [[gnu::always_inline]] static void turn_plane(const State<SingleAvx2>& state,
                                                State<SingleAvx2>& turned, int plane) {
    __m256i from[3];
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b)
      from[b] = raw(rows<kFirst, kSecond, kThird>(state.part[b].plane[plane]));
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
      const __m256i two = _mm256_blend_epi16(from[(3 - b) % 3], from[(4 - b) % 3], 0x22);
      turned.part[b].plane[plane] = vec(_mm256_blend_epi16(two, from[(5 - b) % 3], 0x44));
    }
  }

  [[gnu::always_inline]] static Vec halves(__m128i low, __m128i high) {
    return vec(_mm256_set_m128i(high, low));
  }

  [[gnu::always_inline]] static __m128i load16(const void* from) {
    return _mm_loadu_si128(static_cast<const __m128i*>(from));
  }

  // The low four bits of a letter are the digit, 14 for a blank, 0 where there is none: they choose
  // the low byte of the set of digits, and the high one.
  [[gnu::always_inline]] static RowDigits digits_of_row(const char* puzzle, int row) {
    const __m128i low = _mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, -1, 0);
    const __m128i high = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    const __m128i letters =
        _mm_shuffle_epi8(load16(puzzle + kRowText[row]), load16(kRowShuffles.letter_of[row]));
    const __m128i value = _mm_and_si128(letters, _mm_set1_epi8(15));
    const __m128i low_bytes = _mm_shuffle_epi8(low, value);
    const __m128i high_bytes = _mm_shuffle_epi8(high, value);
    return {_mm_unpacklo_epi8(low_bytes, high_bytes), _mm_unpackhi_epi8(low_bytes, high_bytes)};
  }

  [[gnu::always_inline]] static __m256i number(Vec digit) {
    return raw(count_digits(digit - 1));
  }

  // 16 letters, of which the next row's overwrite the last seven.
  [[gnu::always_inline]] static void write_row(__m128i planes01, __m128i plane2, int row,
                                               char* solution) {
    const __m128i numbers =
        _mm_or_si128(_mm_shuffle_epi8(planes01, load16(kRowShuffles.from_planes01[row])),
                     _mm_shuffle_epi8(plane2, load16(kRowShuffles.from_plane2[row])));
    const __m128i letters = _mm_add_epi8(numbers, _mm_set1_epi8('1'));
    auto* const to = reinterpret_cast<__m128i*>(solution + ptrdiff_t{9} * row);
    if (row < 8) {
      _mm_storeu_si128(to, letters);
    } else {
      _mm_storel_epi64(to, letters);
      solution[80] = static_cast<char>(_mm_extract_epi8(letters, 8));
    }
  }
};

}  // namespace
}  // namespace sudoku
