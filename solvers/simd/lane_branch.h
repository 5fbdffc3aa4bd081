// Which question to ask about a state that propagation has left open.
//
// Always of the form "does digit d stand in this minirow?". Yes: d leaves the rest of that line.
// No: d leaves the minirow. Asked in the band or stack at the least cost, which is the number of
// configurations left in it, and an extra for what can be asked there. Best is a digit with two
// configurations, since both answers then settle it; and better, the more of the three crossing
// bands it is still open in, since there the answers have consequences. So the extra is nothing for
// one that is open in all of them, the cost of one settled band, or of two; two it is also for a
// digit with more configurations, which goes before one with two that is settled in two bands.
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

// Questions on the way there.
constexpr uint64_t depth_of(uint64_t place) {
  return static_cast<uint64_t>(63 - __builtin_ctzll(place));
}

// What a settled crossing band costs, in configurations: little where many are left in the six
// bands and stacks (a solution has 54), since there it matters more how many the band itself has.
inline constexpr uint16_t kSettledCost = 5;
inline constexpr uint16_t kSettledCostOfMany = 1;
inline constexpr uint16_t kManyLeft = 120;

// The question about each lane.
template <typename Isa>
struct Questions {
  alignas(2 * Isa::kLanes) uint16_t digit[Isa::kLanes];
  alignas(2 * Isa::kLanes) uint16_t triad[Isa::kLanes];  // kTriads: nothing to ask
};

// The digits with two configurations in one band, and with two or more.
template <typename Isa>
struct ByWays {
  using Vec = typename Isa::Vec;

  // The number of a digit's configurations in binary, of all nine digits at once: two adders of
  // three bits, and one of their sums.
  [[gnu::always_inline]] void count(const Vec (&even)[3], const Vec (&odd)[3]) {
    const Vec even_ones = Isa::in_odd(even[0], even[1], even[2]);
    const Vec odd_ones = Isa::in_odd(odd[0], odd[1], odd[2]);
    const Vec even_twos = Isa::in_two(even[0], even[1], even[2]);
    const Vec odd_twos = Isa::in_two(odd[0], odd[1], odd[2]);
    const Vec carry = even_ones & odd_ones;
    const Vec ones = even_ones ^ odd_ones;
    const Vec twos = Isa::in_odd(even_twos, odd_twos, carry);
    const Vec fours = Isa::in_two(even_twos, odd_twos, carry);
    two = Isa::without(twos, ones, fours);
    open = twos | fours;
    const Vec half = Isa::count_digits(twos) + Isa::count_digits(fours) + Isa::count_digits(fours);
    total = Isa::count_digits(ones) + half + half;
  }

  Vec two;
  Vec open;
  Vec total;  // configurations of all nine digits
};

// The digits that are open in all of three bands, and in two of them at least.
template <typename Isa>
struct OpenAcross {
  using Vec = typename Isa::Vec;

  [[gnu::always_inline]] explicit OpenAcross(const ByWays<Isa>* ways)
      : all(Isa::and3(ways[0].open, ways[1].open, ways[2].open)),
        most(Isa::in_two(ways[0].open, ways[1].open, ways[2].open)) {}

  Vec all;
  Vec most;
};

// `wish` where there is any, else `otherwise`.
template <typename Isa>
[[gnu::always_inline]] inline typename Isa::Vec prefer(typename Isa::Vec wish,
                                                       typename Isa::Vec otherwise) {
  return Isa::choose(Isa::is_zero(wish), otherwise, wish);
}

// What to ask about each lane: the first of some digits of a band; and where these can stand in its
// row 0.
template <typename Isa>
struct Choice {
  using Vec = typename Isa::Vec;

  [[gnu::always_inline]] void change(typename Isa::Flags where, const Choice& other) {
    digits = Isa::choose(where, other.digits, digits);
    cost = Isa::choose(where, other.cost, cost);
    first_triad = Isa::choose(where, other.first_triad, first_triad);
    for (int k = 0; k < 3; ++k)
      row0[k] = Isa::choose(where, other.row0[k], row0[k]);
  }

  // The first triad of line 0 that the digit may stand in when there are several; when there is
  // one, the digit's alternatives differ in line 1, and the question is about the even one's triad
  // there.
  [[gnu::always_inline]] Vec triad(Vec digit) const {
    const auto in_first = Isa::share(row0[0], digit);
    const auto in_second = Isa::share(row0[1], digit);
    const auto several = Isa::share(Isa::in_two(row0[0], row0[1], row0[2]), digit);
    const Vec line0 =
        Isa::choose(in_first, Isa::all(0), Isa::choose(in_second, Isa::all(1), Isa::all(2)));
    const Vec line1 =
        Isa::choose(in_first, Isa::all(4), Isa::choose(in_second, Isa::all(5), Isa::all(3)));
    return first_triad + Isa::choose(several, line0, line1);
  }

  Vec digits;
  Vec cost;
  Vec first_triad;  // of the band
  Vec row0[3];
};

template <typename Isa>
[[gnu::always_inline]] inline Choice<Isa> choice_in(const Board<Isa>& board, int band,
                                                    const ByWays<Isa>& ways,
                                                    const OpenAcross<Isa>& across,
                                                    typename Isa::Vec settled_cost) {
  using Vec = typename Isa::Vec;
  const Vec in_all = ways.two & across.all;
  const Vec in_most = ways.two & across.most;
  const Vec others = prefer<Isa>(ways.open ^ ways.two, ways.two);
  const Vec extra = Isa::keep(Isa::is_zero(in_all), settled_cost) +
                    Isa::keep(Isa::is_zero(in_most), settled_cost);
  Choice<Isa> choice;
  choice.digits = prefer<Isa>(in_all, prefer<Isa>(in_most, others));
  choice.cost = Isa::choose(Isa::is_zero(ways.open), Isa::all(0x7FFF), ways.total + extra);
  choice.first_triad = Isa::all(static_cast<uint16_t>(9 * band));
  for (int k = 0; k < 3; ++k)
    choice.row0[k] = board.even[band][k] | board.odd[band][k];
  return choice;
}

template <typename Isa>
[[gnu::noinline]] void ask(const Board<Isa>& board, Questions<Isa>& questions) {
  using Vec = typename Isa::Vec;
  ByWays<Isa> ways[6];
  Vec left = Isa::all(0);
  for (int band = 0; band < 6; ++band) {
    ways[band].count(board.even[band], board.odd[band]);
    left += ways[band].total;
  }
  const Vec settled_cost = Isa::choose(Isa::at_most(Isa::all(kManyLeft), left),
                                       Isa::all(kSettledCostOfMany), Isa::all(kSettledCost));
  const OpenAcross<Isa> across[2] = {OpenAcross<Isa>(ways + 3), OpenAcross<Isa>(ways)};

  Choice<Isa> best = choice_in(board, 0, ways[0], across[0], settled_cost);
#pragma GCC unroll 5
  for (int band = 1; band < 6; ++band) {
    const Choice<Isa> choice = choice_in(board, band, ways[band], across[band / 3], settled_cost);
    best.change(Isa::at_most(choice.cost + 1, best.cost), choice);  // the first band of equals
  }
  const Vec digit = best.digits & -best.digits;
  Isa::store(questions.digit, digit);
  Isa::store(questions.triad,
             Isa::choose(Isa::is_zero(digit), Isa::all(kTriads), best.triad(digit)));
}

}  // namespace
}  // namespace sudoku
