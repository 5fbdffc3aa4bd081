// Which question to ask about a state that propagation has left open.
//
// Always of the form "does digit d stand in this minirow?"; for the answers, see lane_answers.h.
// Asked in the band or stack at the least cost, which is the number of configurations left in it,
// and an extra for what can be asked there. Best is a digit with two configurations, since both
// answers then settle it; and better, the more of the three crossing bands it is still open in,
// since there the answers have consequences. So the extra is nothing for one that is open in all of
// them, the cost of one settled band, or of two; two it is also for a digit with more
// configurations, which goes before one with two that is settled in two bands.
//
// Choosing by cells instead (two candidates, or fewest) takes twice the nodes.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see lanes_engine.h

#include "solvers/simd/lane_answers.h"
#include "solvers/simd/lane_rules.h"

namespace sudoku {
namespace {

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

// What a settled crossing band costs, in configurations: nothing where many are left in the six
// bands and stacks (a solution has 54), since there it matters more how many the band itself has.
inline constexpr uint16_t kSettledCost = 5;
inline constexpr uint16_t kManyLeft = 120;

// The question about each lane.
template <typename Isa>
struct Questions {
  alignas(2 * Isa::kLanes) uint16_t digit[Isa::kLanes];  // 0: nothing to ask
  alignas(2 * Isa::kLanes) uint16_t about[Isa::kLanes];  // for kAnswers
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

// What to ask about each lane: the first of some digits of a band, by its configurations there.
template <typename Isa>
struct Choice {
  using Vec = typename Isa::Vec;

  [[gnu::always_inline]] void change(typename Isa::Flags where, const Choice& other) {
    digits = Isa::choose(where, other.digits, digits);
    cost = Isa::choose(where, other.cost, cost);
    band = Isa::choose(where, other.band, band);
#pragma GCC unroll 6
    for (int way = 0; way < kConfigurations; ++way)
      ways[way] = Isa::choose(where, other.ways[way], ways[way]);
  }

  // Where the answers for that digit stand in kAnswers.
  [[gnu::always_inline]] Vec about(Vec digit) const {
    Vec set = band;
#pragma GCC unroll 6
    for (int way = 0; way < kConfigurations; ++way) {
      const auto bit = Isa::all(static_cast<uint16_t>(1U << way));
      set += Isa::keep(Isa::share(ways[way], digit), bit);
    }
    return set;
  }

  Vec digits;
  Vec cost;
  Vec band;  // where its sets begin in kAnswers
  Vec ways[kConfigurations];
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
  choice.band = Isa::all(static_cast<uint16_t>(kConfigurationSets * band));
  for (int k = 0; k < 3; ++k) {
    choice.ways[k] = board.even[band][k];
    choice.ways[3 + k] = board.odd[band][k];
  }
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
  const Vec settled_cost =
      Isa::keep(Isa::at_most(left, Isa::all(kManyLeft - 1)), Isa::all(kSettledCost));
  const OpenAcross<Isa> across[2] = {OpenAcross<Isa>(ways + 3), OpenAcross<Isa>(ways)};

  Choice<Isa> best = choice_in(board, 0, ways[0], across[0], settled_cost);
#pragma GCC unroll 5
  for (int band = 1; band < 6; ++band) {
    const Choice<Isa> choice = choice_in(board, band, ways[band], across[band / 3], settled_cost);
    best.change(Isa::at_most(choice.cost + 1, best.cost), choice);  // the first band of equals
  }
  const Vec digit = best.digits & -best.digits;
  Isa::store(questions.digit, digit);
  Isa::store(questions.about, best.about(digit));
}

}  // namespace
}  // namespace sudoku
