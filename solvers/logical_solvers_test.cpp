// Tests of every solver that does not search.
#include <string>
#include <string_view>
#include <utility>
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
    Answer answer{.guesses = 9};
    const Grid puzzle = grid_of(c.puzzle);
    solver_->solve({&puzzle, 1}, budget, {&answer, 1});
    EXPECT_EQ(name_of(answer.outcome), name_of(c.outcome));
    EXPECT_EQ(answer.solutions, c.solution == kEasySolution ? 1U : 0U);
    EXPECT_EQ(answer.guesses, 0U);
    EXPECT_EQ(answer.solution.text(), c.solution);
  }
}

TEST_P(LogicalSolver, StartsNothingOnceCancelled) {
  if (GetParam()->info.name == "control") GTEST_SKIP() << "it does not look";
  const std::atomic<bool> cancelled = true;
  const Answer answer = solve_one(*solver_, grid_of(kEasy), {.cancelled = &cancelled});
  EXPECT_EQ(name_of(answer.outcome), "timeout");
}

TEST(LogicSolver, TellsTheHardestTechniqueOfWhatItSolved) {
  const std::pair<std::string_view, std::string> cases[] = {
      {"none", kEasySolution},
      {"none", kHard},
      {"naked single",
       ".......85..4...9365.6.1...24.5.9.2.7..7.......9.2.4.6..........6.34.9.7.9.1..7..."},
      {"hidden single",
       "..........8....7....2.48.3...4...85..5..3.....9.51..43.39.26..4...457...2........"},
      {"locked candidate",
       ".5..98........6.48.....5.6..42..9..68.52...1...7.6.3....497.....9...28.4.7......."},
      {"naked pair",
       "......7......5638.4....1....5.16..7.........2.3..78..6.......9.78.....2...1...6.3"},
      {"x-wing",
       "1....9.......26....2..5...6...9..415.9........65.4...7......18..134.....5.2....3."},
      {"hidden pair",
       "..934.7..6....9..........6..75.....29.4.825........3....1...9....69.543.....3..1."},
      {"naked triple",
       ".687....4...5...7145.91..........83...9.............12.46.....52...59.8....68...."},
      {"swordfish",
       "2..3...8.8...9..26.9..1......8...5637.6.2...8..5...........14...7.9..8..3...4...7"},
      {"hidden triple",
       "..........7.18.6..42..35.....2....8..3...9..6.1847.....9.......6.......5...2..4.3"},
      {"xy-wing",
       "7...5...3.45......3...14.6......9...17.8.....5...413...84....7.2......3....9..4.."},
      {"naked quadruple",
       "4..3.5.1....97....793............195.1.75.83..............2.4.38..4.....65......8"},
      {"hidden quadruple",
       "387.42....49......6...1.....5.1..8.....4.9.....3..7.5.....9...6......71....72.539"},
      {"simple colouring",
       "7.9...5.........2...1235.....2..9.51...3.........6.9..61.9.2..44.7.5.......4...6."},
  };
  const auto logic = find_solver("logic")->create();
  for (const auto& [hardest, puzzle] : cases)
    EXPECT_EQ(name_of(solve_one(*logic, grid_of(puzzle), {}).hardest), hardest) << puzzle;
}

TEST(Singles, TellWhatTheyProve) {
  EXPECT_EQ(try_singles(grid_of(kEasy)), Outcome::unique);
  EXPECT_EQ(try_singles(grid_of(kHard)), Outcome::incomplete);
  // The first row has no place for 1, as its blanks lie in the box of another.
  EXPECT_EQ(try_singles(grid_of("...456789..1......" + std::string(63, '.'))), Outcome::none);
}

}  // namespace
}  // namespace sudoku
