// Two search states side by side in 32 bits, a register of a GPU: a set of digits in each half.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see solvers/simd/engine.h

#include "solvers/simd/vector_logic.h"

namespace sudoku::gpu {
namespace {

// Sums and differences are right where no half overflows.
struct Halves {
  uint32_t bits;

  SUDOKU_INLINE friend Halves operator&(Halves a, Halves b) { return {a.bits & b.bits}; }

  SUDOKU_INLINE friend Halves operator|(Halves a, Halves b) { return {a.bits | b.bits}; }

  SUDOKU_INLINE friend Halves operator^(Halves a, Halves b) { return {a.bits ^ b.bits}; }

  SUDOKU_INLINE friend Halves operator+(Halves a, Halves b) { return {a.bits + b.bits}; }

  SUDOKU_INLINE friend Halves operator-(Halves a, Halves b) { return {a.bits - b.bits}; }

  SUDOKU_INLINE friend Halves operator~(Halves a) { return {~a.bits}; }

  SUDOKU_INLINE Halves& operator+=(Halves a) { return *this = *this + a; }

  SUDOKU_INLINE Halves& operator&=(Halves a) { return *this = *this & a; }
};

// Operations for the rules of solvers/simd/. Comparisons need halves below 0x8000.
struct HalvesLogic : simd::FlaggedLogic<HalvesLogic, Halves> {
  using Vec = Halves;

  SUDOKU_INLINE static Vec all(uint16_t a) { return {a * 0x00010001U}; }

  SUDOKU_INLINE static Flags is_zero(Vec a) { return ~flags_of_top_bits(a.bits + 0x7FFF7FFFU); }

  SUDOKU_INLINE static Flags equal(Vec a, Vec b) { return is_zero(a ^ b); }

  SUDOKU_INLINE static Flags at_most(Vec a, Vec b) {
    return flags_of_top_bits((b.bits | 0x80008000U) - a.bits);
  }

  SUDOKU_INLINE static Vec choose(Flags which, Vec yes, Vec no) {
    return (yes & which) | (no & ~which);
  }

  SUDOKU_INLINE static Vec smaller(Vec a, Vec b) {
#if defined(__CUDA_ARCH__)
    return {__vminu2(a.bits, b.bits)};
#else
    return choose(at_most(a, b), a, b);
#endif
  }

  // Adding 0x7FFF takes 1 away, except that the top bit, which no set has, may be set.
  SUDOKU_INLINE static Vec without_one(Vec x) { return {x.bits & (x.bits + 0x7FFF7FFFU)}; }

  SUDOKU_INLINE static Vec if_single(Vec x, Vec /*minus_one*/) {
    return x & is_zero(without_one(x));
  }

  SUDOKU_INLINE static Vec opaque(uint16_t a) { return all(a); }

  SUDOKU_INLINE static Vec count_digits(Vec x) {
    const uint32_t pairs = x.bits - (x.bits >> 1 & 0x55555555U);
    const uint32_t nibbles = (pairs & 0x33333333U) + (pairs >> 2 & 0x33333333U);
    const uint32_t bytes = (nibbles + (nibbles >> 4)) & 0x0F0F0F0FU;
    return {(bytes + (bytes >> 8)) & 0x00FF00FFU};
  }

 private:
  // All bits of each half whose top bit is set.
  SUDOKU_INLINE static Flags flags_of_top_bits(uint32_t bits) {
#if defined(__CUDA_ARCH__)
    uint32_t flags;
    asm("prmt.b32 %0, %1, 0, 0xBB99;" : "=r"(flags) : "r"(bits));
    return {flags};
#else
    return {(bits >> 15 & 0x00010001U) * 0xFFFFU};
#endif
  }
};

}  // namespace
}  // namespace sudoku::gpu
