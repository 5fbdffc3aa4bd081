// The search for the solutions of one puzzle: depth first, with one stack of waiting states.
//
// Where latency bounds propagation (three vectors leave most of a processor idle), two states are
// propagated together: both answers after a guess.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/engine.h"
#include "solvers/simd/rectangle.h"
#include "solvers/simd/single_rules.h"

namespace sudoku::simd {
namespace {

// Vector lanes (a minirow's cells each) that lose the digit of a branch question, by its answer.
struct Lanes {
  uint32_t triad;   // the lane asked about: loses the digit if the answer is no
  uint32_t beside;  // the other lanes of its row: lose the digit if the answer is yes
};

struct Question {
  uint16_t digit;  // bit of the digit to branch on, or 0
  Lanes lanes;
  int part;
  bool direction;     // whether the branch is on columns; else on rows
  uint32_t to_spare;  // surplus placements of digits: beyond one each per band or stack
};

inline constexpr int kBands = 6;  // bands 0..2, and stacks as 3..5

// Lanes of a branch question, by band and by the set of minirows that the digit can take in row 0.
struct LanesOfPlaces {
  Lanes of[kBands][8];
};

// The search branches on whether a digit is in its first possible minirow of row 0 of a band. If
// only one is possible, the digit's two placements differ in row 1, and the minirow of row 1 is
// taken that belongs to the even placement.
template <typename Isa>
constexpr LanesOfPlaces kLanesOfPlaces = [] {
  LanesOfPlaces all{};
  for (int band = 0; band < kBands; ++band) {
    for (int places = 1; places < 8; ++places) {
      const bool is_one = (places & (places - 1)) == 0;
      const int first = __builtin_ctz(static_cast<unsigned>(places));
      const int row = Isa::kLanesPerBand * (band % 3) + (is_one ? Isa::kLanesPerRow : 0);
      const int k = is_one ? (first + 1) % 3 : first;
      all.of[band][places] = {.triad = 1U << (row + k), .beside = (7U << row) ^ (1U << (row + k))};
    }
  }
  return all;
}();

// A band to ask about, with its digits by their even or odd placements: three sets of digits each,
// one in 16 bits.
struct Candidate {
  uint64_t even;
  uint64_t odd;
  uint32_t rank;  // surplus placements of the digits (beyond one each), then the band's number
};

// The digits that have two placements in a band; if none has, those with three, else with more.
[[gnu::always_inline]] inline uint64_t digits_with_fewest(const Candidate& band) {
  // Counts each digit's placements in binary: two adders, and a third that adds their sums.
  using Words = PlainLogic<uint64_t>;
  const auto even = Words::sum(band.even, band.even >> 16, band.even >> 32);
  const auto odd = Words::sum(band.odd, band.odd >> 16, band.odd >> 32);
  const uint64_t ones = even.ones ^ odd.ones;
  const auto [twos, fours] = Words::sum(even.twos, odd.twos, even.ones & odd.ones);
  const uint64_t two = twos & ~ones & ~fours & kNineDigits;
  const uint64_t three = twos & ones & ~fours & kNineDigits;
  const uint64_t few = two != 0 ? two : three;
  return few != 0 ? few : fours & kNineDigits;
}

inline constexpr int kBandBits = 3;
inline constexpr uint32_t kBandMask = (1U << kBandBits) - 1;

[[gnu::always_inline]] inline Candidate tighter(const Candidate& a, const Candidate& b) {
  const bool is_b = b.rank < a.rank;
  return {
      .even = is_b ? b.even : a.even, .odd = is_b ? b.odd : a.odd, .rank = is_b ? b.rank : a.rank};
}

// Chooses the branch question about a search state: "does this digit stand in this minirow?", in
// the band or stack with the fewest placements of its digits, about a digit with two of them, or
// else three, or more. (The batch solver also considers the crossing bands; doing so here took 10 %
// more time, for 1 % of the guesses.) There are no branches, because none could be predicted.
template <typename Isa>
[[gnu::always_inline]] inline Question ask(const Ways<Isa> (*ways)[Isa::kParts]) {
  Candidate of[kBands];
  uint32_t to_spare = 0;
#pragma GCC unroll 6
  for (int band = 0; band < kBands; ++band) {
    const Ways<Isa>& in_band = ways[band / 3][band % 3 % Isa::kParts];
    const uint64_t even = Isa::first_row(&in_band.even, band % 3);
    const uint64_t odd = Isa::first_row(&in_band.odd, band % 3);
    const uint32_t more = count_bits(even) + count_bits(odd) - 9;
    to_spare += more;
    // Bands with one placement per digit come last: their number wraps round.
    of[band] = {even, odd, (more - 1) << kBandBits | static_cast<uint32_t>(band)};
  }
  const Candidate of_first_four = tighter(tighter(of[0], of[1]), tighter(of[2], of[3]));
  const Candidate tightest = tighter(of_first_four, tighter(of[4], of[5]));
  if (to_spare == 0) return {};
  const uint64_t digits = digits_with_fewest(tightest);
  const uint64_t places = (tightest.even | tightest.odd) >> __builtin_ctzll(digits);
  const uint64_t set = (places & 1) | (places >> 15 & 2) | (places >> 30 & 4);
  const auto band = static_cast<int>(tightest.rank & kBandMask);
  return {.digit = static_cast<uint16_t>(digits & -digits),
          .lanes = kLanesOfPlaces<Isa>.of[band][set],
          .part = band % 3 % Isa::kParts,
          .direction = band >= 3,
          .to_spare = to_spare};
}

template <typename Isa>
class SingleSearch {
  using Vec = typename Isa::Vec;

 public:
  SingleResult run(const SingleCall& call) {
    call_ = &call;
    result_ = {0, 0, SingleEnd::done};
    waiting_count_ = 0;
    is_over_ = false;
    dead_ends_ = 0;
    search();
    return result_;
  }

 private:
  static constexpr int kParts = Isa::kParts;

  // Limits for handing over to the batch solver: surplus placements of digits (beyond one each per
  // band or stack) before the first guess, and dead ends.
  struct Width {
    uint32_t to_spare;
    uint64_t dead_ends;
  };

  struct Slot {
    State<Isa> now;
    Vec sum;                    // sum of candidates after the last half_round()
    Vec sum_before;             // sum of candidates one half_round() earlier
    Ways<Isa> (*ways)[kParts];  // digits' placements in bands, and in stacks
    bool is_turned;             // `now` holds columns as rows
    bool is_still;              // the last two half_round() calls changed nothing
  };

  struct Waiting {
    State<Isa> state;
    bool is_turned;
  };

  enum class Fate { open, dead, solved, stuck };

  // A state is branched when at most this many minirows have changed. Before any dead end, removing
  // the last candidates costs more propagation than it saves guesses.
  int most_changes() const { return dead_ends_ == 0 && result_.guesses > 1 ? 2 : 0; }

  [[gnu::always_inline]] Fate half_round(Slot& slot) {
    Findings<Isa> found;
    State<Isa> rest;
#pragma GCC unroll 3
    for (int i = 0; i < kParts; ++i)
      rest.part[i] = narrowed<Isa>(slot.now.part[i], slot.ways[slot.is_turned][i], found);
    slot.now = Isa::turned_over(rest);
    const int changes = Isa::differences(found.sum, slot.sum_before);
    slot.sum_before = slot.sum;
    slot.sum = found.sum;
    slot.is_turned = !slot.is_turned;
    slot.is_still = changes == 0;
    if (!Isa::is_full(found.possible) || Isa::has_empty(found.fewest)) return Fate::dead;
    // In a filled grid whose bands have room for every digit, only lines across bands can be wrong.
    if (!Isa::has_any(found.open)) return has_full_rows(slot.now) ? Fate::solved : Fate::dead;
    return changes <= most_changes() ? Fate::stuck : Fate::open;
  }

  // Propagates a state until it is dead, solved or stuck, or a second state at once pays. It works
  // on a copy, which compilers keep in registers: GCC stored the slot itself in every half round,
  // which took 10 to 17 % of the time.
  [[gnu::always_inline]] Fate propagate(Slot& slot) {
    Slot copy = slot;
    const bool may_go_on = !pays_two();
    Fate fate;
    do {
      fate = half_round(copy);
    } while (fate == Fate::open && may_go_on);
    slot = copy;
    return fate;
  }

  struct Fates {
    Fate a;
    Fate b;
  };

  // Propagates two states until one of them is dead, solved or stuck.
  [[gnu::always_inline]] Fates propagate(Slot& a, Slot& b) {
    Slot copy_a = a;
    Slot copy_b = b;
    Fates fates{Fate::open, Fate::open};
    while (fates.a == Fate::open && fates.b == Fate::open)
      fates = {half_round(copy_a), half_round(copy_b)};
    a = copy_a;
    b = copy_b;
    return fates;
  }

  [[gnu::always_inline]] static void put(Slot& slot, const State<Isa>& state, bool is_turned) {
    slot.now = state;
    slot.is_turned = is_turned;
    slot.sum = slot.sum_before = Isa::all(0xFFFF);
  }

  [[gnu::always_inline]] void search() {
    Slot a;
    Slot b;
    a.ways = ways_[0];
    b.ways = ways_[1];
    put(a, Isa::read(call_->text), false);
    for (;;) {
      if (!search_alone(a)) return;
      resume(b);
      if (!search_both(a, b)) return;
    }
  }

  // Propagating two states at once takes 1.4 times as long as one. That pays where most states die,
  // but a puzzle with many solutions has hardly any dead ends and ends after its first solutions.
  bool is_worth_two() const { return Isa::kTwoAtOnce && (dead_ends_ > 0 || result_.guesses <= 1); }

  bool pays_two() const { return waiting_count_ > 0 && is_worth_two(); }

  // Propagates one state until a second one at once pays. Returns false when the search is over.
  [[gnu::always_inline]] bool search_alone(Slot& slot) {
    do {
      if (!settle(slot, propagate(slot))) return false;
    } while (!pays_two());
    return true;
  }

  // Propagates two states while that pays; `a` keeps one. Returns false when the search is over.
  [[gnu::always_inline]] bool search_both(Slot& a, Slot& b) {
    for (;;) {
      const auto [fate_a, fate_b] = propagate(a, b);
      const bool keep_a = settle(a, fate_a);
      const bool keep_b = !is_over_ && settle(b, fate_b);
      if (keep_a && keep_b && is_worth_two()) continue;
      return !is_over_ && unite(a, keep_a, b, keep_b);
    }
  }

  // Keeps one of two states in `a`; the other one waits. Returns false if both are done.
  [[gnu::always_inline]] bool unite(Slot& a, bool keep_a, const Slot& b, bool keep_b) {
    if (keep_a && keep_b) wait(b);
    if (!keep_a) put(a, b.now, b.is_turned);
    return keep_a || keep_b;
  }

  // Acts on a dead, solved or stuck state. Returns false when no waiting state takes its place.
  [[gnu::always_inline]] bool settle(Slot& slot, Fate fate) {
    if (fate == Fate::open) return true;
    if (fate == Fate::stuck && branch(slot)) return true;
    if (fate == Fate::solved) is_over_ = note(slot);
    dead_ends_ += fate == Fate::dead ? 1 : 0;
    return !is_over_ && resume(slot);
  }

  [[gnu::always_inline]] void wait(const Slot& slot) {
    Waiting& waiting = waiting_[waiting_count_++];
    waiting.state = slot.now;
    waiting.is_turned = slot.is_turned;
  }

  [[gnu::always_inline]] bool resume(Slot& slot) {
    if (waiting_count_ == 0) return false;
    const Waiting& waiting = waiting_[--waiting_count_];
    put(slot, waiting.state, waiting.is_turned);
    return true;
  }

  // Counts a solution. Returns true when the solution limit is reached.
  [[gnu::always_inline]] bool note(const Slot& slot) {
    if (++result_.solutions == 1) {
      State<Isa> solution = slot.now;
      if (slot.is_turned) solution = Isa::turned_over(slot.now);
      Isa::write(solution, call_->solution);
      if (is_swap_likely() && has_swapped_solution(*call_)) ++result_.solutions;
    }
    return result_.solutions >= call_->solution_limit;
  }

  // Few dead ends suggest several solutions: proper puzzles have about one dead end per guess.
  bool is_swap_likely() const {
    return call_->solution_limit == 2 && result_.guesses >= 3 && 4 * dead_ends_ <= result_.guesses;
  }

  // Reads the solution back from its text: with a pointer to the search state, the compiler would
  // keep the state in memory, not in registers (AVX2: 2 to 4 % slower).
  [[gnu::noinline]] static bool has_swapped_solution(const SingleCall& call) {
    return has_rectangle<Isa>(Isa::read(call.solution), Isa::read(call.text));
  }

  // Branches a stuck state. Returns false when it has no branch question or the search ends.
  [[gnu::always_inline]] bool branch(Slot& slot) {
    const Question question = ask<Isa>(slot.ways);
    if (question.digit == 0) return !slot.is_still;
    if (result_.guesses == 0) is_wide_ = question.to_spare >= width().to_spare;
    if (result_.guesses >= call_->guess_limit) return end(SingleEnd::spent);
    if (is_too_much()) return end(SingleEnd::handed_over);
    ++result_.guesses;
    lay(slot, question.direction);
    fork(slot, question);
    return true;
  }

  // The batch solver is faster for the hardest puzzles, even from the beginning, but twice as slow
  // for ordinary ones. The hardest leave many placements of digits open, and yet have dead ends.
  Width width() const {
    if (call_->solution_limit == 1) return {.to_spare = 110, .dead_ends = 8};
    return {.to_spare = 100, .dead_ends = 6};
  }

  bool is_too_much() const {
    return result_.guesses >= call_->patience || (is_wide_ && dead_ends_ >= width().dead_ends);
  }

  bool end(SingleEnd reason) {
    result_.end = reason;
    is_over_ = true;
    return false;
  }

  // Turns a grid over its diagonal unless it already lies as `is_turned` asks; does not branch.
  [[gnu::always_inline]] static void lay(Slot& slot, bool is_turned) {
    const State<Isa> other = Isa::turned_over(slot.now);
    const Vec is_other = Isa::all(is_turned == slot.is_turned ? 0 : 0xFFFF);
#pragma GCC unroll 3
    for (int i = 0; i < kParts; ++i) {
#pragma GCC unroll 3
      for (int p = 0; p < 3; ++p) {
        Vec& cells = slot.now.part[i].plane[p];
        cells = Isa::or_and(cells & ~is_other, other.part[i].plane[p], is_other);
      }
    }
    slot.is_turned = is_turned;
  }

  // Branches a state: it goes on with the answer "yes", while its copy with "no" waits.
  [[gnu::always_inline]] void fork(Slot& slot, const Question& question) {
    Part<Isa>& no = waiting_[waiting_count_].state.part[question.part];
    Part<Isa>& yes = slot.now.part[question.part];
    wait(slot);
    const Vec not_inside = ~Isa::digit_in(question.lanes.triad, question.digit);
    const Vec not_beside = ~Isa::digit_in(question.lanes.beside, question.digit);
#pragma GCC unroll 3
    for (int p = 0; p < 3; ++p) {
      no.plane[p] = yes.plane[p] & not_inside;
      yes.plane[p] = yes.plane[p] & not_beside;
    }
  }

  Ways<Isa> ways_[2][2][kParts];
  Waiting waiting_[kSinglePatience + 1];
  const SingleCall* call_;
  SingleResult result_;
  uint64_t dead_ends_;
  uint32_t waiting_count_;
  bool is_over_;
  bool is_wide_;
};

template <typename Isa>
constexpr SingleEngine single_engine_of() {
  return {sizeof(SingleSearch<Isa>), [](void* memory, const SingleCall& call) {
            return static_cast<SingleSearch<Isa>*>(memory)->run(call);
          }};
}

}  // namespace
}  // namespace sudoku::simd
