// Tests of every solver that does not search.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"
#include "solvers/singles.h"

namespace sudoku {
namespace {

class LogicalSolver : public testing::TestWithParam<const SolverEntry*> {
 protected:
  std::unique_ptr<Solver> solver_ = GetParam()->create();
};

// Also the control, which other tests leave out, because it is not ranked.
std::vector<const SolverEntry*> logical_solvers() {
  std::vector<const SolverEntry*> entries = roster();
  std::erase_if(entries, [](const SolverEntry* entry) { return entry->info.searches; });
  return entries;
}

INSTANTIATE_TEST_SUITE_P(Roster, LogicalSolver, testing::ValuesIn(logical_solvers()),
                         name_of_param);

const std::string kEasy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kEasySolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
// A puzzle of which singles fill no cell, and which all techniques together do not solve.
const std::string kHard =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

TEST_P(LogicalSolver, TellsSolvedFromStuckFromImpossible) {
  struct {
    const char* name;
    std::string puzzle;
    std::uint64_t limit;
    Outcome outcome;
    std::string solution = std::string(81, '.');
  } const cases[] = {
      {"solved", kEasy, 2, Outcome::unique, kEasySolution},
      {"solved, first asked for", kEasy, 1, Outcome::first, kEasySolution},
      {"solved, many asked for", kEasy, 1000, Outcome::unique, kEasySolution},
      {"full", kEasySolution, 2, Outcome::unique, kEasySolution},
      {"stuck", kHard, 2, Outcome::incomplete, kHard},
      {"empty", std::string(81, '.'), 2, Outcome::incomplete},
      {"equal clues in a row", "5......5." + std::string(72, '.'), 2, Outcome::none},
      {"equal clues in a column", "5" + std::string(71, '.') + "5........", 2, Outcome::none},
      {"equal clues in a box", "5.........5" + std::string(70, '.'), 2, Outcome::none},
      {"a cell without candidates", "12345678." + std::string(35, '.') + "9" + std::string(36, '.'),
       2, Outcome::none},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Budget budget{.solution_limit = c.limit};
    Answer answers[2] = {{.guesses = 9}, {.guesses = 9}};
    const Grid puzzle = grid_of(c.puzzle);
    const Pencilmarks marks = marks_of(puzzle);
    solver_->solve({&puzzle, 1}, budget, {answers, 1});
    solver_->solve_pencilmarks({&marks, 1}, budget, {answers + 1, 1});
    for (const Answer& answer : answers) {
      EXPECT_EQ(name_of(answer.outcome), name_of(c.outcome));
      EXPECT_EQ(answer.solutions, c.solution == kEasySolution ? 1U : 0U);
      EXPECT_EQ(answer.guesses, 0U);
      EXPECT_EQ(answer.solution.text(), c.solution);
    }
  }
  Pencilmarks marks = marks_of(grid_of(kEasy));
  marks.of[2] = 0;
  EXPECT_EQ(solve_marks(*solver_, marks, {}).outcome, Outcome::none);
}

TEST_P(LogicalSolver, StartsNothingOnceCancelled) {
  if (GetParam()->info.name == "control") GTEST_SKIP() << "it does not look";
  const std::atomic<bool> cancelled = true;
  const Answer answer = solve_one(*solver_, grid_of(kEasy), {.cancelled = &cancelled});
  EXPECT_EQ(name_of(answer.outcome), "timeout");
}

TEST(Singles, TellWhatTheyProve) {
  EXPECT_EQ(try_singles(grid_of(kEasy)), Outcome::unique);
  EXPECT_EQ(try_singles(grid_of(kHard)), Outcome::incomplete);
  // The first row has no place for 1, as its blanks lie in the box of another.
  EXPECT_EQ(try_singles(grid_of("...456789..1......" + std::string(63, '.'))), Outcome::none);
}

}  // namespace
}  // namespace sudoku
