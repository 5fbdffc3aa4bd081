// The solver `singles`: naked singles, then hidden singles, until nothing changes; no search.
//
// Source: the two strategies of P. Norvig, "Solving Every Sudoku Puzzle", 2006,
// https://norvig.com/sudoku.html, without his search.
#include "solvers/singles.h"

#include <array>

#include "solvers/propagation.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

struct PropagateOnly {
  static void run(const Grid& puzzle, const Budget& budget, Answer& answer) {
    answer.solution = puzzle;
    Candidates places;
    const bool is_possible = take_clues(puzzle, places) && settle<true>(places, answer.solution);
    conclude_logic(is_possible, places.filled == kAllCells, budget, answer);
  }
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "singles",
             .about = "naked singles, then hidden singles, until nothing changes; no search",
             .source = "Norvig, Solving Every Sudoku Puzzle, 2006",
             .guess = "none: it cannot guess",
             .searches = false},
    .create = one_at_a_time<PropagateOnly>,
}}};

}  // namespace

Outcome try_singles(const Grid& puzzle) {
  Answer answer;
  PropagateOnly::run(puzzle, {}, answer);
  return answer.outcome;
}

std::span<const SolverEntry> singles_entries() { return kEntries; }

}  // namespace sudoku
