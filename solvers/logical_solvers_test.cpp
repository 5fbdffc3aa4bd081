// Tests of every solver that does not search.
#include <string>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"
#include "solvers/singles.h"

namespace sudoku {
namespace {

class LogicalSolver : public testing::TestWithParam<const SolverEntry*> {
 protected:
  std::unique_ptr<Solver> solver_ = GetParam()->create();
};

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
    std::uint64_t solutions;
    std::string solution;
  } const cases[] = {
      {"solved", kEasy, 2, Outcome::unique, 1, kEasySolution},
      {"solved, first asked for", kEasy, 1, Outcome::first, 1, kEasySolution},
      {"solved, many asked for", kEasy, 1000, Outcome::unique, 1, kEasySolution},
      {"full", kEasySolution, 2, Outcome::unique, 1, kEasySolution},
      {"stuck", kHard, 2, Outcome::incomplete, 0, kHard},
      {"empty", std::string(81, '.'), 2, Outcome::incomplete, 0, std::string(81, '.')},
      {"equal clues", "5......5." + std::string(72, '.'), 2, Outcome::none, 0,
       std::string(81, '.')},
      {"a cell without candidates", "12345678." + std::string(35, '.') + "9" + std::string(36, '.'),
       2, Outcome::none, 0, std::string(81, '.')},
      {"a digit without a place", "...456789..1......" + std::string(63, '.'), 2, Outcome::none, 0,
       std::string(81, '.')},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Answer answer = solve_one(*solver_, grid_of(c.puzzle), {.solution_limit = c.limit});
    EXPECT_EQ(name_of(answer.outcome), name_of(c.outcome));
    EXPECT_EQ(answer.solutions, c.solutions);
    EXPECT_EQ(answer.guesses, 0U);
    EXPECT_EQ(answer.solution.text(), c.solution);
  }
}

TEST_P(LogicalSolver, StartsNothingOnceCancelled) {
  const std::atomic<bool> cancelled = true;
  const Answer answer = solve_one(*solver_, grid_of(kEasy), {.cancelled = &cancelled});
  EXPECT_EQ(name_of(answer.outcome), "timeout");
}

// It is not ranked, so that the tests of other solvers leave it out.
TEST(Control, FillsNakedSinglesOnly) {
  struct {
    std::string puzzle;
    std::uint64_t limit;
    Outcome outcome;
    std::string solution;
  } const cases[] = {
      {kEasy, 2, Outcome::unique, kEasySolution},
      {kEasy, 1, Outcome::first, kEasySolution},
      {kHard, 2, Outcome::incomplete, kHard},
      {"." + kEasySolution.substr(1, 79) + ".", 2, Outcome::unique, kEasySolution},
      {"5......5." + std::string(72, '.'), 2, Outcome::none, std::string(81, '.')},
      {"5" + std::string(71, '.') + "5........", 2, Outcome::none, std::string(81, '.')},
      {"5.........5" + std::string(70, '.'), 2, Outcome::none, std::string(81, '.')},
      {"12345678." + std::string(35, '.') + "9" + std::string(36, '.'), 2, Outcome::none,
       std::string(81, '.')},
  };

  const auto control = find_solver("control")->create();
  for (const auto& c : cases) {
    SCOPED_TRACE(c.puzzle);
    const Budget budget{.solution_limit = c.limit};
    Answer answers[2] = {{.guesses = 9}, {.guesses = 9}};
    const Grid puzzle = grid_of(c.puzzle);
    const Pencilmarks marks = marks_of(puzzle);
    control->solve({&puzzle, 1}, budget, {answers, 1});
    control->solve_pencilmarks({&marks, 1}, budget, {answers + 1, 1});
    for (const Answer& answer : answers) {
      EXPECT_EQ(name_of(answer.outcome), name_of(c.outcome));
      EXPECT_EQ(answer.solutions, c.solution == kEasySolution ? 1U : 0U);
      EXPECT_EQ(answer.guesses, 0U);
      EXPECT_EQ(answer.solution.text(), c.solution);
    }
  }
  Pencilmarks marks = marks_of(grid_of(kEasy));
  marks.of[2] = 0;
  EXPECT_EQ(solve_marks(*control, marks, {}).outcome, Outcome::none);
}

TEST(Singles, TellWhatTheyProve) {
  EXPECT_EQ(try_singles(grid_of(kEasy)), Outcome::unique);
  EXPECT_EQ(try_singles(grid_of(kHard)), Outcome::incomplete);
  EXPECT_EQ(try_singles(grid_of("5......5." + std::string(72, '.'))), Outcome::none);
}

}  // namespace
}  // namespace sudoku
