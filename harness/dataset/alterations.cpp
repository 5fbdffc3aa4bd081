#include "harness/dataset/alterations.h"

#include "harness/dataset/reduction.h"
#include "solvers/singles.h"

namespace sudoku {

void leave_clues_out(GeneratedPuzzle& puzzle, Random& random) {
  auto fewer = 1 + random.below(4);
  for (const int cell : random_order(random)) {
    if (puzzle.puzzle.cells[cell] == kBlank) continue;
    puzzle.puzzle.cells[cell] = kBlank;
    if (--fewer == 0) break;
  }
  puzzle.solution = kEmptyGrid;
}

bool add_wrong_digit(GeneratedPuzzle& puzzle, Random& random) {
  for (const int cell : random_order(random)) {
    if (puzzle.puzzle.cells[cell] != kBlank) continue;
    const char wrong = static_cast<char>('1' + random.below(9));
    if (wrong == puzzle.solution.cells[cell]) continue;
    puzzle.puzzle.cells[cell] = wrong;
    if (try_singles(puzzle.puzzle) == Singles::stuck) {
      puzzle.solution = kEmptyGrid;
      return true;
    }
    puzzle.puzzle.cells[cell] = kBlank;
  }
  return false;
}

}  // namespace sudoku
