// The solver `dlx`: Sudoku as exact cover, by dancing links.
//
// Source: D. E. Knuth, "Dancing Links", 2000, arXiv:cs/0011047.
// The matrix (2,916 nodes, 13 KB) of the choices and constraints in constraints.h is built once per
// instance; clues are chosen before the search.
//
// Effect of the changes to the paper's algorithm, which are in exact_cover.h (microseconds per
// puzzle, solution limit 2, g++ 12, Zen 4 core):
//                                                           34 clues   17 clues   magictour
//   the paper's algorithm, 16-bit links in one array             8.2       21.5         100
//   narrowest column = minimum of an array of bytes              8.8       13.8          63
//   columns with one choice queued, undo by a list               8.0       11.3          50
//   clues uncovered by copying the full matrix back              6.5       10.3          49
//
// Ties between columns of equal size go to the first column. Columns of cells precede those of
// houses: in the opposite order, magictour takes 27 % more guesses. Rejected: breaking ties by the
// sizes of the columns that the choices touch, which saves up to a third of them, but no time.
#include <algorithm>
#include <array>

#include "solvers/constraints.h"
#include "solvers/exact_cover.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

using Cover = ExactCover<kConstraints, kChoices, 4>;

constexpr std::array<Cover::Choice, kChoices> kAllChoices = [] {
  std::array<Cover::Choice, kChoices> all{};
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) {
      std::ranges::transform(constraints_of(cell, digit), all[choice_of(cell, digit)].begin(),
                             [](int which) { return static_cast<Cover::Index>(which); });
    }
  }
  return all;
}();

// Visitor of a search: keeps the first solution, counts solutions and guesses, stops at the limits.
struct Visitor {
  Meter meter;
  std::uint64_t solution_limit;
  Answer& answer;

  bool guess() { return meter.guess(); }

  bool found(std::span<const Cover::Index> chosen) {
    if (answer.solutions == 0) {
      for (const int choice : chosen)
        answer.solution.cells[choice / 9] = static_cast<char>('1' + choice % 9);
    }
    return ++answer.solutions < solution_limit;
  }
};

class DancingLinks {
 public:
  template <typename Puzzle>
  void run(const Puzzle& puzzle, const Budget& budget, Answer& answer) {
    Visitor visitor{Meter(budget), budget.solution_limit, answer};
    bool clues_fit = true;
    for_each_clue(clues_of(puzzle), [&](int cell, int digit) {
      clues_fit = clues_fit && cover_.choose(choice_of(cell, digit));
    });
    for_each_excluded(puzzle, [&](int cell, int digit) { cover_.exclude(choice_of(cell, digit)); });
    if (clues_fit) cover_.search(visitor);
    cover_.reset();
    conclude(visitor.meter, budget, answer);
  }

 private:
  Cover cover_{kAllChoices};
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "dlx",
             .about = "exact cover by dancing links, column with the fewest choices first",
             .source = "D. E. Knuth, Dancing Links, 2000, arXiv:cs/0011047",
             .guess = "a choice tried in a column with several choices left",
             .pencilmarks = true},
    .create = one_at_a_time<DancingLinks>,
}}};

}  // namespace

std::span<const SolverEntry> dlx_entries() { return kEntries; }

}  // namespace sudoku
