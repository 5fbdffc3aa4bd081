// Puzzles as text into columns of a shelf, and solved states out again.
#pragma once

#include "solvers/simd/lane_rules.h"
#include "solvers/simd/lane_shelf.h"

namespace sudoku {
namespace {

// As many puzzles at a time as there are lanes; instruction sets with wide shuffles specialise it.
template <typename Isa>
struct Text {
  static constexpr int kLanes = Isa::kLanes;

  // `puzzles`: where each one's 81 characters are; `at`: the first column on the shelf.
  static void read(const char* const (&puzzles)[kLanes], Shelf& shelf, uint32_t at) {
    // By the low four bits of a letter: those of a digit are the digit, of a blank 14. A jump for
    // each letter takes twice as long.
    constexpr uint16_t kAny = kNineDigits;
    static constexpr uint16_t kSets[16] = {kAny, 1,   2,    4,    8,    16,   32,   64,
                                           128,  256, kAny, kAny, kAny, kAny, kAny, kAny};
    for (int cell = 0; cell < 81; ++cell) {
      for (int i = 0; i < kLanes; ++i)
        shelf.row[cell][at + i] = kSets[puzzles[i][cell] & 15];
    }
  }

  // In the order of the columns: of two solutions for the same place, the second stays.
  static void write(const Shelf& shelf, uint32_t at, char* const (&solutions)[kLanes]) {
    // The last bit keeps columns behind the last state, whatever they hold, harmless.
    for (int cell = 0; cell < 81; ++cell) {
      for (int i = 0; i < kLanes; ++i) {
        const unsigned digit = shelf.row[cell][at + i] | 0x100U;
        solutions[i][cell] = static_cast<char>('1' + __builtin_ctz(digit));
      }
    }
  }
};

}  // namespace
}  // namespace sudoku
