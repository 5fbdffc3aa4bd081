// 32 lanes of 16 bits: AVX-512 F, CD, BW, DQ and VL. Where the file is compiled with BITALG and
// VBMI2 as well (Ice Lake, Zen 4 and later), it counts bits and packs lanes with one instruction.
#pragma once

#include <immintrin.h>

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see lanes_engine.h

namespace sudoku {
namespace {

struct Avx512 {
  using Vec [[gnu::vector_size(64)]] = uint16_t;
  using Flags = __mmask32;    // a yes or no per lane, as comparisons give it
  using Route = __m512i;      // which lane goes where
  using LaneMask = uint32_t;  // bit i for lane i

  static constexpr int kLanes = 32;
  static constexpr LaneMask kAllLanes = 0xFFFFFFFF;

  [[gnu::always_inline]] static __m512i raw(Vec a) { return reinterpret_cast<__m512i>(a); }

  [[gnu::always_inline]] static Vec vec(__m512i a) { return reinterpret_cast<Vec>(a); }

  [[gnu::always_inline]] static Vec all(uint16_t a) {
    return vec(_mm512_set1_epi16(static_cast<short>(a)));
  }

  // Not known to the compiler: clang would turn "x & (x - 1)" into slower bit counting.
  [[gnu::always_inline]] static Vec opaque(uint16_t a) {
    Vec v = all(a);
    asm("" : "+v"(v));
    return v;
  }

  [[gnu::always_inline]] static Vec load(const uint16_t* from) {
    return vec(_mm512_loadu_si512(from));
  }

  [[gnu::always_inline]] static void store(uint16_t* to, Vec a) { _mm512_storeu_si512(to, raw(a)); }

  // The first eight lanes.
  [[gnu::always_inline]] static void store_eight(uint16_t* to, Vec a) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm512_castsi512_si128(raw(a)));
  }

  [[gnu::always_inline]] static Vec or3(Vec a, Vec b, Vec c) {
    return vec(_mm512_ternarylogic_epi64(raw(a), raw(b), raw(c), 0xFE));
  }

  [[gnu::always_inline]] static Vec and3(Vec a, Vec b, Vec c) {
    return vec(_mm512_ternarylogic_epi64(raw(a), raw(b), raw(c), 0x80));
  }

  // a and (b or c)
  [[gnu::always_inline]] static Vec and_or(Vec a, Vec b, Vec c) {
    return vec(_mm512_ternarylogic_epi64(raw(a), raw(b), raw(c), 0xE0));
  }

  // a without b and c
  [[gnu::always_inline]] static Vec without(Vec a, Vec b, Vec c) {
    return vec(_mm512_ternarylogic_epi64(raw(a), raw(b), raw(c), 0x10));
  }

  [[gnu::always_inline]] static Vec in_two(Vec a, Vec b, Vec c) {
    return vec(_mm512_ternarylogic_epi64(raw(a), raw(b), raw(c), 0xE8));
  }

  // In one of them, or in all three.
  [[gnu::always_inline]] static Vec in_odd(Vec a, Vec b, Vec c) {
    return vec(_mm512_ternarylogic_epi64(raw(a), raw(b), raw(c), 0x96));
  }

  // The digits of `set` that are in none of the three. May hold others as well, but only when `set`
  // and a and b together lack one of the nine.
  [[gnu::always_inline]] static Vec in_none(Vec /*set*/, Vec a, Vec b, Vec c) {
    return vec(_mm512_ternarylogic_epi64(raw(a), raw(b), raw(c), 0x01));
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

  // x within `first` where they share a digit, else within `second`.
  [[gnu::always_inline]] static Vec within(Vec x, Vec first, Vec second) {
    return x & choose(share(x, first), first, second);
  }

  // x where it has one digit, else nothing.
  [[gnu::always_inline]] static Vec if_single(Vec x, Vec minus_one) {
    return keep(_mm512_testn_epi16_mask(raw(x), raw(x + minus_one)), x);
  }

#ifdef __AVX512BITALG__
  [[gnu::always_inline]] static Vec count_digits(Vec x) {
    return vec(_mm512_popcnt_epi16(raw(x)));
  }

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

  // Digits taken away one by one: cheaper than counting.
  [[gnu::always_inline]] static Flags at_most_two(Vec x) {
    const Vec one_less = x & (x - 1);
    return _mm512_testn_epi16_mask(raw(one_less), raw(one_less - 1));
  }

  [[gnu::always_inline]] static Flags at_most_three(Vec x) {
    return at_most_two(x & (x - 1));
  }
#endif

  [[gnu::always_inline]] static LaneMask mask(Flags flags) {
    return flags;
  }

  [[gnu::always_inline]] static Flags flags(LaneMask mask) {
    return mask;
  }

  // The lowest `count` lanes of a mask.
  [[gnu::always_inline]] static LaneMask lowest(LaneMask mask, int count) {
    return _pdep_u32(count >= kLanes ? kAllLanes : (LaneMask{1} << count) - 1, mask);
  }

  // The digits of 32 states, from nine bits for each: bit i of digits[d], that state i has digit d.
  [[gnu::always_inline]] static void from_bits(const uint32_t (&digits)[9], Vec (&states)[1]) {
    states[0] = all(0);
#pragma GCC unroll 9
    for (int digit = 0; digit < 9; ++digit)
      states[0] =
          choose(digits[digit], states[0] + all(static_cast<uint16_t>(1U << digit)), states[0]);
  }

  // The lanes of `from` packed into the lowest lanes.
  [[gnu::always_inline]] static Route packing(LaneMask from) {
    return packed(from, numbers());
  }

  // The i-th lane of `from` into the i-th lane of `to`, which has as many lanes.
  [[gnu::always_inline]] static Route from_to(LaneMask from, LaneMask to) {
    return spread(to, packing(from));
  }

  [[gnu::always_inline]] static Vec moved(Route route, Vec a) {
    return vec(_mm512_permutexvar_epi16(route, raw(a)));
  }

  // What moves: lanes in memory.
  using Source = Vec;

  [[gnu::always_inline]] static Source source(const uint16_t* from) {
    return load(from);
  }

  // Lanes `to` of `into` replaced by the lanes of `from` that the route brings there.
  [[gnu::always_inline]] static Vec move_into(Vec into, Flags to, Route route, Vec from) {
    return vec(_mm512_mask_permutexvar_epi16(raw(into), to, route, raw(from)));
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
  // In halves of 16 lanes, widened to 32 bits.
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
    const __m512i high =
        _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(rest)));
    const __m256i first = _mm512_cvtepi32_epi16(_mm512_maskz_expand_epi32(low_mask, low));
    const __m256i second = _mm512_cvtepi32_epi16(_mm512_maskz_expand_epi32(high_mask, high));
    return _mm512_inserti64x4(_mm512_castsi256_si512(first), second, 1);
  }
#endif
};

}  // namespace
}  // namespace sudoku
