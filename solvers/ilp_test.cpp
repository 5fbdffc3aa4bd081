// Tests of `ilp`: its solutions, and whether branching was needed.
#include <csignal>
#include <string>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"

namespace sudoku {
namespace {

struct Example {
  const char* name;
  const char* puzzle;
  const char* solution;
  bool integral_at_root;
};

const Example kExamples[] = {
    {"published",
     ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.",
     "925631847618574293374982561749826135852413976163795482287359614491267358536148729", true},
    {"full", "934825617672914853518637924325748169469153782781269435197582346853476291246391578",
     "934825617672914853518637924325748169469153782781269435197582346853476291246391578", true},
    {"hard", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
     "812753649943682175675491283154237896369845721287169534521974368438526917796318452", false},
};

class IntegerProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (find_solver("ilp") == nullptr) GTEST_SKIP() << "built without the engine of ilp";
  }
};

TEST_F(IntegerProgram, FindsNothingWhereThereIsNothing) {
  const char* const contradictions[] = {
      "55.......",
      "12345678.........9",
      // A puzzle without a solution although no two of its clues contradict each other.
      "..48.2.1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..",
  };
  for (std::string puzzle : contradictions) {
    puzzle.resize(kCells, kBlank);
    EXPECT_EQ(solve_one(*find_solver("ilp")->create(), grid_of(puzzle), {}).outcome, Outcome::none);
  }
}

// Regression: the engine took Ctrl-C while it solved, and gave the handler back with other flags.
TEST_F(IntegerProgram, LeavesTheHandlerOfInterruptsAlone) {
  struct sigaction mine = {};
  mine.sa_handler = [](int /*signal*/) {};
  struct sigaction before = {};
  ASSERT_EQ(::sigaction(SIGINT, &mine, &before), 0);
  for (const Example& example : kExamples)
    solve_one(*find_solver("ilp")->create(), grid_of(example.puzzle), {});
  struct sigaction after = {};
  ::sigaction(SIGINT, &before, &after);
  EXPECT_EQ(after.sa_handler, mine.sa_handler);
  EXPECT_EQ(after.sa_flags & SA_RESTART, 0);
}

TEST_F(IntegerProgram, NeedsNoGuessWhereTheLinearProgramAloneSolves) {
  const auto solver = find_solver("ilp")->create();
  for (const Example& example : kExamples) {
    SCOPED_TRACE(example.name);
    const Grid puzzle = grid_of(example.puzzle);
    const Answer first = solve_one(*solver, puzzle, {.solution_limit = 1});
    EXPECT_EQ(first.solution.text(), example.solution);
    EXPECT_EQ(first.guesses == 0, example.integral_at_root);
    const Answer in_time = solve_one(*solver, puzzle, {.time_limit = std::chrono::hours(1)});
    EXPECT_EQ(in_time.outcome, Outcome::unique);
  }
}

}  // namespace
}  // namespace sudoku
