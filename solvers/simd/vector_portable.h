// Operations of the vector solvers in the compilers' own vectors of 16 bytes, without intrinsics:
// SSE2 on x86-64, NEON on ARM.
//
// Portable: 8 lanes of 16 bits, each with a state of the batch solver.
//
// SinglePortable: one grid, arranged as in SingleAvx2 (engine_avx2.cpp), but in pairs of vectors:
// rows 0 and 1 of a band, then row 2 and nothing.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/single_rules.h"
#include "solvers/simd/vector_logic.h"

namespace sudoku::simd {
namespace {

using VecPortable [[gnu::vector_size(16)]] = uint16_t;

struct Portable : FlaggedLogic<Portable, VecPortable> {
  using Vec = VecPortable;

  // A permutation of lanes: lane i comes from lane from[i].
  struct Route {
    uint8_t from[8];
  };

  static constexpr int kLanes = 8;
  static constexpr LaneMask kAllLanes = 0xFF;

  // The smaller of two numbers below 32,768: SSE2 compares signed words only.
  [[gnu::always_inline]] static Vec smaller(Vec a, Vec b) {
    using Signed [[gnu::vector_size(16)]] = int16_t;
    const auto first = reinterpret_cast<Signed>(a);
    const auto second = reinterpret_cast<Signed>(b);
    return reinterpret_cast<Vec>(first < second ? first : second);
  }

  [[gnu::always_inline]] static Flags at_most(Vec a, Vec b) {
    return reinterpret_cast<Vec>(a <= b);
  }

  [[gnu::always_inline]] static Vec choose(Flags which, Vec yes, Vec no) {
    return (yes & which) | (no & ~which);
  }

  // Counts up to nine bits per lane in pairs, nibbles and bytes.
  [[gnu::always_inline]] static Vec count_digits(Vec x) {
    const Vec pairs = x - (x >> 1 & 0x5555);
    const Vec nibbles = (pairs & 0x3333) + (pairs >> 2 & 0x3333);
    const Vec bytes = (nibbles + (nibbles >> 4)) & 0x0F0F;
    return (bytes + (bytes >> 8)) & 0x00FF;
  }

  [[gnu::always_inline]] static Vec without_one(Vec x) { return x & (x - 1); }

  [[gnu::always_inline]] static LaneMask mask(Flags flags) {
    const Vec bit = {1, 2, 4, 8, 16, 32, 64, 128};
    const Vec set = flags & bit;
    uint64_t halves[2];
    __builtin_memcpy(halves, &set, sizeof halves);
    uint64_t folded = halves[0] | halves[1];
    folded |= folded >> 32;
    folded |= folded >> 16;
    return static_cast<LaneMask>(folded & kAllLanes);
  }

  [[gnu::always_inline]] static Flags flags(LaneMask mask) {
    const Vec bit = {1, 2, 4, 8, 16, 32, 64, 128};
    return equal(all(static_cast<uint16_t>(mask)) & bit, bit);
  }

  // The lowest `count` lanes of `mask`.
  [[gnu::always_inline]] static LaneMask lowest(LaneMask mask, int count) {
    LaneMask rest = mask;
    for (int i = 0; i < count; ++i)
      rest &= rest - 1;
    return mask ^ rest;
  }

  // The route of the lanes in `from` to the lowest lanes.
  [[gnu::always_inline]] static Route packing(LaneMask from) {
    Route route = {{0, 1, 2, 3, 4, 5, 6, 7}};
    for (int to = 0; from != 0; from &= from - 1)
      route.from[to++] = static_cast<uint8_t>(__builtin_ctz(from));
    return route;
  }

  [[gnu::always_inline]] static Vec moved(Route route, Vec a) {
#if defined(__clang__)
    Vec result;
    for (int i = 0; i < kLanes; ++i)
      result[i] = a[route.from[i]];
    return result;
#else
    Vec source;
    for (int i = 0; i < kLanes; ++i)
      source[i] = route.from[i];  // cppcheck-suppress uninitvar  // every lane is set
    return __builtin_shuffle(a, source);
#endif
  }
};

// Three rows of a band of one grid. Word w of row r is lane 4 * r + w of 16.
struct Pair {
  using Half = Portable::Vec;

  Half low;
  Half high;

  [[gnu::always_inline]] friend Pair operator&(Pair a, Pair b) {
    return {a.low & b.low, a.high & b.high};
  }

  [[gnu::always_inline]] friend Pair operator|(Pair a, Pair b) {
    return {a.low | b.low, a.high | b.high};
  }

  [[gnu::always_inline]] friend Pair operator^(Pair a, Pair b) {
    return {a.low ^ b.low, a.high ^ b.high};
  }

  [[gnu::always_inline]] friend Pair operator+(Pair a, Pair b) {
    return {a.low + b.low, a.high + b.high};
  }

  [[gnu::always_inline]] friend Pair operator~(Pair a) { return {~a.low, ~a.high}; }
};

struct SinglePortable : PlainLogic<Pair>, GridInBands<SinglePortable, Pair> {
  using Vec = Pair;
  using Half = Pair::Half;

  [[gnu::always_inline]] static Vec all(uint16_t a) { return {Portable::all(a), Portable::all(a)}; }

  [[gnu::always_inline]] static Vec smaller(Vec a, Vec b) {
    return {Portable::smaller(a.low, b.low), Portable::smaller(a.high, b.high)};
  }

  [[gnu::always_inline]] static Vec minus_one() { return all(0xFFFF); }

  // All bits of the lanes where `a` is empty.
  [[gnu::always_inline]] static Vec none(Vec a) {
    return {Portable::is_zero(a.low), Portable::is_zero(a.high)};
  }

  // `x & first` in lanes where that is not empty, else `x & second`.
  [[gnu::always_inline]] static Vec within(Vec x, Vec first, Vec second) {
    const Vec shared = x & first;
    return shared | (x & second & none(shared));
  }

  [[gnu::always_inline]] static Vec at_most_two(Vec a) {
    const Vec one_less = a & (a + minus_one());
    return none(one_less & (one_less + minus_one()));
  }

  [[gnu::always_inline]] static Vec next(Vec a) { return {next(a.low), next(a.high)}; }

  [[gnu::always_inline]] static Vec after_next(Vec a) {
    return {after_next(a.low), after_next(a.high)};
  }

  // Moves minirow (r + 1, k) to (r, k).
  [[gnu::always_inline]] static Vec below(Vec a) {
    return {__builtin_shufflevector(a.low, a.high, 4, 5, 6, 7, 8, 9, 10, 11),
            __builtin_shufflevector(a.low, a.high, 0, 1, 2, 3, 12, 13, 14, 15)};
  }

  // Moves minirow (r - 1, k) to (r, k).
  [[gnu::always_inline]] static Vec above(Vec a) {
    return {__builtin_shufflevector(a.low, a.high, 8, 9, 10, 11, 0, 1, 2, 3),
            __builtin_shufflevector(a.low, a.high, 4, 5, 6, 7, 12, 13, 14, 15)};
  }

  // Whether every minirow has nine digits.
  [[gnu::always_inline]] static bool is_full(Vec a) {
    const Vec missing = ~a & all(kNineDigits) & minirows();
    return !has_any(missing);
  }

  // Number of lanes in which a and b differ.
  [[gnu::always_inline]] static int differences(Vec a, Vec b) {
    const uint64_t same = Portable::mask(Portable::equal(a.low, b.low)) |
                          Portable::mask(Portable::equal(a.high, b.high)) << 8;
    return 16 - static_cast<int>(count_bits(same));
  }

  // Whether any minirow has a digit.
  [[gnu::always_inline]] static bool has_any(Vec a) {
    uint64_t halves[2];
    const Half either = a.low | a.high;
    __builtin_memcpy(halves, &either, sizeof halves);
    return (halves[0] | halves[1]) != 0;
  }

  [[gnu::always_inline]] static bool has_empty(Vec a) { return has_any(none(a) & minirows()); }

  template <int kPlane>
  [[gnu::always_inline]] static Vec mirrored(Vec a) {
    if (kPlane == 0) {
      return {__builtin_shufflevector(a.low, a.high, 0, 1, 2, 3, 8, 9, 10, 11),
              __builtin_shufflevector(a.low, a.high, 4, 5, 6, 7, 12, 13, 14, 15)};
    }
    if (kPlane == 1) return {__builtin_shufflevector(a.low, a.low, 4, 5, 6, 7, 0, 1, 2, 3), a.high};
    return {__builtin_shufflevector(a.low, a.high, 8, 9, 10, 11, 4, 5, 6, 7),
            __builtin_shufflevector(a.low, a.high, 0, 1, 2, 3, 12, 13, 14, 15)};
  }

  [[gnu::always_inline]] static Vec joined(Vec a, Vec b, Vec c) {
    return or3(a & word(0), b & word(1), c & word(2));
  }

  static State<SinglePortable> read(const char* puzzle) {
    // kDigits is indexed by a character's low four bits (14: blank): branches are mispredicted.
    static constexpr uint16_t kDigits[16] = {0,   1,   2, 4, 8, 16, 32,          64,
                                             128, 256, 0, 0, 0, 0,  kNineDigits, 0};
    uint16_t words[9 * 16] = {};
    for (int cell = 0; cell < 81; ++cell)
      words[kWordsInBands.of[cell]] = kDigits[puzzle[cell] & 15];
    State<SinglePortable> state;
    __builtin_memcpy(&state, words, sizeof state);
    return state;
  }

  // Writes a state with one digit in every cell.
  static void write(const State<SinglePortable>& state, char* solution) {
    uint16_t words[9 * 16];
    __builtin_memcpy(words, &state, sizeof words);
    for (int cell = 0; cell < 81; ++cell)
      solution[cell] = static_cast<char>('1' + __builtin_ctz(words[kWordsInBands.of[cell]]));
  }

  // A vector with `digit` in the lanes of a mask, and nothing in all others.
  [[gnu::always_inline]] static Vec digit_in(uint32_t lanes, uint16_t digit) {
    const Vec which = {Portable::flags(lanes & 0xFF), Portable::flags(lanes >> 8)};
    return which & all(digit);
  }

 private:
  // Mask of the lanes that hold cells; the others are padding.
  [[gnu::always_inline]] static Vec minirows() { return word(0) | word(1) | word(2); }

  [[gnu::always_inline]] static Vec word(int i) {
    const Half first = {0xFFFF, 0, 0, 0, 0xFFFF, 0, 0, 0};
    const Half second = {0, 0xFFFF, 0, 0, 0, 0xFFFF, 0, 0};
    const Half third = {0, 0, 0xFFFF, 0, 0, 0, 0xFFFF, 0};
    const Half both = i == 0 ? first : i == 1 ? second : third;
    const Half row = {0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0, 0, 0, 0};
    return {both, both & row};
  }

  [[gnu::always_inline]] static Half next(Half a) {
    return __builtin_shufflevector(a, a, 1, 2, 0, 3, 5, 6, 4, 7);
  }

  [[gnu::always_inline]] static Half after_next(Half a) {
    return __builtin_shufflevector(a, a, 2, 0, 1, 3, 6, 4, 5, 7);
  }
};

}  // namespace
}  // namespace sudoku::simd
