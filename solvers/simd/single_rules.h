// Propagation of one grid with vectors: how its candidates are stored, and the rules for rows.
//
// A state is 81 sets of digits, the candidates of its cells, in three planes. A lane of a plane is
// a minirow (the three cells that a row and a box share), and the three planes hold its three
// cells: cell c of a minirow in row r of its band is in plane (r + c) modulo 3.
//
//            box 0        box 1        box 2
//   row 0   0 1 2        0 1 2        0 1 2        lane (r, k) of each plane: minirow k of row r
//   row 1   1 2 0        1 2 0        1 2 0
//   row 2   2 0 1        2 0 1        2 0 1        numbers: the plane of each cell
//
// So a rule about minirows is computed once for all of them, and a rule that compares the minirows
// of a band moves lanes. The rules are those of the batch solver (see lane_rules.h): in a band a
// digit has six configurations, E[j] and O[j], and minirow (r, k) is part of E[k-r] and O[k+r].
//
// A half round treats the rows, then turns the grid over its diagonal, so that the same code treats
// the columns. No cell changes its plane, because the figure is its own mirror image; with cell c
// in plane c, turning would cost twice as much.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/vector_logic.h"

namespace sudoku::simd {
namespace {

constexpr int plane_of(int cell) { return (cell % 3 + cell / 9) % 3; }

// Index of each cell among the 16-bit words of a state that is stored band by band. A plane of a
// band has 16 words, four for each row; minirow k of band b is word (k + b) modulo 3 of a row.
struct WordsInBands {
  constexpr WordsInBands() {
    for (int cell = 0; cell < 81; ++cell) {
      const int lane = 4 * (cell / 9 % 3) + (cell % 9 / 3 + cell / 27) % 3;
      of[cell] = static_cast<uint8_t>(16 * (cell / 27 * 3 + plane_of(cell)) + lane);
    }
  }

  uint8_t of[81] = {};
};

inline constexpr WordsInBands kWordsInBands;

// One vector of each plane, which holds the whole grid or one band of it. Lanes that are no minirow
// hold harmless values.
template <typename Isa>
struct Part {
  typename Isa::Vec plane[3];
};

template <typename Isa>
struct State {
  Part<Isa> part[Isa::kParts];
};

// Digits by the placements they have left in a band, for each minirow: with an even or an odd
// placement that uses the minirow, and with others (in either of two sets).
template <typename Vec>
struct Placements {
  Vec even;
  Vec odd;
  Vec others[2];
};

// Common code of instruction sets that store a grid band by band. `Isa` rotates the words of a row
// by next() and after_next(), the rows of a band by below() and above(). mirrored<p>() moves row r
// of a band to row (p - r) modulo 3; joined() takes words 0, 1, 2 of each row from three vectors.
template <typename Isa, typename Vec>
struct GridInBands {
  static constexpr int kParts = 3;
  static constexpr int kLanesPerRow = 4;
  static constexpr int kLanesPerBand = 0;
  static constexpr bool kTwoAtOnce = false;

  // Index of the 16-bit word of a state that holds `cell`.
  static constexpr int word_of(int cell) { return kWordsInBands.of[cell]; }

  // `cell` in lanes where it has one digit, else nothing.
  [[gnu::always_inline]] static Vec if_filled(Vec cell) {
    return cell & Isa::none(cell & (cell + Isa::minus_one()));
  }

  // See SingleAvx512::placements(): here moves within a row cost less than the logic they save.
  [[gnu::always_inline]] static Placements<Vec> placements(Vec any, Vec taken) {
    const Vec m = Isa::without(any, Isa::next(taken), Isa::after_next(taken));
    const Vec next = Isa::next(m);
    const Vec after_next = Isa::after_next(m);
    const Vec even = Isa::and3(m, Isa::below(next), Isa::above(after_next));
    const Vec odd = Isa::and3(m, Isa::below(after_next), Isa::above(next));
    const Vec here = even | odd;
    return {even, odd, {Isa::next(here), Isa::after_next(here)}};
  }

  [[gnu::always_inline]] static bool has_empty_minirow(Vec a) { return Isa::has_empty(a); }

  [[gnu::always_inline]] static State<Isa> turned_over(const State<Isa>& state) {
    State<Isa> turned;
    turn_plane<0>(state, turned);
    turn_plane<1>(state, turned);
    turn_plane<2>(state, turned);
    return turned;
  }

  template <int kPlane>
  [[gnu::always_inline]] static void turn_plane(const State<Isa>& state, State<Isa>& turned) {
    Vec from[3];
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b)
      from[b] = Isa::template mirrored<kPlane>(state.part[b].plane[kPlane]);
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
      turned.part[b].plane[kPlane] =
          Isa::joined(from[(3 - b) % 3], from[(4 - b) % 3], from[(5 - b) % 3]);
    }
  }

  // Row 0 of a band: three vector lanes, 16 bits each.
  [[gnu::always_inline]] static uint64_t first_row(const Vec* ways, int /*band*/) {
    uint64_t words = 0;
    __builtin_memcpy(&words, ways, sizeof words);
    return words;
  }
};

// Number of set bits. Without POPCNT, after Warren, Hacker's Delight, 2nd edition, 5-1.
[[gnu::always_inline]] inline uint32_t count_bits(uint64_t bits) {
#if defined(__POPCNT__)
  return static_cast<uint32_t>(__builtin_popcountll(bits));
#else
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
  return static_cast<uint32_t>(bits * 0x0101010101010101 >> 56);
#endif
}

// Digits by their even and odd placements in a band: lane of row r and box k has the digits whose
// even placement number k-r, or odd placement number k+r (modulo 3), is possible.
template <typename Isa>
struct Ways {
  typename Isa::Vec even;
  typename Isa::Vec odd;
};

template <typename Isa>
struct Findings {
  using Vec = typename Isa::Vec;

  Vec possible = Isa::all(kNineDigits);  // digits that still fit in the band
  Vec fewest = Isa::all(kNineDigits);    // smallest candidate sets: 0 where a cell is empty
  Vec open = Isa::all(0);                // empty if all cells were filled
  Vec sum = Isa::all(0);                 // sum of the candidate sets as numbers, by lane
};

// Keeps candidates that some placement of their digit in a band allows (covers locked candidates).
// Digits whose placements all use a minirow (`asserted`) give hidden triples and hidden singles.
//
// A minirow can hold its candidates (`any`) but for the digits of filled cells in the row's other
// minirows. Digits of its own filled cells (`taken`) stay: turned over, its cells are in other
// minirows. If it has no other digits than those, it has no open cell, or fewer than three digits,
// so that some digit fits nowhere in the band.
template <typename Isa>
[[gnu::always_inline]] inline Part<Isa> narrowed(const Part<Isa>& cells, Ways<Isa>& ways,
                                                 Findings<Isa>& found) {
  using Vec = typename Isa::Vec;
  const Vec(&cell)[3] = cells.plane;
  const Vec taken =
      Isa::or3(Isa::if_filled(cell[0]), Isa::if_filled(cell[1]), Isa::if_filled(cell[2]));
  const Vec any = Isa::or3(cell[0], cell[1], cell[2]);
  found.open = Isa::or_differ(found.open, any, taken);
  const Placements<Vec> placed = Isa::placements(any, taken);
  ways = {placed.even, placed.odd};
  const Vec all = placed.even | placed.odd;
  found.possible = found.possible & Isa::or3(all, placed.others[0], placed.others[1]);

  const Vec asserted = Isa::without(all, placed.others[0], placed.others[1]);
  const Vec left = Isa::or_and(asserted, all, Isa::at_most_two(asserted));
  const Vec hidden = asserted & ~Isa::in_two(cell[0], cell[1], cell[2]);
  Part<Isa> rest;
#pragma GCC unroll 3
  for (int p = 0; p < 3; ++p) {
    rest.plane[p] = Isa::within(cell[p], hidden, left);
    found.sum = found.sum + rest.plane[p];
    found.fewest = Isa::smaller(found.fewest, rest.plane[p]);
  }
  return rest;
}

// Whether every row has all nine digits.
template <typename Isa>
[[gnu::always_inline]] inline bool has_full_rows(const State<Isa>& state) {
  using Vec = typename Isa::Vec;
  Vec common = Isa::all(kNineDigits);
#pragma GCC unroll 3
  for (int i = 0; i < Isa::kParts; ++i) {
    const Part<Isa>& cells = state.part[i];
    const Vec any = Isa::or3(cells.plane[0], cells.plane[1], cells.plane[2]);
    common = common & Isa::or3(any, Isa::next(any), Isa::after_next(any));
  }
  return Isa::is_full(common);
}

}  // namespace
}  // namespace sudoku::simd
