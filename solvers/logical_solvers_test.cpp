// Tests of every solver that does not search.
#include <algorithm>
#include <cstdlib>
#include <fstream>
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

TEST_P(LogicalSolver, ShowsWhatItFilledBeforeItGotStuck) {
  // Logic can fill the middle blank, but not the rectangle whose 3s and 7s could be swapped.
  const std::string puzzle =
      "9.482561.6.291485.518637924325748169469.53782781269435197582346853476291246391578";
  const Answer answer = solve_one(*solver_, grid_of(puzzle), {});
  EXPECT_EQ(name_of(answer.outcome), "incomplete");
  EXPECT_EQ(answer.solution.text(),
            "9.482561.6.291485.518637924325748169469153782781269435197582346853476291246391578");
}

TEST_P(LogicalSolver, StartsNothingOnceCancelled) {
  const std::atomic<bool> cancelled = true;
  const Answer answer = solve_one(*solver_, grid_of(kEasy), {.cancelled = &cancelled});
  EXPECT_EQ(name_of(answer.outcome), "timeout");
}

TEST_P(LogicalSolver, SolvesAllOfTheKaggleExcerpt) {
  const char* const folder = std::getenv("SUDOKU_BENCH_DATASETS");
  if (folder == nullptr) {
    GTEST_SKIP() << "no shared puzzle sets: SUDOKU_BENCH_DATASETS is not set";
  }
  std::ifstream file(std::string(folder) + "/kaggle1m_excerpt_10000.csv");
  std::size_t solved = 0;
  for (std::string line; std::getline(file, line);) {
    const ParsedGrid parsed = parse_grid(std::string_view(line).substr(0, kCells));
    if (!parsed.ok) continue;
    const Answer answer = solve_one(*solver_, parsed.grid, {});
    EXPECT_EQ(answer.solution.text(), line.substr(kCells + 1, kCells)) << line;
    ++solved;
  }
  EXPECT_EQ(solved, 10'000U);
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
      {"simple colouring",
       "7.9...5.........2...1235.....2..9.51...3.........6.9..61.9.2..44.7.5.......4...6."},
  };
  const auto logic = find_solver("logic")->create();
  for (const auto& [hardest, puzzle] : cases)
    EXPECT_EQ(name_of(solve_one(*logic, grid_of(puzzle), {}).hardest), hardest) << puzzle;
  // A puzzle of clues that needs this technique is not known.
  const ParsedPencilmarks parsed = parse_pencilmarks(
      "..34.678..2.4.6.8912...6..9.2345678.12.45.7.912...67....3.....9..3....8.1...56..."
      "...45.7...2.4.6789..3.56.8...3.....9.23..6...1..4.6..9...4.....12.4.67..1.34..78."
      ".2..56.89..34.6..912.....89....5..8.1.34..78.1....678..234567.91.34..7...2..5.7.9"
      ".2.45.789.23.5.7...234......2..567.9123.56.8.12345.7891...56...12.456...123.5..8."
      "1.3.5.78..23.56..91.345.78.1.345.78.1.34..78..2..5.7.9..34...8..23456.8....4..789"
      "..3.5.78.12.4.678...34.6....2..5.7.9.2...67.9.2..567..123.5678912..56...1.3.5.78."
      "..3.5..89123456.891.3.5...912.45.7....34.67.9..345..891.3...78...3..6..9.234.6.8."
      "123....89..34...........78..2.4.6.89...4.67.9123.......23.56...1.34.678912.4..789"
      ".234..789..3456.8...3.56...12.4.6...1.....78..2.4...89...45.7.....45..89..3..6..9");
  EXPECT_EQ(name_of(solve_marks(*logic, parsed.marks, {}).hardest), "hidden quadruple");
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

Outcome by_singles(std::string_view text) { return try_singles(grid_of(text)); }

// Result of singles on a blank puzzle with `row` as its first row and `clue` in `cell`.
Outcome by_singles(std::string_view row, int cell, char clue) {
  Grid puzzle = kEmptyGrid;
  std::ranges::copy(row, puzzle.cells.begin());
  puzzle.cells[cell] = clue;
  return try_singles(puzzle);
}

TEST(Singles, TellWhatTheyProve) {
  EXPECT_EQ(by_singles("53..7....6..195....98....6.8...6...34..8.3..1"
                       "7...2...6.6....28....419..5....8..79"),
            Outcome::unique);
  EXPECT_EQ(by_singles("8..........36......7..9.2...5...7.......457.."
                       "...1...3...1....68..85...1..9....4.."),
            Outcome::incomplete);
  EXPECT_EQ(by_singles("123......", 13, '4'), Outcome::incomplete);
  // Two equal clues in a house are a contradiction.
  EXPECT_EQ(by_singles("1........", 80, '.'), Outcome::incomplete);
  EXPECT_EQ(by_singles("1........", 72, '1'), Outcome::none);
  // A cell that no digit fits is a contradiction.
  EXPECT_EQ(by_singles("12345678.", 17, '9'), Outcome::none);
  // Contradiction: the first row has no place for 4, as its blanks lie in the box of another 4.
  EXPECT_EQ(by_singles("123567...", 16, '4'), Outcome::none);
}

}  // namespace
}  // namespace sudoku
