// The solver `logic`: applies the easiest technique that makes progress, and never guesses.
//
// Source: the techniques and their names are those of the players' literature, as collected by
// A. Stuart, "Sudoku strategy families", https://www.sudokuwiki.org/Strategy_Families.
#include <algorithm>
#include <array>

#include "solvers/logic/deduction.h"
#include "solvers/propagation.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

class Human {
 public:
  template <typename Puzzle>
  void run(const Puzzle& puzzle, const Budget& budget, Answer& answer) {
    places_ = {};
    hardest_ = Technique::none;
    answer.solution = clues_of(puzzle);
    const bool is_possible = take_clues(puzzle, places_) && go_on(answer.solution);
    conclude_logic(is_possible, places_.filled == kAllCells, budget, answer);
    if (answer.solutions == 1) answer.hardest = hardest_;
  }

 private:
  // Applies techniques until none makes progress. Returns false at a contradiction.
  bool go_on(Grid& grid) {
    for (;;) {
      if (!fill<false>(Technique::naked_single, grid)) return false;
      if (!fill<true>(Technique::hidden_single, grid)) return false;
      if (places_.filled == kAllCells) return true;
      const auto deduction = logic::easiest_deduction(logic::OpenCells(places_));
      if (!deduction) return true;
      logic::apply(*deduction, places_);
      hardest_ = std::max(hardest_, deduction->technique);
    }
  }

  template <bool kHidden>
  bool fill(Technique technique, Grid& grid) {
    const CellSet before = places_.filled;
    if (!settle<kHidden>(places_, grid)) return false;
    if (places_.filled != before) hardest_ = std::max(hardest_, technique);
    return true;
  }

  Candidates places_;
  Technique hardest_ = Technique::none;
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "logic",
             .about = "the techniques of human solvers up to simple colouring; no search",
             .source = "Stuart, Sudoku strategy families, sudokuwiki.org",
             .guess = "none: it does not guess",
             .searches = false,
             .rates = true,
             .pencilmarks = true},
    .create = one_at_a_time<Human>,
}}};

}  // namespace

std::span<const SolverEntry> logic_entries() { return kEntries; }

}  // namespace sudoku
