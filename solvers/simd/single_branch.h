// Which question to ask about a state that propagation has left open: "does this digit stand in
// this minirow?", in the band or stack that has the fewest configurations left, about a digit with
// two of them there, if there is one, else with three, or more. (The batch solver looks at the
// crossing bands as well; a rule that did so here took 10 % more time, for 1 % of the guesses.)
//
// Without a jump, since none could be predicted.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see single_engine.h

#include "solvers/simd/single_rules.h"

namespace sudoku {
namespace {

// Lanes that lose the digit in part `part`.
struct Lanes {
  uint32_t triad;   // when the answer is no
  uint32_t beside;  // when it is yes: the other two of the row
};

struct Question {
  uint16_t digit;  // 0: there is nothing to ask
  Lanes lanes;
  int part;
  bool direction;     // of the last two half rounds, whose rows these are
  uint32_t to_spare;  // configurations of all bands beyond one for each digit
};

inline constexpr int kBands = 6;  // bands 0..2, and 3..5 of the other direction

// For every band, and every set of lanes of its row 0 in which a digit can stand.
struct LanesOfPlaces {
  Lanes of[kBands][8];
};

// When there is one place, the digit's alternatives differ in row 1, and the question is about the
// even one's minirow there; else it is about the first place.
template <typename Isa>
constexpr LanesOfPlaces lanes_of_places() {
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
}

template <typename Isa>
constexpr LanesOfPlaces kLanesOfPlaces = lanes_of_places<Isa>();

// The even, and the odd, configurations of a band: three sets of digits, one in each 16 bits.
struct BandWays {
  uint64_t even;
  uint64_t odd;
};

template <typename Isa>
[[gnu::always_inline]] inline BandWays band_ways(const Ways<Isa> (*ways)[Isa::kParts], int band) {
  const Ways<Isa>& of = ways[band / 3][band % 3 % Isa::kParts];
  return {Isa::first_row(&of.even, band % 3), Isa::first_row(&of.odd, band % 3)};
}

// The digits with two configurations; without any, those with three; without any, those with more.
[[gnu::always_inline]] inline uint64_t digits_with_fewest(BandWays ways) {
  const uint64_t e[3] = {ways.even, ways.even >> 16, ways.even >> 32};
  const uint64_t o[3] = {ways.odd, ways.odd >> 16, ways.odd >> 32};
  // The number of configurations in binary: two adders of three bits, and one of their sums.
  const uint64_t even_ones = e[0] ^ e[1] ^ e[2];
  const uint64_t odd_ones = o[0] ^ o[1] ^ o[2];
  const uint64_t even_twos = (e[0] & e[1]) | (e[2] & (e[0] | e[1]));
  const uint64_t odd_twos = (o[0] & o[1]) | (o[2] & (o[0] | o[1]));
  const uint64_t carry = even_ones & odd_ones;
  const uint64_t ones = (even_ones ^ odd_ones) & 0x1FF;
  const uint64_t twos = (even_twos ^ odd_twos ^ carry) & 0x1FF;
  const uint64_t fours = ((even_twos & odd_twos) | (carry & (even_twos | odd_twos))) & 0x1FF;
  const uint64_t two = twos & ~ones & ~fours;
  const uint64_t three = twos & ones & ~fours;
  const uint64_t few = two != 0 ? two : three;
  return few != 0 ? few : fours;
}

// A band of ways, and its rank: the number of its configurations beyond one for each digit, and
// then the number of the band.
struct Candidate {
  BandWays ways;
  uint32_t rank;
};

inline constexpr int kBandBits = 3;
inline constexpr uint32_t kBandMask = (1U << kBandBits) - 1;

struct Bands {
  Candidate tightest;
  uint32_t to_spare;  // of all of them
};

[[gnu::always_inline]] inline Candidate tighter(const Candidate& a, const Candidate& b) {
  const bool is_b = b.rank < a.rank;
  return {.ways = {.even = is_b ? b.ways.even : a.ways.even, .odd = is_b ? b.ways.odd : a.ways.odd},
          .rank = is_b ? b.rank : a.rank};
}

// Bands without a configuration to spare come last.
template <typename Isa>
[[gnu::always_inline]] inline Bands rank_bands(const Ways<Isa> (*ways)[Isa::kParts]) {
  Candidate of[kBands];
  uint32_t to_spare = 0;
#pragma GCC unroll 6
  for (int band = 0; band < kBands; ++band) {
    const BandWays found = band_ways<Isa>(ways, band);
    const uint32_t more = Isa::count_bits(found.even) + Isa::count_bits(found.odd) - 9;
    to_spare += more;
    of[band] = {found, (more - 1) << kBandBits | static_cast<uint32_t>(band)};
  }
  const Candidate of_first_four = tighter(tighter(of[0], of[1]), tighter(of[2], of[3]));
  return {tighter(of_first_four, tighter(of[4], of[5])), to_spare};
}

template <typename Isa>
[[gnu::always_inline]] inline Question ask(const Ways<Isa> (*ways)[Isa::kParts]) {
  const Bands bands = rank_bands<Isa>(ways);
  if (bands.to_spare == 0) return {};
  const BandWays best = bands.tightest.ways;
  const uint64_t digits = digits_with_fewest(best);
  const uint64_t places = (best.even | best.odd) >> __builtin_ctzll(digits);
  const uint64_t set = (places & 1) | (places >> 15 & 2) | (places >> 30 & 4);
  const auto band = static_cast<int>(bands.tightest.rank & kBandMask);
  return {.digit = static_cast<uint16_t>(digits & -digits),
          .lanes = kLanesOfPlaces<Isa>.of[band][set],
          .part = band % 3 % Isa::kParts,
          .direction = band >= 3,
          .to_spare = bands.to_spare};
}

}  // namespace
}  // namespace sudoku
