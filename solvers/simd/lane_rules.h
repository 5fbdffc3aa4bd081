// Propagation of 8, 16 or 32 search states at once: a state's representation and a round of rules.
//
// A state is 81 sets of digits, the candidates of its cells: 9 bits in a 16-bit lane. Vector c
// holds cell c of all states, so every rule is logic between whole registers, without shifts or
// gathers, and each lane may hold another puzzle or another branch of the same one.
//
// Rules treat one band (or stack, where "row" reads "column") at a time. A minirow is the three
// cells that a row and a box share:
//
//            box 0         box 1         box 2
//        +-----------+ +-----------+ +-----------+
//   row 0| a  b  c   | |  m[0][1]  | |  m[0][2]  |    m[r][k]: the digits that minirow k of row r
//   row 1|  m[1][0]  | |  m[1][1]  | |  m[1][2]  |    can still hold: a | b | c for m[0][0]
//   row 2|  m[2][0]  | |  m[2][1]  | |  m[2][2]  |
//        +-----------+ +-----------+ +-----------+
//
// In a solution a digit occupies three of the nine minirows, one in each row and each box. There
// are six ways to do so, its configurations, three "even" and three "odd" ones:
//
//     E0  X . .     E1  . X .     E2  . . X     O0  X . .     O1  . X .     O2  . . X
//         . X .         . . X         X . .         . . X         X . .         . X .
//         . . X         X . .         . X .         . X .         . . X         X . .
//
//     E[j] = m[0][j] & m[1][j+1] & m[2][j+2]        O[j] = m[0][j] & m[1][j+2] & m[2][j+1]
//
// Minirow (r, k) is part of E[k-r] and O[k+r] (indices modulo 3), which gives every rule of a pass.
// Six passes, over three bands and three stacks, make a round. The configurations follow the triads
// of tdoku (T. Dillon, 2019, t-dillon.github.io/tdoku); the rest is this project's own.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/vector_logic.h"

namespace sudoku::simd {
namespace {

inline constexpr int kStateRows = 82;  // 81 cells, and the puzzle's number
inline constexpr int kPuzzleRow = 81;

inline constexpr unsigned short kSolvedSum = 9 * kNineDigits;  // sum of all 81 sets of a solution

// A search state per vector lane, and what the last round of propagation found out about it.
template <typename Isa>
struct SearchStates {
  using Vec = typename Isa::Vec;

  Vec row[kStateRows];
  Vec single[3][9];  // by band and column: the digits of filled cells in that minicolumn
  Vec even[6][3];    // even placements of digits in bands 0..2 and stacks 3..5
  Vec odd[6][3];
};

template <typename Isa>
struct RoundResult {
  using Vec = typename Isa::Vec;

  Vec sum;       // sum of the candidate sets as numbers: falls with every removed candidate
  Vec fewest;    // smallest candidate set as a number: 0 if a cell or a minirow cannot be filled
  Vec possible;  // digits that still fit in every band and stack
};

// A digit's six placements in a band (E and O above), and for each the union of the other two of
// its kind. Bits stand for digits, but in slice_rules.h for search states.
template <typename Isa>
struct Configurations {
  using Vec = typename Isa::Vec;

  SUDOKU_INLINE explicit Configurations(const Vec (&m)[3][3]) {
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      even[j] = Isa::and3(m[0][j], m[1][(j + 1) % 3], m[2][(j + 2) % 3]);
      odd[j] = Isa::and3(m[0][j], m[1][(j + 2) % 3], m[2][(j + 1) % 3]);
    }
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      other_even[j] = even[(j + 1) % 3] | even[(j + 2) % 3];
      other_odd[j] = odd[(j + 1) % 3] | odd[(j + 2) % 3];
    }
  }

  // `before` without the digits that have no placement left in the band.
  SUDOKU_INLINE Vec within(Vec before) const {
    return Isa::and_or(before, Isa::or3(even[0], even[1], even[2]),
                       Isa::or3(odd[0], odd[1], odd[2]));
  }

  // Digits with a placement left that uses minirow (r, k).
  SUDOKU_INLINE Vec with(int r, int k) const { return even[(k - r + 3) % 3] | odd[(k + r) % 3]; }

  // Digits with an even placement left that does not use minirow (r, k).
  SUDOKU_INLINE Vec even_without(int r, int k) const { return other_even[(k - r + 3) % 3]; }

  SUDOKU_INLINE Vec odd_without(int r, int k) const { return other_odd[(k + r) % 3]; }

  SUDOKU_INLINE void save(int band, SearchStates<Isa>& board) const {
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      board.even[band][j] = even[j];
      board.odd[band][j] = odd[j];
    }
  }

  Vec even[3];
  Vec odd[3];
  Vec other_even[3];
  Vec other_odd[3];
};

// What digits' placements in a band leave to a minirow. `kTriples`: hidden triples are found too.
template <typename Isa, bool kTriples>
struct MinirowDigits {
  using Vec = typename Isa::Vec;

  // A digit may stay in minirow (r, k) only if one of its placements in the band uses it, which
  // covers all locked candidates (pointing and claiming). A digit is asserted if all its placements
  // use the minirow: it must stand there. Three asserted digits exclude others, a hidden triple,
  // and a minirow has no room for four.
  SUDOKU_INLINE MinirowDigits(const Configurations<Isa>& ways, int r, int k)
      : possible(ways.with(r, k)),
        not_even(ways.even_without(r, k)),
        not_odd(ways.odd_without(r, k)),
        asserted(Isa::without(possible, not_even, not_odd)) {
    if constexpr (kTriples) possible = Isa::choose(Isa::at_most_two(asserted), possible, asserted);
  }

  // Hidden singles: digits that must be in the minirow and fit only one of its cells a, b and c.
  SUDOKU_INLINE Vec hidden(Vec a, Vec b, Vec c) const {
    return Isa::in_none(possible, not_even, not_odd, Isa::in_two(a, b, c));
  }

  // `set` in the vector lanes where the asserted digits have room in the minirow, else nothing.
  SUDOKU_INLINE Vec if_room(Vec set) const { return Isa::keep(Isa::at_most_three(asserted), set); }

  Vec possible;
  Vec not_even;
  Vec not_odd;
  Vec asserted;
};

// Removes from each minirow of a row the digits that the other two minirows need.
template <typename Isa>
SUDOKU_INLINE inline void exclude(const typename Isa::Vec (&any)[3],
                                  const typename Isa::Vec (&taken)[3], typename Isa::Vec (&m)[3]) {
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k)
    m[k] = Isa::without(any[k], taken[(k + 1) % 3], taken[(k + 2) % 3]);
}

// Digits that a minirow needs: the three of a naked triple (if those are looked for), else `taken`.
template <typename Isa, bool kLookedFor>
SUDOKU_INLINE inline typename Isa::Vec with_triple(typename Isa::Vec taken, typename Isa::Vec any) {
  if constexpr (!kLookedFor) return taken;
  return Isa::choose(Isa::at_most_three(any), any, taken);
}

// Digits of the filled cells in minirow (r, k) of a band, also added to `columns` for the stacks.
template <typename Isa>
SUDOKU_INLINE inline typename Isa::Vec singles_of(const typename Isa::Vec* cell,
                                                  typename Isa::Vec (&columns)[3], int r) {
  using Vec = typename Isa::Vec;
  const Vec minus_one = Isa::opaque(0xFFFF);
  Vec filled[3];
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c) {
    filled[c] = Isa::if_single(cell[c], minus_one);
    columns[c] = r == 0 ? filled[c] : columns[c] | filled[c];
  }
  return Isa::or3(filled[0], filled[1], filled[2]);
}

// Applies the rules to a band's 27 cells, row by row, with unrolled loops, so that what is computed
// stays in registers. By column, `single` gets the digits of the filled cells of the minicolumn.
// The second of two rounds passes the placements that are left to `save`.
//
// Digits of filled cells are not removed from other cells of the minirow: the stack pass of the
// same round does that. Only the second of two rounds (`kLast`) looks for triples: that is faster,
// and the guesses are as many.
template <typename Isa, bool kLast, typename Save>
// NOLINTNEXTLINE(readability-function-cognitive-complexity,readability-function-size): see above
SUDOKU_INLINE inline void narrow_band(typename Isa::Vec* __restrict cells,
                                      typename Isa::Vec (&single)[9], RoundResult<Isa>& round,
                                      const Save& save) {
  using Vec = typename Isa::Vec;
  Vec any[3][3];
  Vec taken[3][3];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    Vec columns[3];
#pragma GCC unroll 3
    for (int r = 0; r < 3; ++r) {
      const Vec* const cell = cells + 9 * r + 3 * k;
      any[r][k] = Isa::or3(cell[0], cell[1], cell[2]);
      taken[r][k] = with_triple<Isa, kLast>(singles_of<Isa>(cell, columns, r), any[r][k]);
    }
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c)
      single[3 * k + c] = columns[c];
  }
  Vec m[3][3];
#pragma GCC unroll 3
  for (int r = 0; r < 3; ++r)
    exclude<Isa>(any[r], taken[r], m[r]);

  const Configurations<Isa> ways(m);
  if constexpr (kLast) {
    round.possible = ways.within(round.possible);
    save(ways);
  }
  Vec fewest = round.fewest;
#pragma GCC unroll 3
  for (int r = 0; r < 3; ++r) {
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      const MinirowDigits<Isa, kLast> stays(ways, r, k);
      if constexpr (kLast) fewest = stays.if_room(fewest);
      Vec* const cell = cells + 9 * r + 3 * k;
      const Vec hidden = stays.hidden(cell[0], cell[1], cell[2]);
#pragma GCC unroll 3
      for (int c = 0; c < 3; ++c)
        cell[c] = Isa::within(cell[c], hidden, stays.possible);
    }
  }
  round.fewest = fewest;
}

// Propagates one band. Not inlined, because the register allocator would spill several kilobytes.
// One function for all bands, because three copies would not fit into the instruction caches.
template <typename Isa, bool kLast>
[[gnu::noinline]] void pass_band(SearchStates<Isa>& board, int band, RoundResult<Isa>& round) {
  narrow_band<Isa, kLast>(&board.row[27 * band], board.single[band], round,
                          [&](const Configurations<Isa>& ways) { ways.save(band, board); });
}

// Applies the rules to a stack, with minicolumn (c, b) for minirow (r, k). The cell below another
// is `kRow` further in `cells`, and so are those of the next band in `single`: the digits of filled
// cells from the band passes. Hidden singles are left to the band passes of the next round, which
// saves more than it costs.
template <typename Isa, bool kLast, ptrdiff_t kRow, typename Save>
// NOLINTNEXTLINE(readability-function-cognitive-complexity): as narrow_band
SUDOKU_INLINE inline void narrow_stack(typename Isa::Vec* __restrict cells,
                                       const typename Isa::Vec* single, RoundResult<Isa>& round,
                                       const Save& save) {
  using Vec = typename Isa::Vec;
  Vec m[3][3];
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c) {
    Vec any[3];
    Vec taken[3];
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
      const Vec* const cell = &cells[c + 3 * kRow * b];
      any[b] = Isa::or3(cell[0], cell[kRow], cell[2 * kRow]);
      taken[b] = single[kRow * b + c];
    }
    exclude<Isa>(any, taken, m[c]);
  }

  const Configurations<Isa> ways(m);
  if constexpr (kLast) {
    round.possible = ways.within(round.possible);
    save(ways);
  }
  Vec sum = round.sum;
  Vec fewest = round.fewest;
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c) {
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
      const MinirowDigits<Isa, true> stays(ways, c, b);
      if constexpr (kLast) fewest = stays.if_room(fewest);
      Vec* const cell = &cells[c + 3 * kRow * b];
#pragma GCC unroll 3
      for (ptrdiff_t r = 0; r < 3 * kRow; r += kRow) {
        const Vec left = cell[r] & stays.possible;
        cell[r] = left;
        sum += left;
        if constexpr (kLast) fewest = Isa::smaller(fewest, left);
      }
    }
  }
  round.sum = sum;
  round.fewest = fewest;
}

template <typename Isa, bool kLast>
[[gnu::noinline]] void pass_stack(SearchStates<Isa>& board, int stack, RoundResult<Isa>& round) {
  narrow_stack<Isa, kLast, 9>(
      &board.row[3 * stack], &board.single[0][3 * stack], round,
      [&](const Configurations<Isa>& ways) { ways.save(3 + stack, board); });
}

template <typename Isa, bool kLast>
SUDOKU_INLINE inline void pass_all(SearchStates<Isa>& board, RoundResult<Isa>& round) {
  round = {Isa::all(0), Isa::all(0x7FFF), Isa::all(kNineDigits)};
  for (int band = 0; band < 3; ++band)
    pass_band<Isa, kLast>(board, band, round);
  for (int stack = 0; stack < 3; ++stack)
    pass_stack<Isa, kLast>(board, stack, round);
}

// Runs two rounds of propagation; returns by how much the second lowered the candidate sums. Only
// the second checks for dead states, because states that died in the first are still dead.
template <typename Isa>
[[gnu::noinline]] typename Isa::Vec two_rounds(SearchStates<Isa>& board, RoundResult<Isa>& round) {
  pass_all<Isa, false>(board, round);
  const auto before = round.sum;
  pass_all<Isa, true>(board, round);
  return before - round.sum;
}

// Lanes whose search state has no solution: a cell is empty, a digit fits nowhere in a band, or a
// minirow would have to hold four. A sum below that of a solution means that some row lacks a
// digit.
template <typename Isa>
SUDOKU_INLINE inline LaneMask dead_lanes(const RoundResult<Isa>& round) {
  const auto possible = Isa::keep(Isa::at_most(Isa::all(kSolvedSum), round.sum), round.possible);
  const auto alive = Isa::keep(Isa::equal(possible, Isa::all(kNineDigits)), round.fewest);
  return Isa::mask(Isa::is_zero(alive));
}

// Lanes in which every house has all nine digits. Such a lane holds a solution if no cell is empty
// and its candidate sets sum to 9 x 511: nine sets that cover a row's digits sum to at least 511,
// and to 511 only if each has one digit.
template <typename Isa>
[[gnu::noinline]] LaneMask complete_lanes(const SearchStates<Isa>& board) {
  using Vec = typename Isa::Vec;
  Vec column[9];
  Vec complete = Isa::all(kNineDigits);
#pragma GCC unroll 3
  for (size_t band = 0; band < 3; ++band) {
    Vec row[3];
#pragma GCC unroll 3
    for (size_t k = 0; k < 3; ++k) {
      const Vec* const cell = &board.row[27 * band + 3 * k];
      Vec minirow[3];
#pragma GCC unroll 3
      for (size_t i = 0; i < 3; ++i) {
        minirow[i] = Isa::or3(cell[9 * i], cell[9 * i + 1], cell[9 * i + 2]);
        row[i] = k == 0 ? minirow[i] : row[i] | minirow[i];
        const Vec minicolumn = Isa::or3(cell[i], cell[i + 9], cell[i + 18]);
        column[3 * k + i] = band == 0 ? minicolumn : column[3 * k + i] | minicolumn;
      }
      complete &= Isa::or3(minirow[0], minirow[1], minirow[2]);
    }
    complete = Isa::and3(complete, row[0], row[1]) & row[2];
  }
#pragma GCC unroll 9
  for (const Vec& digits : column)
    complete &= digits;
  return Isa::mask(Isa::equal(complete, Isa::all(kNineDigits)));
}

}  // namespace
}  // namespace sudoku::simd
