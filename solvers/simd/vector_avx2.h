// 16 lanes of 16 bits: AVX2, BMI2 and POPCNT.
#pragma once

#include <immintrin.h>

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see lanes_engine.h

namespace sudoku {
namespace {

// For every set of eight lanes, the byte shuffles that pack these lanes together, and that spread
// packed lanes over them.
struct Avx2Shuffles {
  alignas(16) uint8_t pack[256][16];
  alignas(16) uint8_t spread[256][16];
};

constexpr Avx2Shuffles make_avx2_shuffles() {
  Avx2Shuffles tables{};
  for (int set = 0; set < 256; ++set) {
    int packed = 0;
    for (int lane = 0; lane < 8; ++lane) {
      if ((set >> lane & 1) == 0) continue;
      for (int byte = 0; byte < 2; ++byte) {
        tables.pack[set][2 * packed + byte] = static_cast<uint8_t>(2 * lane + byte);
        tables.spread[set][2 * lane + byte] = static_cast<uint8_t>(2 * packed + byte);
      }
      ++packed;
    }
  }
  return tables;
}

inline constexpr Avx2Shuffles kAvx2Shuffles = make_avx2_shuffles();

struct Avx2 {
  using Vec [[gnu::vector_size(32)]] = uint16_t;
  using Flags = Vec;  // all bits of a lane, or none
  using LaneMask = uint32_t;

  struct Route {
    __m256i bytes;  // within its half
    __m256i upper;  // lanes that come from the upper half
  };

  static constexpr int kLanes = 16;
  static constexpr LaneMask kAllLanes = 0xFFFF;

  [[gnu::always_inline]] static __m256i raw(Vec a) { return reinterpret_cast<__m256i>(a); }

  [[gnu::always_inline]] static Vec vec(__m256i a) { return reinterpret_cast<Vec>(a); }

  [[gnu::always_inline]] static Vec all(uint16_t a) {
    return vec(_mm256_set1_epi16(static_cast<short>(a)));
  }

  [[gnu::always_inline]] static Vec opaque(uint16_t a) {
    Vec v = all(a);
    asm("" : "+x"(v));
    return v;
  }

  [[gnu::always_inline]] static Vec load(const uint16_t* from) {
    return vec(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
  }

  [[gnu::always_inline]] static void store(uint16_t* to, Vec a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), raw(a));
  }

  // The first eight lanes.
  [[gnu::always_inline]] static void store_eight(uint16_t* to, Vec a) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(raw(a)));
  }

  [[gnu::always_inline]] static Vec or3(Vec a, Vec b, Vec c) { return a | b | c; }

  [[gnu::always_inline]] static Vec and3(Vec a, Vec b, Vec c) { return a & b & c; }

  [[gnu::always_inline]] static Vec and_or(Vec a, Vec b, Vec c) { return a & (b | c); }

  [[gnu::always_inline]] static Vec without(Vec a, Vec b, Vec c) { return a & ~(b | c); }

  [[gnu::always_inline]] static Vec in_two(Vec a, Vec b, Vec c) { return (a & b) | (c & (a | b)); }

  // In one of them, or in all three.
  [[gnu::always_inline]] static Vec in_odd(Vec a, Vec b, Vec c) { return a ^ b ^ c; }

  [[gnu::always_inline]] static Vec in_none(Vec set, Vec a, Vec b, Vec c) {
    return set & ~((a | b) | c);
  }

  [[gnu::always_inline]] static Vec smaller(Vec a, Vec b) {
    return vec(_mm256_min_epu16(raw(a), raw(b)));
  }

  [[gnu::always_inline]] static Flags is_zero(Vec a) {
    return vec(_mm256_cmpeq_epi16(raw(a), _mm256_setzero_si256()));
  }

  [[gnu::always_inline]] static Flags share(Vec a, Vec b) { return ~is_zero(a & b); }

  [[gnu::always_inline]] static Flags at_most(Vec a, Vec b) { return equal(smaller(a, b), a); }

  [[gnu::always_inline]] static Flags equal(Vec a, Vec b) {
    return vec(_mm256_cmpeq_epi16(raw(a), raw(b)));
  }

  [[gnu::always_inline]] static Vec choose(Flags which, Vec yes, Vec no) {
    return vec(_mm256_blendv_epi8(raw(no), raw(yes), raw(which)));
  }

  [[gnu::always_inline]] static Vec keep(Flags which, Vec a) { return a & which; }

  // x within `first` where they share a digit, else within `second`.
  [[gnu::always_inline]] static Vec within(Vec x, Vec first, Vec second) {
    return x & choose(is_zero(x & first), second, first);
  }

  [[gnu::always_inline]] static Vec if_single(Vec x, Vec minus_one) {
    return x & is_zero(x & (x + minus_one));
  }

  // Nine bits at most.
  [[gnu::always_inline]] static Vec count_digits(Vec x) {
    const __m256i table =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i low = _mm256_shuffle_epi8(table, raw(x & 0x0F0F));
    const __m256i high = _mm256_shuffle_epi8(table, raw(x >> 4 & 0x000F));
    return vec(_mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1)));
  }

  // Digits taken away one by one: cheaper than counting, by 6 to 10 % of a search.
  [[gnu::always_inline]] static Flags at_most_two(Vec x) {
    return is_zero(without_one(without_one(x)));
  }

  [[gnu::always_inline]] static Flags at_most_three(Vec x) { return at_most_two(without_one(x)); }

  [[gnu::always_inline]] static LaneMask mask(Flags flags) {
    const __m128i low = _mm256_castsi256_si128(raw(flags));
    const __m128i high = _mm256_extracti128_si256(raw(flags), 1);
    return static_cast<LaneMask>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
  }

  [[gnu::always_inline]] static Flags flags(LaneMask mask) {
    const Vec bit = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    return equal(all(static_cast<uint16_t>(mask)) & bit, bit);
  }

  [[gnu::always_inline]] static LaneMask lowest(LaneMask mask, int count) {
    return _pdep_u32((LaneMask{1} << count) - 1, mask);
  }

  [[gnu::always_inline]] static Route packing(LaneMask from) { return route(packed(from)); }

  [[gnu::always_inline]] static Route from_to(LaneMask from, LaneMask to) {
    alignas(32) uint16_t lanes[32];
    store(lanes, packed(from));
    const uint16_t* const rest = lanes + _mm_popcnt_u32(to & 0xFF);
    const __m128i low = _mm_shuffle_epi8(read8(lanes), table_row(kAvx2Shuffles.spread[to & 0xFF]));
    const __m128i high =
        _mm_shuffle_epi8(read8(rest), table_row(kAvx2Shuffles.spread[to >> 8 & 0xFF]));
    return route(vec(_mm256_set_m128i(high, low)));
  }

  // What moves: each half of some lanes, twice. From memory, that takes no permutation.
  struct Source {
    __m256i low;
    __m256i high;
  };

  [[gnu::always_inline]] static Source source(const uint16_t* from) {
    return {_mm256_broadcastsi128_si256(read8(from)), _mm256_broadcastsi128_si256(read8(from + 8))};
  }

  [[gnu::always_inline]] static Vec moved(Route route, Vec a) {
    return moved(route, Source{_mm256_permute2x128_si256(raw(a), raw(a), 0x00),
                               _mm256_permute2x128_si256(raw(a), raw(a), 0x11)});
  }

  [[gnu::always_inline]] static Vec moved(Route route, Source from) {
    return vec(_mm256_blendv_epi8(_mm256_shuffle_epi8(from.low, route.bytes),
                                  _mm256_shuffle_epi8(from.high, route.bytes), route.upper));
  }

  [[gnu::always_inline]] static Vec move_into(Vec into, Flags to, Route route, Source from) {
    return choose(to, moved(route, from), into);
  }

  // The digits of 32 states, from nine bits for each: bit i of digits[d], that state i has digit d.
  [[gnu::always_inline]] static void from_bits(const uint32_t (&digits)[9], Vec (&states)[2]) {
    __m256i eight = _mm256_set1_epi32(static_cast<int>(digits[0]));
    eight = _mm256_blend_epi32(eight, _mm256_set1_epi32(static_cast<int>(digits[1])), 1 << 1);
    eight = _mm256_blend_epi32(eight, _mm256_set1_epi32(static_cast<int>(digits[2])), 1 << 2);
    eight = _mm256_blend_epi32(eight, _mm256_set1_epi32(static_cast<int>(digits[3])), 1 << 3);
    eight = _mm256_blend_epi32(eight, _mm256_set1_epi32(static_cast<int>(digits[4])), 1 << 4);
    eight = _mm256_blend_epi32(eight, _mm256_set1_epi32(static_cast<int>(digits[5])), 1 << 5);
    eight = _mm256_blend_epi32(eight, _mm256_set1_epi32(static_cast<int>(digits[6])), 1 << 6);
    eight = _mm256_blend_epi32(eight, _mm256_set1_epi32(static_cast<int>(digits[7])), 1 << 7);
    const __m256i four_of_a_byte = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    const __m256i bytes = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(eight, four_of_a_byte),
                                                      _mm256_setr_epi32(0, 4, 2, 6, 1, 5, 3, 7));
    const __m256i low = transposed(bytes);

    const __m256i byte_of = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,
                                             1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i bit_of = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ULL));
    const __m256i ninth =
        _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(digits[8])), byte_of);
    const __m256i high = _mm256_min_epu8(_mm256_and_si256(ninth, bit_of), _mm256_set1_epi8(1));
    states[0] = vec(_mm256_unpacklo_epi8(low, high));
    states[1] = vec(_mm256_unpackhi_epi8(low, high));
  }

 private:
  // Clang 19 would make counting of it again, and lose up to 13 %.
  [[gnu::always_inline]] static Vec without_one(Vec x) {
#ifdef __clang__
    return x & (x + opaque(0xFFFF));
#else
    return x & (x - 1);
#endif
  }

  // Every eight bytes as a matrix of bits: bit j of byte i becomes bit i of byte j.
  [[gnu::always_inline]] static __m256i transposed(__m256i a) {
    a = swapped(a, _mm256_set1_epi64x(0x00AA00AA00AA00AA), 7);
    a = swapped(a, _mm256_set1_epi64x(0x0000CCCC0000CCCC), 14);
    return swapped(a, _mm256_set1_epi64x(0x00000000F0F0F0F0), 28);
  }

  // The bits of `which`, each for the one that lies `apart` bits above.
  [[gnu::always_inline]] static __m256i swapped(__m256i a, __m256i which, int apart) {
    const __m256i differ =
        _mm256_and_si256(_mm256_xor_si256(a, _mm256_srli_epi64(a, apart)), which);
    return _mm256_xor_si256(a, _mm256_xor_si256(differ, _mm256_slli_epi64(differ, apart)));
  }

  [[gnu::always_inline]] static __m128i read8(const uint16_t* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  }

  [[gnu::always_inline]] static __m128i table_row(const uint8_t* row) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(row));
  }

  // The numbers of the lanes of `from`, packed; what lies behind them is undefined.
  [[gnu::always_inline]] static Vec packed(LaneMask from) {
    const __m128i first = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
    const __m128i second = _mm_setr_epi16(8, 9, 10, 11, 12, 13, 14, 15);
    alignas(32) uint16_t lanes[24];
    const LaneMask low = from & 0xFF;
    const __m128i packed_low = _mm_shuffle_epi8(first, table_row(kAvx2Shuffles.pack[low]));
    const __m128i packed_high =
        _mm_shuffle_epi8(second, table_row(kAvx2Shuffles.pack[from >> 8 & 0xFF]));
    _mm_store_si128(reinterpret_cast<__m128i*>(lanes), packed_low);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(lanes + 8), _mm_setzero_si128());
    _mm_storeu_si128(reinterpret_cast<__m128i*>(lanes + _mm_popcnt_u32(low)), packed_high);
    return load(lanes);
  }

  [[gnu::always_inline]] static Route route(Vec source) {
    const Vec bytes = (source & 7) << 1;
    return {raw((bytes | bytes << 8) + 0x0100), raw(~equal(source & 8, all(0)))};
  }
};

}  // namespace
}  // namespace sudoku
