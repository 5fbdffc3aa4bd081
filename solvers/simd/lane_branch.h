// The choice of a branch question about a search state that propagation has left open, and what its
// answers remove.
//
// A branch question has the form "does digit d stand in this minirow?" (three cells). It divides
// the digit's remaining configurations (placements in a band or stack, see lane_rules.h): "yes"
// leaves those that use the minirow, "no" the others. Either answer removes the digit from two
// minirows that only configurations of the other answer use. One would be enough, as propagation
// finds the rest, but late if it is in a stack.
//
// The band or stack asked about has the least cost: its number of configurations and an extra. A
// digit with two configurations is best, because both answers settle it, and the better the more of
// the three crossing bands it is open in, because there the answers have consequences. So the extra
// is nothing for a digit that is open in all three, the cost of one settled band if it is open in
// two, and that of two otherwise. A digit with more configurations has the extra of two settled
// bands, but precedes a digit with two configurations that has it. Choosing a cell instead (with
// two candidates, or the fewest) takes twice the nodes.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/lane_rules.h"

namespace sudoku::simd {
namespace {

// A digit's six placements in a band (see lane_rules.h) as bits of a set: E0..E2, then O0..O2.
inline constexpr int kConfigurations = 6;
inline constexpr int kConfigurationSets = 1 << kConfigurations;

// The set of the placements that use minirow (r, k) of the band; `minirow` is 3 * r + k.
constexpr int users_of(int minirow) {
  const int r = minirow / 3;
  const int k = minirow % 3;
  return 1 << (k - r + 3) % 3 | 8 << (k + r) % 3;
}

// The minirow that a branch question asks about if the placements in `set` are left, at least two:
// the first of row 0 that they use. If all use the same one, just two are left, which differ in
// row 1: the minirow of the even placement there.
constexpr int minirow_asked(int set) {
  int first = 0;
  while ((set & users_of(first)) == 0)
    ++first;
  return (set & ~users_of(first)) != 0 ? first : 3 + (first + 1) % 3;
}

// Cells that lose the digit by each answer to a branch question. A cell may occur twice.
struct Answers {
  static constexpr int kCells = 6;

  uint8_t yes[kCells];
  uint8_t no[kCells];
};

// Finds the cells of two minirows, from the row of `asked` on, that placements in `gone` use and
// none in `left` does. The cells of a single such minirow occur twice.
constexpr void take_away(int band, int asked, int gone, int left,
                         uint8_t (&cells)[Answers::kCells]) {
  int taken = 0;
  for (int i = 0; i < 9 && taken < Answers::kCells; ++i) {
    const int minirow = (asked / 3 * 3 + i) % 9;
    if ((users_of(minirow) & gone) == 0 || (users_of(minirow) & left) != 0) continue;
    for (int c = 0; c < 3; ++c) {
      const int across = 3 * (band % 3) + minirow / 3;
      const int along = 3 * (minirow % 3) + c;
      cells[taken++] = static_cast<uint8_t>(band < 3 ? 9 * across + along : 9 * along + across);
    }
  }
  for (; taken < Answers::kCells; ++taken)
    cells[taken] = cells[taken - 3];
}

// The answers to branch questions, for every band (0..2; stacks are 3..5) and every set of
// placements that a digit has left in it.
struct AllAnswers {
  constexpr AllAnswers() {
    for (int band = 0; band < 6; ++band) {
      for (int set = 0; set < kConfigurationSets; ++set) {
        if ((set & (set - 1)) == 0) continue;
        const int asked = minirow_asked(set);
        const int yes = set & users_of(asked);
        Answers& answers = about[kConfigurationSets * band + set];
        take_away(band, asked, set ^ yes, yes, answers.yes);
        take_away(band, asked, yes, set ^ yes, answers.no);
      }
    }
  }

  Answers about[6 * kConfigurationSets] = {};
};

inline constexpr AllAnswers kAnswers;

// The place of a state in its puzzle's search tree, a number that grows from left ("yes") to right:
// the root is the middle of all numbers, each answer the middle of one half of the remaining range,
// whose size the lowest set bit gives. After 63 branch questions places coincide.
inline constexpr uint64_t kRoot = uint64_t{1} << 63;

constexpr uint64_t left_of(uint64_t place) { return place - ((place & -place) >> 1); }

constexpr uint64_t right_of(uint64_t place) { return place + ((place & -place) >> 1); }

// Number of branch questions between the root and `place`.
constexpr uint64_t depth_of(uint64_t place) {
  return static_cast<uint64_t>(63 - __builtin_ctzll(place));
}

// Added to a branch question's cost for each crossing band in which its digit is settled, unless
// kManyLeft or more placements are left in all bands and stacks together (a solution has 54).
inline constexpr uint16_t kSettledCost = 5;
inline constexpr uint16_t kManyLeft = 120;

template <typename Isa>
struct Questions {
  alignas(2 * Isa::kLanes) uint16_t digit[Isa::kLanes];  // bit of the branch question's digit, or 0
  alignas(2 * Isa::kLanes) uint16_t about[Isa::kLanes];  // index into kAnswers of its two answers
};

// Lane by lane, `wish` where it is not empty, else `otherwise`.
template <typename Isa>
SUDOKU_INLINE inline typename Isa::Vec prefer(typename Isa::Vec wish, typename Isa::Vec otherwise) {
  return Isa::choose(Isa::is_zero(wish), otherwise, wish);
}

// Digits with exactly two placements in a band (`two`), and those with two or more (`open`).
template <typename Isa>
struct ByWays {
  using Vec = typename Isa::Vec;

  // Counts each digit's placements in binary: two adders, and a third that adds their sums.
  SUDOKU_INLINE void count(const Vec (&even)[3], const Vec (&odd)[3]) {
    const auto of_even = Isa::sum(even[0], even[1], even[2]);
    const auto of_odd = Isa::sum(odd[0], odd[1], odd[2]);
    const Vec ones = of_even.ones ^ of_odd.ones;
    const auto [twos, fours] = Isa::sum(of_even.twos, of_odd.twos, of_even.ones & of_odd.ones);
    two = Isa::without(twos, ones, fours);
    open = twos | fours;
    const Vec half = Isa::count_digits(twos) + Isa::count_digits(fours) + Isa::count_digits(fours);
    total = Isa::count_digits(ones) + half + half;
  }

  Vec two;
  Vec open;
  Vec total;  // number of placements of all nine digits
};

// Digits with several placements in `all` or `most` (two or more) of three bands, or three stacks,
// given those of each.
template <typename Isa>
struct OpenAcross {
  using Vec = typename Isa::Vec;

  SUDOKU_INLINE OpenAcross(Vec a, Vec b, Vec c)
      : all(Isa::and3(a, b, c)), most(Isa::in_two(a, b, c)) {}

  Vec all;
  Vec most;
};

// Returns kSettledCost where fewer than kManyLeft placements are left, else nothing.
template <typename Isa>
SUDOKU_INLINE inline typename Isa::Vec settled_cost(typename Isa::Vec left) {
  return Isa::keep(Isa::at_most(left, Isa::all(kManyLeft - 1)), Isa::all(kSettledCost));
}

// The digits of a band that are best asked about, of which any one is taken, and their cost.
template <typename Isa>
struct BranchDigits {
  using Vec = typename Isa::Vec;

  SUDOKU_INLINE BranchDigits(const ByWays<Isa>& ways, const OpenAcross<Isa>& across, Vec settled) {
    const Vec in_all = ways.two & across.all;
    const Vec in_most = ways.two & across.most;
    const Vec others = prefer<Isa>(ways.open ^ ways.two, ways.two);
    const Vec extra =
        Isa::keep(Isa::is_zero(in_all), settled) + Isa::keep(Isa::is_zero(in_most), settled);
    digits = prefer<Isa>(in_all, prefer<Isa>(in_most, others));
    cost = Isa::choose(Isa::is_zero(ways.open), Isa::all(0x7FFF), ways.total + extra);
  }

  Vec digits;
  Vec cost;
};

// A branch question for each vector lane: about the first of `digits`, by its placements (`ways`).
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

  // Index into kAnswers.about of the branch answers for `digit`.
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
  Vec band;  // index into kAnswers.about at which the band's answers begin
  Vec ways[kConfigurations];
};

template <typename Isa>
[[gnu::always_inline]] inline Choice<Isa> choice_in(const SearchStates<Isa>& board, int band,
                                                    const BranchDigits<Isa>& candidates) {
  Choice<Isa> choice;
  choice.digits = candidates.digits;
  choice.cost = candidates.cost;
  choice.band = Isa::all(static_cast<uint16_t>(kConfigurationSets * band));
  for (int k = 0; k < 3; ++k) {
    choice.ways[k] = board.even[band][k];
    choice.ways[3 + k] = board.odd[band][k];
  }
  return choice;
}

template <typename Isa>
[[gnu::noinline]] void ask(const SearchStates<Isa>& board, Questions<Isa>& questions) {
  using Vec = typename Isa::Vec;
  ByWays<Isa> ways[6];
  Vec left = Isa::all(0);
  for (int band = 0; band < 6; ++band) {
    ways[band].count(board.even[band], board.odd[band]);
    left += ways[band].total;
  }
  const Vec settled = settled_cost<Isa>(left);
  const OpenAcross<Isa> across[2] = {{ways[3].open, ways[4].open, ways[5].open},
                                     {ways[0].open, ways[1].open, ways[2].open}};

  Choice<Isa> best = choice_in(board, 0, BranchDigits<Isa>(ways[0], across[0], settled));
#pragma GCC unroll 5
  for (int band = 1; band < 6; ++band) {
    const Choice<Isa> choice =
        choice_in(board, band, BranchDigits<Isa>(ways[band], across[band / 3], settled));
    best.change(Isa::at_most(choice.cost + 1, best.cost), choice);  // ties keep the first band
  }
  const Vec digit = best.digits & -best.digits;
  Isa::store(questions.digit, digit);
  Isa::store(questions.about, best.about(digit));
}

}  // namespace
}  // namespace sudoku::simd
