// What the answers to a question take away.
//
// A question parts the configurations that a digit has left in a band or stack by one minirow, its
// triad: "yes" leaves those that stand in it, "no" the others. Both answers take the digit from two
// minirows that only the other side's configurations stand in. The triad's row alone would do, as a
// pass over that band finds the rest. But the bands come first in a round: what a stack has settled
// they would see half a round later. Saves 4 to 7 % of the rounds; a third minirow saves no more.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see lanes_engine.h

namespace sudoku {
namespace {

// As bits of a set: E0..E2, then O0..O2.
inline constexpr int kConfigurations = 6;
inline constexpr int kConfigurationSets = 1 << kConfigurations;

constexpr bool has(int set, int way) {
  return (set >> way & 1) != 0;
}

// Where a configuration stands in a row: the number of its minirow.
constexpr int minirow_of(int way, int row) {
  return way < 3 ? (way + row) % 3 : (way - row) % 3;
}

// The minirows of a row that some of these configurations stand in, as bits.
constexpr int minirows_of(int set, int row) {
  int minirows = 0;
  for (int way = 0; way < kConfigurations; ++way) {
    if (has(set, way)) minirows |= 1 << minirow_of(way, row);
  }
  return minirows;
}

// Configurations, two or more, parted by a triad.
struct Parted {
  // The triad is the first minirow of row 0 that is left when there are several. When there is one,
  // two configurations are left, which differ in row 1, and it is the even one's minirow there.
  constexpr explicit Parted(int set) {
    const int in_row0 = minirows_of(set, 0);
    const bool is_one = (in_row0 & (in_row0 - 1)) == 0;
    row = is_one ? 1 : 0;
    const int minirows = is_one ? minirows_of(set & 7, row) : in_row0;
    for (int way = 0; way < kConfigurations; ++way) {
      if (!has(set, way)) continue;
      const bool is_in_triad = 1 << minirow_of(way, row) == (minirows & -minirows);
      (is_in_triad ? yes : no) |= 1 << way;
    }
  }

  int row = 0;  // the triad's
  int yes = 0;
  int no = 0;
};

// The cells that lose the digit; some may be there twice.
struct Answers {
  static constexpr int kCells = 6;

  uint8_t yes[kCells];
  uint8_t no[kCells];
};

// The cells of two minirows, from `row` on, where configurations stand that are gone and none that
// are left; of one, twice, when there is no other.
constexpr void take_away(int band, int row, int gone, int left, uint8_t (&cells)[Answers::kCells]) {
  int taken = 0;
  for (int i = 0; i < 9; ++i) {
    const int line = (row + i / 3) % 3;
    const int minirow = i % 3;
    const int needless = minirows_of(gone, line) & ~minirows_of(left, line);
    if ((needless >> minirow & 1) == 0 || taken == Answers::kCells) continue;
    for (int along = 3 * minirow; along < 3 * minirow + 3; ++along) {
      const int across = 3 * (band % 3) + line;
      cells[taken++] = static_cast<uint8_t>(band < 3 ? 9 * across + along : 9 * along + across);
    }
  }
  for (; taken < Answers::kCells; ++taken)
    cells[taken] = cells[taken - 3];
}

// By band (0..2, stacks 3..5) and set.
struct AllAnswers {
  constexpr AllAnswers() {
    for (int band = 0; band < 6; ++band) {
      for (int set = 0; set < kConfigurationSets; ++set) {
        if ((set & (set - 1)) == 0) continue;
        const Parted parted(set);
        Answers& answers = about[kConfigurationSets * band + set];
        take_away(band, parted.row, parted.no, parted.yes, answers.yes);
        take_away(band, parted.row, parted.yes, parted.no, answers.no);
      }
    }
  }

  Answers about[6 * kConfigurationSets] = {};
};

inline constexpr AllAnswers kAnswers;

}  // namespace
}  // namespace sudoku
