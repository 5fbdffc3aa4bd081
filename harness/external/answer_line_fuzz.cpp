// Fuzz target: a line of any bytes is refused, or becomes an answer without contradictions.
#include "harness/external/external.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

void fuzz_answer_line(std::string_view bytes) {
  Decisions decide(bytes);
  const std::uint64_t limit = 1 + decide.below(3);
  const auto use = static_cast<external::LimitUse>(decide.below(external::kLimitUses.size()));
  const auto answer = external::answer_of(decide.rest(), limit, use);
  if (!answer) return;
  const bool shows = answer->solution != kEmptyGrid;
  must(!shows || count_clues(answer->solution) == kCells, "a solution is whole or none");
  must(!shows || answer->solutions > 0, "where there is a solution, one is counted");
  must((answer->outcome == Outcome::none) == (answer->solutions == 0), "none is none");
}

}  // namespace sudoku
