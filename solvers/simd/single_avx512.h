// One grid in three vectors of AVX-512: lane 3 * row + k is minirow k of that row; 27 of 32 lanes.
// The rest holds nine digits everywhere, which no rule changes.
#pragma once

#include "solvers/simd/single_rules.h"
#include "solvers/simd/vector_avx512.h"

namespace sudoku {
namespace {

// Lane i of a vector comes from lane from[i]; the second vector's lanes count from 32.
struct alignas(64) LaneSources {
  uint16_t from[32];
};

inline constexpr int kMinirows = 27;

// Lane (r, k) of a band from its lane (r + lines, k + boxes), modulo 3.
constexpr LaneSources rotated(int lines, int boxes) {
  LaneSources sources{};
  for (int lane = 0; lane < 32; ++lane) {
    const int r = (lane % 9 / 3 + lines) % 3;
    const int k = (lane % 3 + boxes) % 3;
    sources.from[lane] = static_cast<uint16_t>(lane < kMinirows ? lane / 9 * 9 + 3 * r + k : lane);
  }
  return sources;
}

// Within one plane, lane (r, k) of band b to minirow b of column (k, c), where r + c is the plane.
constexpr LaneSources turned(int plane) {
  LaneSources sources{};
  for (int lane = 0; lane < 32; ++lane) {
    const int r = (plane + 3 - lane % 9 / 3) % 3;
    const int from = 9 * (lane % 3) + 3 * r + lane / 9;
    sources.from[lane] = static_cast<uint16_t>(lane < kMinirows ? from : lane);
  }
  return sources;
}

inline constexpr uint32_t kAllMinirows = (1U << kMinirows) - 1;

// Text is read and written as 32 letters, 32 more, and the last 32 of 81.
inline constexpr int kLastLetters = 49;
inline constexpr int kText[3] = {0, 32, kLastLetters};

constexpr int plane_of(int cell) {
  return (cell % 3 + cell / 9) % 3;
}

// Where a plane finds its letters: in the first and second 32, or (lanes of from_last) in the last.
constexpr LaneSources letters_of(int plane) {
  LaneSources sources{};
  for (int cell = 0; cell < 81; ++cell) {
    if (plane_of(cell) != plane) continue;
    sources.from[cell / 3] = static_cast<uint16_t>(cell < 64 ? cell : cell - kLastLetters);
  }
  return sources;
}

constexpr uint32_t from_last(int plane) {
  uint32_t lanes = 0;
  for (int cell = 64; cell < 81; ++cell)
    if (plane_of(cell) == plane) lanes |= 1U << cell / 3;
  return lanes;
}

inline constexpr LaneSources kLettersOf[3] = {letters_of(0), letters_of(1), letters_of(2)};
inline constexpr uint32_t kFromLast[3] = {from_last(0), from_last(1), from_last(2)};

// The other way: letter `text` + lane from plane 0 or 1, or (from_plane_2) from plane 2.
constexpr LaneSources numbers_of(int text) {
  LaneSources sources{};
  for (int lane = 0; lane < 32; ++lane) {
    const int cell = text + lane;
    sources.from[lane] = static_cast<uint16_t>(cell / 3 + (plane_of(cell) == 1 ? 32 : 0));
  }
  return sources;
}

constexpr uint32_t from_plane_2(int text) {
  uint32_t lanes = 0;
  for (int lane = 0; lane < 32; ++lane)
    if (plane_of(text + lane) == 2) lanes |= 1U << lane;
  return lanes;
}

inline constexpr LaneSources kNumbersOf[3] = {numbers_of(kText[0]), numbers_of(kText[1]),
                                              numbers_of(kText[2])};
inline constexpr uint32_t kFromPlane2[3] = {from_plane_2(kText[0]), from_plane_2(kText[1]),
                                            from_plane_2(kText[2])};

// By the low five bits of a letter, which tell a digit ('1' is 17) from a blank ('.' is 14).
constexpr LaneSources digits_of_letter() {
  LaneSources digits{};
  for (int letter = 0; letter < 32; ++letter) {
    const bool is_digit = letter >= 17 && letter < 26;
    digits.from[letter] = static_cast<uint16_t>(is_digit ? 1 << (letter - 17) : 0x1FF);
  }
  return digits;
}

inline constexpr LaneSources kDigitsOfLetter = digits_of_letter();

inline constexpr LaneSources kNext = rotated(0, 1);
inline constexpr LaneSources kAfterNext = rotated(0, 2);
inline constexpr LaneSources kBelow = rotated(1, 0);
inline constexpr LaneSources kEvenSecond = rotated(1, 1);
inline constexpr LaneSources kEvenThird = rotated(2, 2);
inline constexpr LaneSources kOddSecond = rotated(1, 2);
inline constexpr LaneSources kOddThird = rotated(2, 1);
inline constexpr LaneSources kTurned[3] = {turned(0), turned(1), turned(2)};

struct SingleAvx512 : Avx512 {
  static constexpr int kParts = 1;
  static constexpr int kLanesPerRow = 3;
  static constexpr int kLanesPerBand = 9;
  static constexpr bool kTwoAtOnce = true;

  [[gnu::always_inline]] static Vec next(Vec a) { return moved(kNext, a); }

  [[gnu::always_inline]] static Vec after_next(Vec a) { return moved(kAfterNext, a); }

  // Minirow (r, k) from (r + 1, k).
  [[gnu::always_inline]] static Vec below(Vec a) { return moved(kBelow, a); }

  // Minirow (r, k) to its partners in the even configuration, r + 1 and r + 2.
  [[gnu::always_inline]] static Vec even_second(Vec a) { return moved(kEvenSecond, a); }

  [[gnu::always_inline]] static Vec even_third(Vec a) { return moved(kEvenThird, a); }

  [[gnu::always_inline]] static Vec odd_second(Vec a) { return moved(kOddSecond, a); }

  [[gnu::always_inline]] static Vec odd_third(Vec a) { return moved(kOddThird, a); }

  // a | (b & c)
  [[gnu::always_inline]] static Vec or_and(Vec a, Vec b, Vec c) {
    return vec(_mm512_ternarylogic_epi64(raw(a), raw(b), raw(c), 0xF8));
  }

  [[gnu::always_inline]] static Vec minus_one() { return all(0xFFFF); }

  // All bits of the lanes where a is empty. By arithmetic, here and below: a comparison and what it
  // masks take six cycles on Zen 4.
  [[gnu::always_inline]] static Vec none(Vec a) { return smaller(a, opaque(1)) + minus_one(); }

  // x within `first` where they share a digit, else within `second`.
  // cppcheck-suppress duplInheritedMember  // hides the one for other states
  [[gnu::always_inline]] static Vec within(Vec x, Vec first, Vec second) {
    const Vec shared = x & first;
    return or_and(shared, x & second, none(shared));
  }

  // cppcheck-suppress duplInheritedMember  // hides the one for other states
  [[gnu::always_inline]] static Vec at_most_two(Vec a) { return is_negative(count_digits(a) - 3); }

  // a | (b ^ c)
  [[gnu::always_inline]] static Vec or_differ(Vec a, Vec b, Vec c) {
    return vec(_mm512_ternarylogic_epi64(raw(a), raw(b), raw(c), 0xF6));
  }

  // Nine digits in every lane.
  [[gnu::always_inline]] static bool is_full(Vec a) { return equal(a, all(0x1FF)) == kAllLanes; }

  // Lanes that differ.
  [[gnu::always_inline]] static int differences(Vec a, Vec b) {
    return __builtin_popcount(_mm512_cmpneq_epi16_mask(raw(a), raw(b)));
  }

  // Something in a lane that is a minirow.
  [[gnu::always_inline]] static bool has_any(Vec a) {
    return (_mm512_test_epi16_mask(raw(a), raw(a)) & 0x7FFFFFF) != 0;
  }

  // Nothing in a lane that is a minirow.
  [[gnu::always_inline]] static bool has_empty(Vec a) { return is_zero(a) != 0; }

  // The same, where lanes that are none may be empty as well.
  [[gnu::always_inline]] static bool has_empty_minirow(Vec a) {
    return (is_zero(a) & kAllMinirows) != 0;
  }

  // Which of the 16-bit words of a state holds a cell.
  static constexpr int word_of(int cell) { return kLanes * plane_of(cell) + cell / 3; }

  [[gnu::always_inline]] static State<SingleAvx512> turned_over(const State<SingleAvx512>& state) {
    const Vec(&plane)[3] = state.part[0].plane;
    State<SingleAvx512> result;
#pragma GCC unroll 3
    for (int p = 0; p < 3; ++p)
      result.part[0].plane[p] = moved(kTurned[p], plane[p]);
    return result;
  }

  [[gnu::always_inline]] static State<SingleAvx512> read(const char* puzzle) {
    const __m512i first = letters(puzzle);
    const __m512i second = letters(puzzle + 32);
    const __m512i last = letters(puzzle + kLastLetters);
    State<SingleAvx512> state;
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c) {
      const __m512i sources = lanes(kLettersOf[c]);
      const __m512i text = _mm512_mask_permutexvar_epi16(
          _mm512_permutex2var_epi16(first, sources, second), kFromLast[c], sources, last);
      state.part[0].plane[c] = vec(_mm512_mask_permutexvar_epi16(raw(all(0x1FF)), kAllMinirows,
                                                                 text, lanes(kDigitsOfLetter)));
    }
    return state;
  }

  // Of a state with one digit in every cell.
  [[gnu::always_inline]] static void write(const State<SingleAvx512>& state, char* solution) {
    __m512i number[3];
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c)
      number[c] = raw(count_digits(state.part[0].plane[c] - 1));
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      const __m512i sources = lanes(kNumbersOf[i]);
      const __m512i numbers =
          _mm512_mask_permutexvar_epi16(_mm512_permutex2var_epi16(number[0], sources, number[1]),
                                        kFromPlane2[i], sources, number[2]);
      const __m256i text = _mm256_add_epi8(_mm512_cvtepi16_epi8(numbers), _mm256_set1_epi8('1'));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(solution + kText[i]), text);
    }
  }

  // The digit in the lanes of a mask.
  [[gnu::always_inline]] static Vec digit_in(LaneMask lanes, uint16_t digit) {
    return vec(_mm512_maskz_set1_epi16(lanes, static_cast<short>(digit)));
  }

  // The even, or odd, configurations 0..2 of a band, 16 bits each.
  [[gnu::always_inline]] static uint64_t first_row(const Vec* ways, int band) {
    uint64_t words = 0;
    const auto* const bands = reinterpret_cast<const uint16_t(*)[9]>(ways);
    __builtin_memcpy(&words, bands[band], sizeof words);
    return words & 0xFFFFFFFFFFFF;
  }

  [[gnu::always_inline]] static uint32_t count_bits(uint64_t bits) {
    return static_cast<uint32_t>(__builtin_popcountll(bits));
  }

 private:
  [[gnu::always_inline]] static __m512i lanes(const LaneSources& sources) {
    return _mm512_load_si512(sources.from);
  }

  [[gnu::always_inline]] static Vec is_negative(Vec a) {
    return vec(_mm512_srai_epi16(raw(a), 15));
  }

  [[gnu::always_inline]] static __m512i letters(const char* text) {
    return _mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text)));
  }

  [[gnu::always_inline]] static Vec moved(const LaneSources& sources, Vec a) {
    return vec(_mm512_permutexvar_epi16(lanes(sources), raw(a)));
  }
};

}  // namespace
}  // namespace sudoku
