// Tests of explanations: steps for known puzzles, and agreement with the solver `logic`.
#include "solvers/logic/explain.h"

#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"

namespace sudoku::logic {
namespace {

// A grid, and the step by the easiest technique that makes progress in it.
struct Position {
  const char* name;
  const char* grid;
  const char* next;
};

const Position kPositions[] = {
    {"naked single",
     ".34678912672195348198342567859761423426853791713924856961537284287419635345286179",
     "r1c1=5, naked single (only candidate left)"},
    {"hidden single, a box before a line",
     "...1....................1...1...........................1........................",
     "r2c1=1, hidden single (only place for 1 in box 1)"},
    {"pointing",
     ".5..8.4.6.4......5..6....1.9.....2......2....2.1.58.6......9.3.42.1..7.8......6..",
     "r7c1<>1, r9c1<>1, locked candidate (1 in box 1 lies only in column 1)"},
    {"claiming",
     ".6..4321523..1....14..9.68348....1....15........18.9.76...57.....4.6......3421...",
     "r4c4<>3, locked candidate (3 in column 5 lies only in box 5)"},
    {"naked pair",
     "3872....42465.1.9.951.....2164957328.23...9...793..46.6.28.5.4979.6..2..4.......6",
     "r1c7<>6, naked pair (r1c5 and r1c6 in row 1 hold only 6 and 9)"},
    {"x-wing", "196438572578..64392437958167.5.63..438.94.765964..73.18.9.746.34376....865.389.47",
     "r2c4<>1, x-wing (1 in rows 4 and 7 lies only in columns 2 and 4)"},
    {"hidden pair",
     ".3..86254.2.5..983845329176458692317361475829.7.831..551..6.....84.53..179....5..",
     "r9c3<>2, r9c8<>4, hidden pair (3 and 6 in row 9 lie only in r9c3 and r9c8)"},
    {"naked triple",
     "5...9.142.9.42.536.6.531789728...914..9742865.5.189327...97.45..7521469.94....27.",
     "r7c1<>1, r7c1<>3, r7c1<>8, naked triple (r2c1, r5c1 and r8c1 in column 1 hold only 1, 3 and "
     "8)"},
    {"swordfish",
     "3.54..8.99871526344.638975.5.12.4.68.349.85..8.2..5.4..43.912852.854.193159823476",
     "r5c5<>7, r6c2<>7, r6c5<>7, swordfish (7 in rows 1, 4 and 8 lies only in columns 2, 5 and 6)"},
    {"hidden triple",
     "..9..4...841653279...9.7...538261947264795318197438625.....9.869.6..2...485376192",
     "r3c5<>2, r3c9<>3, r3c7<>5, hidden triple (1, 4 and 8 in row 3 lie only in r3c5, r3c7 and "
     "r3c9)"},
    {"xy-wing", "32.986...86.173..9179254638948735...217698543653421987796342815481567392532819...",
     "r1c7<>1, r4c9<>1, xy-wing (whether r2c7 is 2 or 4, one of r1c9 and r4c7 is 1)"},
    {"naked quadruple",
     "618...25994..6.38737....641.3698.524.59...138.84.5379659....8.2463.1.97582....4.3",
     "r5c4<>2, r9c4<>5, naked quadruple (r2c4, r3c4, r6c4 and r8c4 in column 4 hold only 1, 2, 5 "
     "and 8)"},
    {"hidden quadruple",
     "481....3.725369418639841275.72....4..68...32..14...85.893275164147693582256...793",
     "r4c5<>1, r4c5<>5, r6c6<>7, hidden quadruple (2, 3, 6 and 8 in box 5 lie only in r4c5, r4c6, "
     "r6c5 and r6c6)"},
    {"simple colouring, a cell that sees both colours",
     ".5...14.9....495.349857312663471.95.78295634191543..67.4..9571....3.4.95529187634",
     "r1c3<>6, simple colouring (6 is either in r7c3 and r8c5 or in r1c5 and r7c4)"},
    {"simple colouring, a colour that sees itself",
     "36815..24215..43.89742385165378.1...126945837849..31..68341.2...523.6..1.915.2..3",
     "r1c6<>7, r2c8<>7, r7c8<>7, simple colouring (all or none of r1c6, r2c8 and r7c8 are 7, and "
     "two of them are in column 8)"},
};

TEST(Explain, TakesTheEasiestStepAndSaysWhy) {
  for (const Position& position : kPositions) {
    SCOPED_TRACE(position.name);
    const Explanation explanation = explain(grid_of(position.grid));
    ASSERT_FALSE(explanation.steps.empty());
    EXPECT_EQ(explanation.steps[0], position.next);
  }
}

TEST(Explain, SaysWhatThePuzzleComesTo) {
  struct {
    const char* name;
    std::string puzzle;
    Outcome outcome;
    Technique hardest;
    std::size_t steps;
  } const cases[] = {
      {"full", "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
       Outcome::unique, Technique::none, 0},
      {"singles",
       "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
       Outcome::unique, Technique::naked_single, 51},
      {"nothing to go on", std::string(81, '.'), Outcome::incomplete, Technique::none, 0},
      {"equal clues in a row", "5......5." + std::string(72, '.'), Outcome::none, Technique::none,
       0},
      {"a cell without candidates", "12345678." + std::string(35, '.') + "9" + std::string(36, '.'),
       Outcome::none, Technique::none, 0},
      {"a digit without a place", "...456789..1......" + std::string(63, '.'), Outcome::none,
       Technique::none, 0},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Explanation explanation = explain(grid_of(c.puzzle));
    EXPECT_EQ(name_of(explanation.outcome), name_of(c.outcome));
    EXPECT_EQ(name_of(explanation.hardest), name_of(c.hardest));
    EXPECT_EQ(explanation.steps.size(), c.steps);
  }
}

std::vector<Grid> bundled(const std::string& name) {
  std::ifstream file(std::string(BUNDLED_DATASETS) + "/" + name);
  std::vector<Grid> puzzles;
  for (std::string line; std::getline(file, line);) {
    const ParsedGrid parsed = parse_grid(std::string_view(line).substr(0, kCells));
    if (parsed.ok) puzzles.push_back(parsed.grid);
  }
  EXPECT_GE(puzzles.size(), 100U) << name;
  return puzzles;
}

// Expects every step to place or remove something, in agreement with the solution.
void expect_sound(const Explanation& explanation, const Grid& solution) {
  static const std::regex kChange("r([1-9])c([1-9])(=|<>)([1-9]), ");
  for (const std::string& step : explanation.steps) {
    const std::sregex_iterator changes(step.begin(), step.end(), kChange);
    EXPECT_NE(changes, std::sregex_iterator()) << step;
    for (auto change = changes; change != std::sregex_iterator(); ++change) {
      const int cell = 9 * (*(*change)[1].first - '1') + *(*change)[2].first - '1';
      const bool is_right = solution.cells[cell] == *(*change)[4].first;
      EXPECT_EQ(is_right, (*change)[3] == "=") << step;
    }
  }
}

TEST(SlowExplain, IsRightInEveryStepAndAgreesWithTheSolver) {
  const auto search = find_solver("mrv_hidden")->create();
  const auto logic = find_solver("logic")->create();
  for (const char* const file : {"minimal.csv", "hard.csv", "easy.csv"}) {
    SCOPED_TRACE(file);
    for (const Grid& puzzle : bundled(file)) {
      SCOPED_TRACE(puzzle.text());
      const Explanation explanation = explain(puzzle);
      expect_sound(explanation, solve_one(*search, puzzle, {}).solution);
      const Answer answer = solve_one(*logic, puzzle, {});
      EXPECT_EQ(answer.outcome, explanation.outcome);
      EXPECT_EQ(answer.solution.text(), explanation.grid.text());
      if (answer.outcome == Outcome::unique) {
        EXPECT_EQ(answer.hardest, explanation.hardest);
      }
    }
  }
}

TEST(Explain, SolvesNothingThatHasNoSolution) {
  for (const Grid& puzzle : bundled("none.csv")) {
    SCOPED_TRACE(puzzle.text());
    const Explanation explanation = explain(puzzle);
    EXPECT_NE(explanation.outcome, Outcome::unique);
    for (const char* const solver : {"singles", "logic"})
      EXPECT_EQ(solve_one(*find_solver(solver)->create(), puzzle, {}).solutions, 0U);
  }
}

TEST(Technique, NamesAreInTheOrderOfDifficulty) {
  std::string names;
  for (std::size_t i = 0; i < kTechniques; ++i)
    names += std::string(name_of(static_cast<Technique>(i))) + "\n";
  EXPECT_EQ(names,
            "none\nnaked single\nhidden single\nlocked candidate\nnaked pair\nx-wing\nhidden "
            "pair\nnaked triple\nswordfish\nhidden triple\nxy-wing\nnaked quadruple\nhidden "
            "quadruple\nsimple colouring\n");
}

}  // namespace
}  // namespace sudoku::logic
