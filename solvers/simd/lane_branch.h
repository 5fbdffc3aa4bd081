// Which question to ask about a state that propagation has left open.
//
// Always of the form "does digit d stand in this minirow?". Yes: d leaves the rest of that line.
// No: d leaves the minirow. Asked in the band or stack with the fewest configurations left in all,
// about a digit with two of them there, if there is one (a digit with a second such choice in a
// crossing band first), since both answers then settle it; else about one with three, or more.
//
// Choosing by cells instead (two candidates, or fewest) takes twice the nodes.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see lanes_engine.h

#include "solvers/simd/lane_rules.h"

namespace sudoku {
namespace {

// Triad 9 * band + 3 * line + k, for bands 0..2 and stacks 3..5 (lines of a stack are columns), is
// minirow k of line 3 * band + line, counting rows 0..8, then columns 9..17.
inline constexpr int kTriads = 54;

// The cells that lose the digit: with "no" the triad's own, with "yes" the others of its line.
struct TriadCells {
  uint8_t inside[3];
  uint8_t beside[6];
};

struct AllTriadCells {
  TriadCells of[kTriads];
};

constexpr AllTriadCells all_triad_cells() {
  AllTriadCells all{};
  for (int triad = 0; triad < kTriads; ++triad) {
    const int line = triad / 3;
    int inside = 0;
    int beside = 0;
    for (int i = 0; i < 9; ++i) {
      const auto cell = static_cast<uint8_t>(line < 9 ? 9 * line + i : 9 * i + line - 9);
      if (i / 3 == triad % 3) {
        all.of[triad].inside[inside++] = cell;
      } else {
        all.of[triad].beside[beside++] = cell;
      }
    }
  }
  return all;
}

inline constexpr AllTriadCells kTriadCells = all_triad_cells();

// Where a state stands in the search tree of its puzzle, as a number that grows from left ("yes")
// to right: the root is in the middle of all numbers, an answer in the middle of one half of what
// is left, as its lowest bit tells. Below 63 questions places are no longer told apart.
inline constexpr uint64_t kRoot = uint64_t{1} << 63;

constexpr uint64_t left_of(uint64_t place) {
  return place - ((place & -place) >> 1);
}

constexpr uint64_t right_of(uint64_t place) {
  return place + ((place & -place) >> 1);
}

// The question about each lane.
template <typename Isa>
struct Questions {
  alignas(2 * Isa::kLanes) uint16_t digit[Isa::kLanes];
  alignas(2 * Isa::kLanes) uint16_t triad[Isa::kLanes];  // kTriads: nothing to ask
};

// The digits with exactly two, exactly three, and at least four configurations in one band.
template <typename Isa>
struct ByWays {
  using Vec = typename Isa::Vec;

  // Adds configuration by configuration to sets of digits that had that many, or more, so far.
  [[gnu::always_inline]] void count(const Vec (&even)[3], const Vec (&odd)[3]) {
    Vec one = even[0];
    Vec two_up = Isa::all(0);
    Vec three_up = Isa::all(0);
    Vec four_up = Isa::all(0);
    const Vec rest[5] = {even[1], even[2], odd[0], odd[1], odd[2]};
    for (const Vec& next : rest) {
      four_up |= three_up & next;
      three_up |= two_up & next;
      two_up |= one & next;
      one |= next;
    }
    two = two_up & ~three_up;
    three = three_up & ~four_up;
    more = four_up;
    total = Isa::count_digits(even[0]) + Isa::count_digits(even[1]) + Isa::count_digits(even[2]) +
            Isa::count_digits(odd[0]) + Isa::count_digits(odd[1]) + Isa::count_digits(odd[2]);
  }

  Vec two;
  Vec three;
  Vec more;
  Vec total;  // configurations of all nine digits
};

// `wish` where there is any, else `otherwise`.
template <typename Isa>
[[gnu::always_inline]] inline typename Isa::Vec prefer(typename Isa::Vec wish,
                                                       typename Isa::Vec otherwise) {
  return Isa::choose(Isa::is_zero(wish), otherwise, wish);
}

// The first triad of line 0 that the digit may stand in when there are several; when there is one,
// the digit's alternatives differ in line 1, and the question is about the even one's triad there.
template <typename Isa>
[[gnu::always_inline]] inline typename Isa::Vec triad_of(const Board<Isa>& board, int band,
                                                         typename Isa::Vec digit) {
  using Vec = typename Isa::Vec;
  const Vec first = board.even[band][0] | board.odd[band][0];
  const Vec second = board.even[band][1] | board.odd[band][1];
  const Vec third = board.even[band][2] | board.odd[band][2];
  const auto in_first = Isa::share(first, digit);
  const auto in_second = Isa::share(second, digit);
  const auto several = Isa::share(Isa::in_two(first, second, third), digit);
  const Vec line0 =
      Isa::choose(in_first, Isa::all(0), Isa::choose(in_second, Isa::all(1), Isa::all(2)));
  const Vec line1 =
      Isa::choose(in_first, Isa::all(4), Isa::choose(in_second, Isa::all(5), Isa::all(3)));
  return Isa::choose(several, line0, line1) + Isa::all(static_cast<uint16_t>(9 * band));
}

template <typename Isa>
[[gnu::noinline]] void ask(const Board<Isa>& board, Questions<Isa>& questions) {
  using Vec = typename Isa::Vec;
  ByWays<Isa> ways[6];
  for (int band = 0; band < 6; ++band)
    ways[band].count(board.even[band], board.odd[band]);

  const Vec nothing = Isa::all(0x7FFF);
  Vec best_digit = Isa::all(0);
  Vec best_triad = Isa::all(kTriads);
  Vec least = nothing;
  for (int band = 0; band < 6; ++band) {
    const int crossing = band < 3 ? 3 : 0;
    const Vec twice = Isa::or3(ways[crossing].two, ways[crossing + 1].two, ways[crossing + 2].two);
    const Vec two = prefer<Isa>(ways[band].two & twice, ways[band].two);
    const Vec digits = prefer<Isa>(two, prefer<Isa>(ways[band].three, ways[band].more));
    const Vec digit = digits & -digits;
    const Vec total = Isa::choose(Isa::is_zero(digits), nothing, ways[band].total);
    const auto better = Isa::at_most(total + 1, least);  // the first band of equals
    best_digit = Isa::choose(better, digit, best_digit);
    best_triad = Isa::choose(better, triad_of(board, band, digit), best_triad);
    least = Isa::smaller(least, total);
  }
  Isa::store(questions.digit, best_digit);
  Isa::store(questions.triad, best_triad);
}

}  // namespace
}  // namespace sudoku
