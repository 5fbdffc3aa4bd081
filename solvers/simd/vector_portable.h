// 8 lanes of 16 bits in the compilers' own vectors: SSE2 on x86-64, NEON on ARM. No intrinsics.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see lanes_engine.h

namespace sudoku {
namespace {

struct Portable {
  using Vec [[gnu::vector_size(16)]] = uint16_t;
  using Flags = Vec;  // all bits of a lane, or none
  using LaneMask = uint32_t;

  // Lane i comes from lane from[i].
  struct Route {
    uint8_t from[8];
  };

  static constexpr int kLanes = 8;
  static constexpr LaneMask kAllLanes = 0xFF;

  [[gnu::always_inline]] static Vec all(uint16_t a) { return Vec{a, a, a, a, a, a, a, a}; }

  [[gnu::always_inline]] static Vec opaque(uint16_t a) { return all(a); }

  [[gnu::always_inline]] static Vec load(const uint16_t* from) {
    Vec a;
    __builtin_memcpy(&a, from, sizeof a);
    return a;
  }

  [[gnu::always_inline]] static void store(uint16_t* to, Vec a) {
    __builtin_memcpy(to, &a, sizeof a);
  }

  // The first eight lanes: all.
  [[gnu::always_inline]] static void store_eight(uint16_t* to, Vec a) { store(to, a); }

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

  // Of numbers below 32,768: SSE2 compares signed words only.
  [[gnu::always_inline]] static Vec smaller(Vec a, Vec b) {
    using Signed [[gnu::vector_size(16)]] = int16_t;
    const auto first = reinterpret_cast<Signed>(a);
    const auto second = reinterpret_cast<Signed>(b);
    return reinterpret_cast<Vec>(first < second ? first : second);
  }

  [[gnu::always_inline]] static Flags is_zero(Vec a) { return reinterpret_cast<Vec>(a == all(0)); }

  [[gnu::always_inline]] static Flags share(Vec a, Vec b) { return ~is_zero(a & b); }

  [[gnu::always_inline]] static Flags at_most(Vec a, Vec b) {
    return reinterpret_cast<Vec>(a <= b);
  }

  [[gnu::always_inline]] static Flags equal(Vec a, Vec b) { return reinterpret_cast<Vec>(a == b); }

  [[gnu::always_inline]] static Vec choose(Flags which, Vec yes, Vec no) {
    return (yes & which) | (no & ~which);
  }

  [[gnu::always_inline]] static Vec keep(Flags which, Vec a) { return a & which; }

  // x within `first` where they share a digit, else within `second`.
  [[gnu::always_inline]] static Vec within(Vec x, Vec first, Vec second) {
    return x & choose(is_zero(x & first), second, first);
  }

  [[gnu::always_inline]] static Vec if_single(Vec x, Vec minus_one) {
    return x & is_zero(x & (x + minus_one));
  }

  // Bits added up in pairs, nibbles and bytes; nine bits at most.
  [[gnu::always_inline]] static Vec count_digits(Vec x) {
    const Vec pairs = x - (x >> 1 & 0x5555);
    const Vec nibbles = (pairs & 0x3333) + (pairs >> 2 & 0x3333);
    const Vec bytes = (nibbles + (nibbles >> 4)) & 0x0F0F;
    return (bytes + (bytes >> 8)) & 0x00FF;
  }

  // Digits taken away one by one: cheaper than counting.
  [[gnu::always_inline]] static Flags at_most_two(Vec x) {
    const Vec one_less = x & (x - 1);
    return is_zero(one_less & (one_less - 1));
  }

  [[gnu::always_inline]] static Flags at_most_three(Vec x) { return at_most_two(x & (x - 1)); }

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

  [[gnu::always_inline]] static LaneMask lowest(LaneMask mask, int count) {
    LaneMask rest = mask;
    for (int i = 0; i < count; ++i)
      rest &= rest - 1;
    return mask ^ rest;
  }

  [[gnu::always_inline]] static Route packing(LaneMask from) { return from_to(from, kAllLanes); }

  [[gnu::always_inline]] static Route from_to(LaneMask from, LaneMask to) {
    Route route = {{0, 1, 2, 3, 4, 5, 6, 7}};
    for (; from != 0; from &= from - 1, to &= to - 1)
      route.from[__builtin_ctz(to)] = static_cast<uint8_t>(__builtin_ctz(from));
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

  [[gnu::always_inline]] static Vec move_into(Vec into, Flags to, Route route, Vec from) {
    return choose(to, moved(route, from), into);
  }
};

}  // namespace
}  // namespace sudoku
