// Finds a second solution by changing the first one, without a search.
//
// If two rows of a band and two columns of different boxes meet in two digits crosswise, these can
// be swapped: every row, column and box still has all nine digits. If none of the four cells is a
// clue, the result is another solution of the puzzle. Likewise with rows and columns exchanged.
//
//        box 0       box 1
//      . . 4       . 7 .             . . 7       . 4 .
//      . . 7       . 4 .      and    . . 4       . 7 .
//      . . .       . . .             . . .       . . .
//
// Six in ten first solutions of puzzles with several solutions have such a rectangle.
#pragma once

#include "solvers/simd/single_rules.h"

namespace sudoku::simd {
namespace {

inline constexpr unsigned short kClueFlag = 0x4000;

// The digits of a solution, with kClueFlag in the cells of clues.
template <typename Isa>
[[gnu::always_inline]] inline State<Isa> flag_clues(const State<Isa>& solution,
                                                    const State<Isa>& puzzle) {
  State<Isa> flagged;
#pragma GCC unroll 3
  for (int i = 0; i < Isa::kParts; ++i) {
#pragma GCC unroll 3
    for (int p = 0; p < 3; ++p) {
      const auto cell = puzzle.part[i].plane[p];
      const auto is_clue = Isa::none(cell & (cell + Isa::minus_one()));
      flagged.part[i].plane[p] =
          Isa::or_and(solution.part[i].plane[p], is_clue, Isa::all(kClueFlag));
    }
  }
  return flagged;
}

// Whether rows contain a rectangle. Lane (r, k) of `two[p]` holds the digit of row r in plane p and
// that of the cell below (in the next plane). Equal lanes in different boxes are a rectangle.
template <typename Isa>
[[gnu::always_inline]] inline bool has_rectangle_in_rows(const State<Isa>& flagged) {
  using Vec = typename Isa::Vec;
  Vec difference = Isa::all(kAllDigits);
#pragma GCC unroll 3
  for (int i = 0; i < Isa::kParts; ++i) {
    const Vec(&plane)[3] = flagged.part[i].plane;
    Vec two[3];
    Vec beside[3];
#pragma GCC unroll 3
    for (int p = 0; p < 3; ++p) {
      two[p] = plane[p] | Isa::below(plane[(p + 1) % 3]);
      beside[p] = Isa::next(two[p]);
    }
#pragma GCC unroll 3
    for (const Vec& here : two) {
#pragma GCC unroll 3
      for (const Vec& there : beside) {
        const Vec differing = Isa::or_and(here ^ there, here, Isa::all(kClueFlag));
        difference = Isa::smaller(difference, differing);
      }
    }
  }
  return Isa::has_empty_minirow(difference);
}

template <typename Isa>
[[gnu::always_inline]] inline bool has_rectangle(const State<Isa>& solution,
                                                 const State<Isa>& puzzle) {
  const State<Isa> flagged = flag_clues(solution, puzzle);
  return has_rectangle_in_rows(flagged) || has_rectangle_in_rows(Isa::turned_over(flagged));
}

}  // namespace
}  // namespace sudoku::simd
