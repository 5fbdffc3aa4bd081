// Finds a second solution by changing the first one, without a search.
//
// If two rows of a band and two columns of different boxes meet in two digits crosswise, these can
// be swapped: every row, column and box still has all nine digits. If the four cells allow both
// digits (none is a clue), the result is another solution of the puzzle. Likewise with rows and
// columns exchanged.
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

// Marks two cells that do not both allow the digits of both.
inline constexpr unsigned short kFixedFlag = 0x4000;

// Whether rows contain a rectangle. Lane (r, k) of `two[p]` holds the digit of row r in plane p and
// that of the cell below (in the next plane). Equal lanes in different boxes are a rectangle.
template <typename Isa>
[[gnu::always_inline]] inline bool has_rectangle_in_rows(const State<Isa>& solution,
                                                         const State<Isa>& puzzle) {
  using Vec = typename Isa::Vec;
  Vec difference = Isa::all(kNineDigits);
#pragma GCC unroll 3
  for (int i = 0; i < Isa::kParts; ++i) {
    const Vec(&digits)[3] = solution.part[i].plane;
    const Vec(&allowed)[3] = puzzle.part[i].plane;
    Vec two[3];
    Vec beside[3];
#pragma GCC unroll 3
    for (int p = 0; p < 3; ++p) {
      const Vec both = digits[p] | Isa::below(digits[(p + 1) % 3]);
      const Vec free = Isa::none(both & ~(allowed[p] & Isa::below(allowed[(p + 1) % 3])));
      two[p] = Isa::or_and(both, ~free, Isa::all(kFixedFlag));
      beside[p] = Isa::next(two[p]);
    }
#pragma GCC unroll 3
    for (const Vec& here : two) {
#pragma GCC unroll 3
      for (const Vec& there : beside) {
        const Vec differing = Isa::or_and(here ^ there, here, Isa::all(kFixedFlag));
        difference = Isa::smaller(difference, differing);
      }
    }
  }
  return Isa::has_empty_minirow(difference);
}

// `puzzle` holds the candidates that the puzzle allows.
template <typename Isa>
[[gnu::always_inline]] inline bool has_rectangle(const State<Isa>& solution,
                                                 const State<Isa>& puzzle) {
  return has_rectangle_in_rows(solution, puzzle) ||
         has_rectangle_in_rows(Isa::turned_over(solution), Isa::turned_over(puzzle));
}

}  // namespace
}  // namespace sudoku::simd
