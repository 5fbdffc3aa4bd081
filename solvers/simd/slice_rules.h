// Propagation of 256 or 512 states at once, one bit of every vector for each.
//
// A plane is a vector that holds one bit of every state. A board is 729 planes: whether a digit is
// a candidate of a cell. A rule is then a formula of `and`, `or` and `not`; no bit is idle.
//
// Bands, minirows and configurations are those of lane_rules.h. A digit is removed from a minirow
// that is in none of its configurations, and is certain in one that is in all of them; if only one
// cell of that minirow can hold it, the cell loses its other digits. Naked singles and the hidden
// triples of stacks are found as well; the triples of bands are left to the lanes.
//
// One bit for each of many instances is called bit slicing: E. Biham, "A fast new DES
// implementation in software", 1997.
#pragma once

#include "solvers/simd/lane_rules.h"
#include "solvers/simd/vector_logic.h"

namespace sudoku::simd {
namespace {

template <typename Isa>
struct SliceBoard {
  using Plane = typename Isa::Plane;

  Plane candidate[9][81];  // [digit][cell]
  Plane single[81];        // cells with one candidate, after the last band passes
  Plane alive;             // search states without an empty cell or a digit that fits nowhere
  Plane changed;           // search states that lost a digit in a stack in the last round
};

// What the digits of a band or stack imply for its cells, by minirow (or minicolumn) and digit.
template <typename Isa>
struct SliceVerdicts {
  using Plane = typename Isa::Plane;

  Plane possible[9][9];  // digits that cells may keep (in bands: unfilled cells)
  Plane hidden[9][9];    // digits that are certain (in bands: hidden singles only)
};

// Counts the candidates of a cell, three digits at a time.
template <typename Isa>
struct CellCount {
  using Plane = typename Isa::Plane;

  [[gnu::always_inline]] void add(int three, Plane a, Plane b, Plane c) {
    const auto sum = Isa::sum(a, b, c);
    ones[three] = sum.ones;
    several = three == 0 ? sum.twos : several | sum.twos;
  }

  [[gnu::always_inline]] Plane single() const {
    return Isa::in_one(ones[0], ones[1], ones[2]) & ~several;
  }

  [[gnu::always_inline]] Plane kept_alive(Plane alive) const {
    return Isa::and_or(alive, several, Isa::or3(ones[0], ones[1], ones[2]));
  }

  Plane ones[3];
  Plane several;
};

template <typename Isa>
[[gnu::noinline]] void judge_band_digits(SliceBoard<Isa>& board, int band,
                                         SliceVerdicts<Isa>& verdicts) {
  using Plane = typename Isa::Plane;
  Plane alive = board.alive;
  for (int digit = 0; digit < 9; ++digit) {
    const Plane* const x = &board.candidate[digit][27 * band];
    const Plane* const single = &board.single[27 * band];
    Plane taken[3][3];   // minirows in which a filled cell has the digit
    Plane in_one[3][3];  // minirows in which exactly one cell can hold the digit
    Plane m[3][3];
#pragma GCC unroll 3
    for (int r = 0; r < 3; ++r) {
      Plane any[3];
#pragma GCC unroll 3
      for (int k = 0; k < 3; ++k) {
        const int cell = 9 * r + 3 * k;
        const Plane a = x[cell];
        const Plane b = x[cell + 1];
        const Plane c = x[cell + 2];
        any[k] = Isa::or3(a, b, c);
        in_one[r][k] = Isa::in_one(a, b, c);
        taken[r][k] =
            Isa::or_and(Isa::or_and(a & single[cell], b, single[cell + 1]), c, single[cell + 2]);
      }
      exclude<Isa>(any, taken[r], m[r]);
    }
    const Configurations<Isa> ways(m);
    alive = ways.within(alive);
#pragma GCC unroll 3
    for (int r = 0; r < 3; ++r) {
#pragma GCC unroll 3
      for (int k = 0; k < 3; ++k) {
        verdicts.hidden[3 * r + k][digit] =
            Isa::without(in_one[r][k], ways.even_without(r, k), ways.odd_without(r, k));
        verdicts.possible[3 * r + k][digit] = ways.with(r, k) & ~taken[r][k];
      }
    }
    asm volatile("" ::: "memory");  // else GCC loads all of `single` ahead and spills it
  }
  board.alive = alive;
}

// Applies the deductions about a band to the three cells of one minirow: a hidden single removes
// other digits, and unfilled cells lose what is not possible. A filled cell whose digit is
// impossible leaves that digit no place in the band.
template <typename Isa>
[[gnu::always_inline]] inline void apply_to_minirow(SliceBoard<Isa>& board, int cell,
                                                    const typename Isa::Plane (&possible)[9],
                                                    const typename Isa::Plane (&hidden)[9],
                                                    typename Isa::Plane& alive) {
  using Plane = typename Isa::Plane;
  const Plane single[3] = {board.single[cell], board.single[cell + 1], board.single[cell + 2]};
  Plane filled[3] = {Plane{}, Plane{}, Plane{}};  // cells that a hidden single fills
#pragma GCC unroll 9
  for (int digit = 0; digit < 9; ++digit) {
    const Plane* const x = &board.candidate[digit][cell];
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c)
      filled[c] = Isa::or_and(filled[c], x[c], hidden[digit]);
  }
  asm volatile("" ::: "memory");  // else GCC keeps the loaded candidates, and spills them
  CellCount<Isa> count[3];
#pragma GCC unroll 3
  for (int three = 0; three < 3; ++three) {
    Plane left[3][3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      const Plane may = possible[3 * three + i];
      const Plane must = hidden[3 * three + i];
      Plane* const x = &board.candidate[3 * three + i][cell];
#pragma GCC unroll 3
      for (int c = 0; c < 3; ++c) {
        left[i][c] = Isa::and_if(Isa::and_or(x[c], may, single[c]), must, filled[c]);
        x[c] = left[i][c];
      }
    }
#pragma GCC unroll 3
    for (int c = 0; c < 3; ++c)
      count[c].add(three, left[0][c], left[1][c], left[2][c]);
  }
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c) {
    board.single[cell + c] = count[c].single();
    alive = count[c].kept_alive(alive);
  }
}

template <typename Isa>
[[gnu::noinline]] void apply_to_band(SliceBoard<Isa>& board, int band,
                                     const SliceVerdicts<Isa>& verdicts) {
  typename Isa::Plane alive = board.alive;
  for (int m = 0; m < 9; ++m)
    apply_to_minirow(board, 27 * band + 3 * m, verdicts.possible[m], verdicts.hidden[m], alive);
  board.alive = alive;
}

// A digit's possible placements in a stack; `m` receives the minicolumns [column][box] it fits.
template <typename Isa>
[[gnu::always_inline]] inline Configurations<Isa> stack_ways(const typename Isa::Plane* x,
                                                             typename Isa::Plane (&m)[3][3]) {
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c) {
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b)
      m[c][b] = Isa::or3(x[c + 27 * b], x[c + 27 * b + 9], x[c + 27 * b + 18]);
  }
  return Configurations<Isa>(m);
}

// Propagates the digits of one stack; in the last round, leaves that to apply_to_stack(). The band
// passes have already removed digits of filled cells from their minirows and boxes.
template <typename Isa, bool kLast>
[[gnu::noinline]] void judge_stack_digits(SliceBoard<Isa>& board, int stack,
                                          SliceVerdicts<Isa>& verdicts) {
  using Plane = typename Isa::Plane;
  Plane alive = board.alive;
  Plane changed = board.changed;
  for (int digit = 0; digit < 9; ++digit) {
    Plane* const x = &board.candidate[digit][3 * stack];
    Plane m[3][3];
    const Configurations<Isa> ways = stack_ways<Isa>(x, m);
    alive = ways.within(alive);
#pragma GCC unroll 9
    for (int i = 0; i < 9; ++i) {
      const int c = i / 3;
      const int b = i % 3;
      const Plane possible = ways.with(c, b);
      if constexpr (kLast) {
        changed = Isa::or_without(changed, m[c][b], possible);
        verdicts.possible[i][digit] = possible;
        verdicts.hidden[i][digit] = Isa::none_of(ways.even_without(c, b), ways.odd_without(c, b));
      } else {
        x[c + 27 * b] &= possible;
        x[c + 27 * b + 9] &= possible;
        x[c + 27 * b + 18] &= possible;
      }
    }
  }
  board.alive = alive;
  if constexpr (kLast) board.changed = changed;
}

// Whether exactly three of the nine planes are set.
template <typename Isa>
[[gnu::always_inline]] inline typename Isa::Plane three_of(const typename Isa::Plane (&digits)[9]) {
  using Plane = typename Isa::Plane;
  BitCount<Plane> of[3];
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i)
    of[i] = Isa::sum(digits[3 * i], digits[3 * i + 1], digits[3 * i + 2]);
  const auto [ones, carry] = Isa::sum(of[0].ones, of[1].ones, of[2].ones);
  const Plane one_two = Isa::select(carry, ~Isa::or3(of[0].twos, of[1].twos, of[2].twos),
                                    Isa::in_one(of[0].twos, of[1].twos, of[2].twos));
  return ones & one_two;
}

// Applies the deductions about one stack. Three digits certain in a minicolumn fill it (a triple).
template <typename Isa>
[[gnu::noinline]] void apply_to_stack(SliceBoard<Isa>& board, int stack,
                                      const SliceVerdicts<Isa>& verdicts) {
  using Plane = typename Isa::Plane;
  for (int m = 0; m < 9; ++m) {
    Plane certain[9];
#pragma GCC unroll 9
    for (int digit = 0; digit < 9; ++digit)
      certain[digit] = verdicts.hidden[m][digit];
    const Plane triple = three_of<Isa>(certain);
    const int cell = 3 * stack + m / 3 + 27 * (m % 3);
#pragma GCC unroll 9
    for (int digit = 0; digit < 9; ++digit) {
      const Plane possible = Isa::and_if(verdicts.possible[m][digit], certain[digit], triple);
      Plane* const x = &board.candidate[digit][cell];
      x[0] &= possible;
      x[9] &= possible;
      x[18] &= possible;
    }
  }
}

// Removes the clues of each column from its other cells. A round does that last, so that without
// it, half of the easy puzzles need a round more.
template <typename Isa>
[[gnu::noinline]] void apply_clues_to_columns(SliceBoard<Isa>& board) {
  using Plane = typename Isa::Plane;
  for (int digit = 0; digit < 9; ++digit) {
    for (int column = 0; column < 9; ++column) {
      Plane* const x = &board.candidate[digit][column];
      const Plane* const single = &board.single[column];
      Plane clue{};
#pragma GCC unroll 9
      for (int cell = 0; cell < 81; cell += 9)
        clue = Isa::or_and(clue, x[cell], single[cell]);
#pragma GCC unroll 9
      for (int cell = 0; cell < 81; cell += 9)
        x[cell] = Isa::and_if(x[cell], single[cell], clue);
    }
  }
}

template <typename Isa>
void pass_bands(SliceBoard<Isa>& board, SliceVerdicts<Isa>& verdicts) {
  for (int band = 0; band < 3; ++band) {
    judge_band_digits(board, band, verdicts);
    apply_to_band(board, band, verdicts);
  }
}

// Only with `kLast`, triples are found and changes are noted.
template <typename Isa, bool kLast>
void pass_stacks(SliceBoard<Isa>& board, SliceVerdicts<Isa>& verdicts) {
  board.changed = typename Isa::Plane{};
  for (int stack = 0; stack < 3; ++stack) {
    judge_stack_digits<Isa, kLast>(board, stack, verdicts);
    if constexpr (kLast) apply_to_stack(board, stack, verdicts);
  }
}

// States in which every row, column and box has every digit. Single candidates in all cells do not
// imply that.
template <typename Isa>
[[gnu::noinline]] typename Isa::Plane full_houses(const SliceBoard<Isa>& board) {
  using Plane = typename Isa::Plane;
  Plane full = board.alive;
  for (int digit = 0; digit < 9; ++digit) {
    Plane column[9] = {};
    for (int band = 0; band < 81; band += 27) {
      Plane box[3] = {};
      for (int row = band; row < band + 27; row += 9) {
        const Plane* const x = &board.candidate[digit][row];
        Plane any[3];
#pragma GCC unroll 3
        for (int k = 0; k < 3; ++k) {
          any[k] = Isa::or3(x[3 * k], x[3 * k + 1], x[3 * k + 2]);
          box[k] |= any[k];
#pragma GCC unroll 3
          for (int c = 3 * k; c < 3 * k + 3; ++c)
            column[c] |= x[c];
        }
        full &= Isa::or3(any[0], any[1], any[2]);
      }
      full &= Isa::and3(box[0], box[1], box[2]);
    }
#pragma GCC unroll 3
    for (int c = 0; c < 9; c += 3)
      full &= Isa::and3(column[c], column[c + 1], column[c + 2]);
  }
  return full;
}

// Living states in which every cell had one candidate after the last band passes.
template <typename Isa>
[[gnu::always_inline]] inline typename Isa::Plane all_single(const SliceBoard<Isa>& board) {
  typename Isa::Plane all = board.alive;
  for (int cell = 0; cell < 80; cell += 2)
    all = Isa::and3(all, board.single[cell], board.single[cell + 1]);
  return all & board.single[80];
}

}  // namespace
}  // namespace sudoku::simd
