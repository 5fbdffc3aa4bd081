// The solver `singles`: naked singles, then hidden singles, until nothing changes; no search.
//
// Source: the two strategies of P. Norvig, "Solving Every Sudoku Puzzle", 2006,
// https://norvig.com/sudoku.html, without his search.
#include "solvers/singles.h"

#include <array>

#include "solvers/propagation.h"
#include "solvers/roster.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

// Fills the singles of a puzzle of either kind into `grid`, which has its clues.
template <typename Puzzle>
Singles fill_singles(const Puzzle& puzzle, Grid& grid) {
  Candidates places;
  if (!take_clues(puzzle, places) || !settle<true>(places, grid)) return Singles::contradiction;
  return places.filled == kAllCells ? Singles::solved : Singles::stuck;
}

struct PropagateOnly {
  template <typename Puzzle>
  static void run(const Puzzle& puzzle, const Budget& budget, Answer& answer) {
    answer.solution = clues_of(puzzle);
    const Singles result = fill_singles(puzzle, answer.solution);
    conclude_logic(result != Singles::contradiction, result == Singles::solved, budget, answer);
  }
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "singles",
             .about = "naked singles, then hidden singles, until nothing changes; no search",
             .source = "Norvig, Solving Every Sudoku Puzzle, 2006",
             .guess = "none: it cannot guess",
             .searches = false,
             .pencilmarks = true},
    .create = one_at_a_time<PropagateOnly>,
}}};

}  // namespace

Singles try_singles(Grid puzzle) {
  return fill_singles(puzzle, puzzle);
}

constinit const std::span<const SolverEntry> singles_entries = kEntries;

}  // namespace sudoku
