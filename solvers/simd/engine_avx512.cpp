// The engines for AVX-512, compiled twice: with the flags of F, CD, BW, DQ and VL, and with those
// of BITALG and VBMI2 as well (Ice Lake, Zen 4 and later), where counting bits and packing lanes
// take one instruction each. vector_portable.h, vector_logic.h and, where lanes move, lane_moves.h
// document the operations.
//
// Avx512: 32 lanes of 16 bits, each with a state of the batch solver.
//
// SingleAvx512: one grid in three vectors. Lane 3 * row + k is minirow k of that row. The last 5 of
// 32 lanes hold nine digits, which no rule changes.
#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/engine.h"
#include "solvers/simd/lane_search.h"
#include "solvers/simd/lane_text.h"
#include "solvers/simd/single_rules.h"
#include "solvers/simd/single_search.h"
#include "solvers/simd/slice_front.h"
#include "solvers/simd/slice_planes.h"
#include "solvers/simd/vector_logic.h"

namespace sudoku::simd {

namespace {

using VecAvx512 [[gnu::vector_size(64)]] = uint16_t;

struct Avx512 : TernaryLogic<VecAvx512>, WordLanes<VecAvx512> {
  using Vec = VecAvx512;
  using Flags = __mmask32;  // one bit per lane, as comparisons return
  using Route = __m512i;    // number of the source lane for each lane

  static constexpr int kLanes = 32;
  static constexpr LaneMask kAllLanes = 0xFFFFFFFF;

  [[gnu::always_inline]] static __m512i raw(Vec a) { return reinterpret_cast<__m512i>(a); }

  [[gnu::always_inline]] static Vec vec(__m512i a) { return reinterpret_cast<Vec>(a); }

  [[gnu::always_inline]] static void store_eight(uint16_t* to, Vec a) {
    store16(to, _mm512_castsi512_si128(raw(a)));
  }

  // The digits of `set` that are in none of a, b and c. May contain others, but only when `set`, a
  // and b together lack one of the nine.
  [[gnu::always_inline]] static Vec in_none(Vec /*set*/, Vec a, Vec b, Vec c) {
    return by_table<0x01>(a, b, c);
  }

  [[gnu::always_inline]] static Vec smaller(Vec a, Vec b) {
    return vec(_mm512_min_epu16(raw(a), raw(b)));
  }

  [[gnu::always_inline]] static Flags is_zero(Vec a) {
    return _mm512_testn_epi16_mask(raw(a), raw(a));
  }

  [[gnu::always_inline]] static Flags share(Vec a, Vec b) {
    return _mm512_test_epi16_mask(raw(a), raw(b));
  }

  [[gnu::always_inline]] static Flags at_most(Vec a, Vec b) {
    return _mm512_cmple_epu16_mask(raw(a), raw(b));
  }

  [[gnu::always_inline]] static Flags equal(Vec a, Vec b) {
    return _mm512_cmpeq_epi16_mask(raw(a), raw(b));
  }

  [[gnu::always_inline]] static Vec choose(Flags which, Vec yes, Vec no) {
    return vec(_mm512_mask_mov_epi16(raw(no), which, raw(yes)));
  }

  [[gnu::always_inline]] static Vec keep(Flags which, Vec a) {
    return vec(_mm512_maskz_mov_epi16(which, raw(a)));
  }

  [[gnu::always_inline]] static Vec within(Vec x, Vec first, Vec second) {
    return x & choose(share(x, first), first, second);
  }

  [[gnu::always_inline]] static Vec if_single(Vec x, Vec minus_one) {
    return keep(_mm512_testn_epi16_mask(raw(x), raw(x + minus_one)), x);
  }

  [[gnu::always_inline]] static LaneMask mask(Flags flags) { return flags; }

  [[gnu::always_inline]] static Flags flags(LaneMask mask) { return mask; }

  [[gnu::always_inline]] static LaneMask lowest(LaneMask mask, int count) {
    return _pdep_u32(count >= kLanes ? kAllLanes : (LaneMask{1} << count) - 1, mask);
  }

  [[gnu::always_inline]] static Route packing(LaneMask from) { return packed(from, numbers()); }

  [[gnu::always_inline]] static Route from_to(LaneMask from, LaneMask to) {
    return spread(to, packing(from));
  }

  [[gnu::always_inline]] static Vec moved(Route route, Vec a) {
    return vec(_mm512_permutexvar_epi16(route, raw(a)));
  }

  // A vector whose lanes are to be moved by a Route.
  using Source = Vec;

  [[gnu::always_inline]] static Source source(const uint16_t* from) { return load(from); }

  [[gnu::always_inline]] static Vec move_into(Vec into, Flags to, Route route, Vec from) {
    return vec(_mm512_mask_permutexvar_epi16(raw(into), to, route, raw(from)));
  }

#ifdef __AVX512BITALG__
  [[gnu::always_inline]] static Vec count_digits(Vec x) { return vec(_mm512_popcnt_epi16(raw(x))); }

  [[gnu::always_inline]] static Flags at_most_two(Vec x) {
    return at_most(count_digits(x), all(2));
  }

  [[gnu::always_inline]] static Flags at_most_three(Vec x) {
    return at_most(count_digits(x), all(3));
  }
#else
  [[gnu::always_inline]] static Vec count_digits(Vec x) {
    const __m512i table =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i nibble = _mm512_set1_epi8(15);
    const __m512i low = _mm512_shuffle_epi8(table, _mm512_and_si512(raw(x), nibble));
    const __m512i high =
        _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(raw(x), 4), nibble));
    return vec(_mm512_maddubs_epi16(_mm512_add_epi8(low, high), _mm512_set1_epi8(1)));
  }

  [[gnu::always_inline]] static Flags at_most_two(Vec x) {
    const Vec one_less = x & (x - 1);
    return _mm512_testn_epi16_mask(raw(one_less), raw(one_less - 1));
  }

  [[gnu::always_inline]] static Flags at_most_three(Vec x) { return at_most_two(x & (x - 1)); }
#endif

  // For each lane, a bit of a plane: its word of 16 bits, and the bit in that.
  struct BitPlaces {
    __m512i word;
    __m512i bit;
  };

  static constexpr uint32_t kReach = 512;  // bits from which a vector of states is taken

  [[gnu::always_inline]] static BitPlaces places_of(const uint16_t (&bits)[kLanes]) {
    const __m512i of = raw(load(bits));
    return {.word = _mm512_srli_epi16(of, 4),
            .bit = _mm512_sllv_epi16(_mm512_set1_epi16(1), of & _mm512_set1_epi16(15))};
  }

  // The states whose digits are the bits at `places` of nine planes.
  [[gnu::always_inline]] static Vec states_of(const uint64_t* const (&planes)[9],
                                              const BitPlaces& places) {
    Vec states = all(0);
#pragma GCC unroll 9
    for (int digit = 0; digit < 9; ++digit) {
      const __m512i words = _mm512_permutexvar_epi16(places.word, _mm512_load_si512(planes[digit]));
      states = choose(_mm512_test_epi16_mask(words, places.bit),
                      states + all(static_cast<uint16_t>(1U << digit)), states);
    }
    return states;
  }

 private:
  [[gnu::always_inline]] static __m512i numbers() {
    return _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
                            13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  }

#ifdef __AVX512VBMI2__
  [[gnu::always_inline]] static __m512i packed(LaneMask from, __m512i a) {
    return _mm512_maskz_compress_epi16(from, a);
  }

  [[gnu::always_inline]] static __m512i spread(LaneMask to, __m512i a) {
    return _mm512_maskz_expand_epi16(to, a);
  }
#else
  // Packs lanes widened to 32 bits, in two halves: packing 16-bit lanes needs VBMI2.
  [[gnu::always_inline]] static __m512i packed(LaneMask from, __m512i a) {
    const auto low_mask = static_cast<__mmask16>(from);
    const auto high_mask = static_cast<__mmask16>(from >> 16);
    const __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(a));
    const __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(a, 1));
    alignas(64) uint16_t lanes[48];
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes),
                        _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(low_mask, low)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes + _mm_popcnt_u32(low_mask)),
                        _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(high_mask, high)));
    return _mm512_loadu_si512(lanes);
  }

  [[gnu::always_inline]] static __m512i spread(LaneMask to, __m512i a) {
    const auto low_mask = static_cast<__mmask16>(to);
    const auto high_mask = static_cast<__mmask16>(to >> 16);
    alignas(64) uint16_t lanes[48];
    _mm512_storeu_si512(lanes, a);
    const uint16_t* const rest = lanes + _mm_popcnt_u32(low_mask);
    const __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(a));
    const __m512i high = _mm512_cvtepu16_epi32(_mm256_loadu_epi16(rest));
    const __m256i first = _mm512_cvtepi32_epi16(_mm512_maskz_expand_epi32(low_mask, low));
    const __m256i second = _mm512_cvtepi32_epi16(_mm512_maskz_expand_epi32(high_mask, high));
    return _mm512_inserti64x4(_mm512_castsi256_si512(first), second, 1);
  }
#endif
};

// A permutation: lane i comes from lane from[i]. Lanes of a second vector count from 32.
struct alignas(64) LaneSources {
  uint16_t from[32];
};

// Digit sets by a character's low five bits, which tell a digit ('1': 17) from a blank ('.': 14).
constexpr LaneSources kDigitsOfChar = [] {
  LaneSources digits{};
  for (int character = 0; character < 32; ++character) {
    const bool is_digit = character >= 17 && character < 26;
    digits.from[character] = static_cast<uint16_t>(is_digit ? 1 << (character - 17) : kNineDigits);
  }
  return digits;
}();

template <>
struct Text<Avx512> {
  static constexpr int kLanes = Avx512::kLanes;

  // Reads cells 0..63 as four quarters of a register, and cells 49..80 of two puzzles as two each.
  [[gnu::noinline]] static void read(const char* const (&puzzles)[kLanes], StateBuffer& buffer,
                                     uint32_t at) {
    __m512i low[16];
    __m512i high[16];
    for (int i = 0; i < 16; ++i) {
      low[i] = _mm512_loadu_si512(puzzles[i]);
      high[i] = _mm512_loadu_si512(puzzles[i + 16]);
    }
    transpose_bytes(low);
    transpose_bytes(high);
    const __m512i quarters01 = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    const __m512i quarters23 = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    for (int i = 0; i < 16; ++i) {
      store_two(_mm512_permutex2var_epi64(low[i], quarters01, high[i]), buffer, i, at);
      store_two(_mm512_permutex2var_epi64(low[i], quarters23, high[i]), buffer, 32 + i, at);
    }
    for (int i = 0; i < 16; ++i) {
      low[i] =
          halves(_mm256_loadu_epi16(puzzles[i] + 49), _mm256_loadu_epi16(puzzles[i + 16] + 49));
    }
    transpose_bytes(low);
    const __m512i quarters02 = _mm512_set_epi64(7, 6, 3, 2, 5, 4, 1, 0);
    for (int i = 0; i < 16; ++i)
      store_two(_mm512_permutexvar_epi64(quarters02, low[i]), buffer, 49 + i, at);
  }

  [[gnu::noinline]] static void write(const StateBuffer& buffer, uint32_t at,
                                      char* const (&solutions)[kLanes]) {
    static constexpr int kColumns[3] = {0, 32, 49};
    for (const int cell : kColumns) {
      __m512i text[16];
      for (int i = 0; i < 16; ++i)
        text[i] = chars(&buffer.row[cell + i][at], &buffer.row[cell + 16 + i][at]);
      transpose_bytes(text);
      for (int i = 0; i < 16; ++i) {
        store16(solutions[i] + cell, _mm512_castsi512_si128(text[i]));
        store16(solutions[i] + cell + 16, _mm512_extracti32x4_epi32(text[i], 2));
      }
      for (int i = 0; i < 16; ++i) {
        store16(solutions[i + 16] + cell, _mm512_extracti32x4_epi32(text[i], 1));
        store16(solutions[i + 16] + cell + 16, _mm512_extracti32x4_epi32(text[i], 3));
      }
    }
  }

 private:
  [[gnu::always_inline]] static __m512i halves(__m256i low, __m256i high) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
  }

  // Stores the digit sets of 32 characters of `cell`, and of 32 of the cell 16 further on.
  [[gnu::always_inline]] static void store_two(__m512i chars, StateBuffer& buffer, int cell,
                                               uint32_t at) {
    store_digits(_mm512_castsi512_si256(chars), &buffer.row[cell][at]);
    store_digits(_mm512_extracti64x4_epi64(chars, 1), &buffer.row[cell + 16][at]);
  }

  [[gnu::always_inline]] static void store_digits(__m256i chars, uint16_t* to) {
    const __m512i digits = _mm512_load_si512(kDigitsOfChar.from);
    _mm512_storeu_si512(to, _mm512_permutexvar_epi16(_mm512_cvtepu8_epi16(chars), digits));
  }

  // Digit characters from 32 sets of one cell, then from 32 of another; each set has one digit.
  [[gnu::always_inline]] static __m512i chars(const uint16_t* first, const uint16_t* second) {
    const __m512i packed = _mm512_packus_epi16(digit_numbers(first), digit_numbers(second));
    const __m512i in_order =
        _mm512_permutexvar_epi64(_mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0), packed);
    return _mm512_add_epi8(in_order, _mm512_set1_epi8('1'));
  }

  // The number (0..8) of a set's only bit, which is the number of bits below it.
  [[gnu::always_inline]] static __m512i digit_numbers(const uint16_t* from) {
    return Avx512::raw(Avx512::count_digits(Avx512::load(from) - 1));
  }
};

constexpr int kMinirows = 27;

// Moves lane (r + lines, k + boxes), modulo 3, of each band to its lane (r, k).
template <int lines, int boxes>
constexpr LaneSources kRotated = [] {
  LaneSources sources{};
  for (int lane = 0; lane < 32; ++lane) {
    const int r = (lane % 9 / 3 + lines) % 3;
    const int k = (lane % 3 + boxes) % 3;
    sources.from[lane] = static_cast<uint16_t>(lane < kMinirows ? lane / 9 * 9 + 3 * r + k : lane);
  }
  return sources;
}();

// Turns plane (r + c) % 3 over the diagonal: lane (r, k) of band b to minirow b of column (k, c).
constexpr LaneSources turned(int plane) {
  LaneSources sources{};
  for (int lane = 0; lane < 32; ++lane) {
    const int r = (plane + 3 - lane % 9 / 3) % 3;
    const int from = 9 * (lane % 3) + 3 * r + lane / 9;
    sources.from[lane] = static_cast<uint16_t>(lane < kMinirows ? from : lane);
  }
  return sources;
}

constexpr uint32_t kAllMinirows = (1U << kMinirows) - 1;

// A puzzle's text is read and written as characters 0..31, 32..63 and 49..80.
constexpr int kLastChars = 49;
constexpr int kText[3] = {0, 32, kLastChars};

// Where each lane comes from: a lane of two vectors or, for `from_third`, of a third one.
struct Gathering {
  LaneSources sources;
  uint32_t from_third;
};

// For each lane of a plane, its character in a puzzle's text or in the last 32 characters of it.
constexpr Gathering chars_of(int plane) {
  Gathering chars{};
  for (int cell = 0; cell < 81; ++cell) {
    if (plane_of(cell) != plane) continue;
    const bool is_last = cell >= 64;
    chars.sources.from[cell / 3] = static_cast<uint16_t>(is_last ? cell - kLastChars : cell);
    if (is_last) chars.from_third |= 1U << cell / 3;
  }
  return chars;
}

constexpr Gathering kCharsOf[3] = {chars_of(0), chars_of(1), chars_of(2)};

// For each of 32 characters of a solution, the lane of its cell in planes 0 and 1 or in plane 2.
constexpr Gathering numbers_of(int text) {
  Gathering numbers{};
  for (int lane = 0; lane < 32; ++lane) {
    const int cell = text + lane;
    numbers.sources.from[lane] = static_cast<uint16_t>(cell / 3 + (plane_of(cell) == 1 ? 32 : 0));
    if (plane_of(cell) == 2) numbers.from_third |= 1U << lane;
  }
  return numbers;
}

constexpr Gathering kNumbersOf[3] = {numbers_of(kText[0]), numbers_of(kText[1]),
                                     numbers_of(kText[2])};

constexpr LaneSources kTurned[3] = {turned(0), turned(1), turned(2)};

struct SingleAvx512 : Avx512 {
  static constexpr int kParts = 1;
  static constexpr int kLanesPerRow = 3;
  static constexpr int kLanesPerBand = 9;
  static constexpr bool kTwoAtOnce = true;

  [[gnu::always_inline]] static Vec next(Vec a) { return moved(kRotated<0, 1>, a); }

  [[gnu::always_inline]] static Vec after_next(Vec a) { return moved(kRotated<0, 2>, a); }

  [[gnu::always_inline]] static Vec below(Vec a) { return moved(kRotated<1, 0>, a); }

  // Computes each of the nine minirows of a band in every lane: a chain of moves, each of which
  // waits for the one before, would take longer than these, which do not.
  [[gnu::always_inline]] static Placements<Vec> placements(Vec any, Vec taken) {
    Vec m[3][3];  // m[i][j]: minirow (r + i, k + j), in the lane of minirow (r, k)
    minirows<0>(any, taken, m[0]);
    minirows<1>(any, taken, m[1]);
    minirows<2>(any, taken, m[2]);
    Vec even[3];
    Vec odd[3];
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      even[j] = and3(m[0][j], m[1][(j + 1) % 3], m[2][(j + 2) % 3]);
      odd[j] = and3(m[0][j], m[1][(j + 2) % 3], m[2][(j + 1) % 3]);
    }
    return {even[0], odd[0], {or3(even[1], even[2], odd[1]), odd[2]}};
  }

  [[gnu::always_inline]] static Vec minus_one() { return all(0xFFFF); }

#ifdef __AVX512BITALG__
  [[gnu::always_inline]] static Vec if_filled(Vec cell) {
    return cell & negative(count_digits(cell) - 2);  // an empty cell has none to keep
  }
#else
  [[gnu::always_inline]] static Vec if_filled(Vec cell) {
    return cell & none(cell & (cell + minus_one()));
  }
#endif

  // All bits of the lanes where `a` is empty. By arithmetic, as in at_most_two(): a comparison and
  // its mask take six cycles on Zen 4.
  [[gnu::always_inline]] static Vec none(Vec a) { return smaller(a, opaque(1)) + minus_one(); }

  // cppcheck-suppress duplInheritedMember  // hides Avx512's function
  [[gnu::always_inline]] static Vec within(Vec x, Vec first, Vec second) {
    const Vec shared = x & first;
    return or_and(shared, x & second, none(shared));
  }

  // cppcheck-suppress duplInheritedMember  // hides Avx512's function
  [[gnu::always_inline]] static Vec at_most_two(Vec a) { return negative(count_digits(a) - 3); }

  [[gnu::always_inline]] static bool is_full(Vec a) {
    return equal(a, all(kNineDigits)) == kAllLanes;
  }

  [[gnu::always_inline]] static int differences(Vec a, Vec b) {
    return __builtin_popcount(_mm512_cmpneq_epi16_mask(raw(a), raw(b)));
  }

  [[gnu::always_inline]] static bool has_any(Vec a) {
    return (_mm512_test_epi16_mask(raw(a), raw(a)) & 0x7FFFFFF) != 0;
  }

  [[gnu::always_inline]] static bool has_empty(Vec a) { return is_zero(a) != 0; }

  // Whether any minirow is empty, whatever the five lanes that are no minirow hold.
  [[gnu::always_inline]] static bool has_empty_minirow(Vec a) {
    return (is_zero(a) & kAllMinirows) != 0;
  }

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
    const __m512i first = chars(puzzle);
    const __m512i second = chars(puzzle + 32);
    const __m512i last = chars(puzzle + kLastChars);
    State<SingleAvx512> state;
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c) {
      const __m512i text = gathered(kCharsOf[c], first, second, last);
      state.part[0].plane[c] = vec(_mm512_mask_permutexvar_epi16(
          raw(all(kNineDigits)), kAllMinirows, text, lanes(kDigitsOfChar)));
    }
    return state;
  }

  [[gnu::always_inline]] static void write(const State<SingleAvx512>& state, char* solution) {
    __m512i number[3];
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c)
      number[c] = raw(count_digits(state.part[0].plane[c] - 1));
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      const __m512i numbers = gathered(kNumbersOf[i], number[0], number[1], number[2]);
      const __m256i text = _mm256_add_epi8(_mm512_cvtepi16_epi8(numbers), _mm256_set1_epi8('1'));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(solution + kText[i]), text);
    }
  }

  [[gnu::always_inline]] static Vec digit_in(LaneMask lanes, uint16_t digit) {
    return vec(_mm512_maskz_set1_epi16(lanes, static_cast<short>(digit)));
  }

  [[gnu::always_inline]] static uint64_t first_row(const Vec* ways, int band) {
    uint64_t words = 0;
    const auto* const bands = reinterpret_cast<const uint16_t(*)[9]>(ways);
    __builtin_memcpy(&words, bands[band], sizeof words);
    return words & 0xFFFFFFFFFFFF;
  }

 private:
  // All bits of the lanes where `a` is a negative number: copies of its sign.
  [[gnu::always_inline]] static Vec negative(Vec a) { return vec(_mm512_srai_epi16(raw(a), 15)); }

  template <int lines>
  [[gnu::always_inline]] static void minirows(Vec any, Vec taken, Vec (&m)[3]) {
    const Vec a[3] = {rotated<lines, 0>(any), rotated<lines, 1>(any), rotated<lines, 2>(any)};
    const Vec t[3] = {rotated<lines, 0>(taken), rotated<lines, 1>(taken), rotated<lines, 2>(taken)};
    exclude<SingleAvx512>(a, t, m);
  }

  template <int lines, int boxes>
  [[gnu::always_inline]] static Vec rotated(Vec a) {
    if constexpr (lines + boxes == 0) return a;
    return moved(kRotated<lines, boxes>, a);
  }

  [[gnu::always_inline]] static __m512i lanes(const LaneSources& sources) {
    return _mm512_load_si512(sources.from);
  }

  [[gnu::always_inline]] static __m512i gathered(const Gathering& from, __m512i first,
                                                 __m512i second, __m512i third) {
    const __m512i sources = lanes(from.sources);
    return _mm512_mask_permutexvar_epi16(_mm512_permutex2var_epi16(first, sources, second),
                                         from.from_third, sources, third);
  }

  [[gnu::always_inline]] static __m512i chars(const char* text) {
    return _mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text)));
  }

  [[gnu::always_inline]] static Vec moved(const LaneSources& sources, Vec a) {
    return vec(_mm512_permutexvar_epi16(lanes(sources), raw(a)));
  }
};

}  // namespace

#if defined(__AVX512VBMI2__)
constinit const Engines kAvx512IcelakeEngines = {
#else
constinit const Engines kAvx512Engines = {
#endif
    engine_of<Avx512, SingleAvx512, SliceFront<PlaneAvx512>>(), single_engine_of<SingleAvx512>()};

}  // namespace sudoku::simd
