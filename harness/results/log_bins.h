// How the document cuts times, guesses and ratios in bins: coarse and logarithmic, so that figures
// of millions of puzzles stay small, and the same for everybody, so that they can be added.
#pragma once

#include <cmath>
#include <cstdint>

namespace sudoku {

inline constexpr unsigned kTimeBinsPerOctave = 4;   // of picoseconds
inline constexpr unsigned kGuessBinsPerOctave = 2;  // of guesses
inline constexpr unsigned kRatioBinsPerOctave = 8;  // of times over the best time

// Bin 0 is apart: no guess, or not solved. Bin b covers [2^((b-1)/n), 2^(b/n)) with n bins to an
// octave.
inline std::uint64_t log_bin(double value, unsigned per_octave) {
  if (value < 1) return 0;
  return 1 + static_cast<std::uint64_t>(std::log2(value) * per_octave);
}

// The smallest value of a bin.
inline double first_of_bin(std::uint64_t bin, unsigned per_octave) {
  return bin == 0 ? 0 : std::exp2((static_cast<double>(bin) - 1) / per_octave);
}

}  // namespace sudoku
