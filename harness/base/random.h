// Random numbers that, for a given seed, are the same on every machine, compiler and standard
// library (those of <random>'s distributions are not).
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace sudoku::base {

// SplitMix64's 64-bit mixing function. Source: G. Steele, D. Lea, C. Flood, "Fast splittable
// pseudorandom number generators", 2014, with the constants of D. Stafford's variant 13.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    const std::uint64_t value = mix(state_);
    state_ += 0x9E3779B97F4A7C15;
    return value;
  }

  // A uniform integer in [0, bound); bound is at least 1. Source: D. Lemire, "Fast random integer
  // generation in an interval", 2019, without the rejection step: the bias is below bound / 2^64.
  constexpr std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

  // A uniform number in [0, 1).
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  // Fisher-Yates shuffle.
  template <typename T>
  constexpr void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace sudoku::base
