// The first blank cell is filled with each digit in turn: nine puzzles whose solutions, in this
// order, are those of the puzzle. Each is asked for two solutions. Those without any are dropped;
// where there is one only, it is the next; the others are cut up again.
//
// Rejected: to forbid what was found and ask again, as one does with engines that take any
// constraint. Here a constraint is a clue, and clues can only be added.
#include "harness/solve/solutions.h"

#include <algorithm>
#include <array>

namespace sudoku {

namespace {

class Enumeration {
 public:
  Enumeration(Solver& solver, const std::atomic<bool>& cancelled, const SolutionVisitor& visit)
      : solver_(solver), budget_{.solution_limit = 2, .cancelled = &cancelled}, visit_(visit) {}

  bool run(const Grid& puzzle) {
    Answer answer;
    solver_.solve({&puzzle, 1}, budget_, {&answer, 1});
    return take(puzzle, answer);
  }

 private:
  bool take(const Grid& puzzle, const Answer& answer) {
    switch (answer.outcome) {
      case Outcome::none:
        return true;
      case Outcome::unique:
        return visit_(answer.solution);
      case Outcome::multiple:
        return cut_up(puzzle);
      default:
        return false;
    }
  }

  bool cut_up(const Grid& puzzle) {
    const auto blank = std::ranges::find(puzzle.cells, kBlank) - puzzle.cells.begin();
    std::array<Grid, 9> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i] = puzzle;
      parts[i].cells[static_cast<std::size_t>(blank)] = static_cast<char>('1' + i);
    }
    std::array<Answer, 9> answers{};
    solver_.solve(parts, budget_, answers);
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (!take(parts[i], answers[i])) return false;
    return true;
  }

  Solver& solver_;
  Budget budget_;
  const SolutionVisitor& visit_;
};

}  // namespace

bool visit_solutions(Solver& solver, const Grid& puzzle, const std::atomic<bool>& cancelled,
                     const SolutionVisitor& visit) {
  return Enumeration(solver, cancelled, visit).run(puzzle);
}

}  // namespace sudoku
