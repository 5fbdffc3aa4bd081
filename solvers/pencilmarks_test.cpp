// Tests of pencilmark puzzles: their text, their clues, and the answers of every solver to them.
#include "solvers/pencilmarks.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"

namespace sudoku {
namespace {

constexpr std::string_view kEasy =
    "..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..";
constexpr std::string_view kMedium =
    ".4..6..2.....8....96..4..8739.8.7.41....9....8..3.6..27.......9..5...3..6..1.5..4";

std::string text_of(const Pencilmarks& puzzle) {
  const auto text = puzzle.text();
  return {text.data(), text.size()};
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i)
    all += text;
  return all;
}

const std::string kOpenText = repeated("123456789", 81);

TEST(ParsePencilmarks, PointsAtTheFirstCharacterThatDoesNotBelong) {
  struct {
    const char* name;
    std::string text;
    bool ok;
    std::size_t at;
  } const cases[] = {
      {"all candidates", kOpenText, true, 729},
      {"no candidates", std::string(729, '.'), true, 729},
      {"nothing", "", false, 0},
      {"one short", kOpenText.substr(0, 728), false, 728},
      {"one long", kOpenText + ".", false, 729},
      {"a digit in the place of another", "2" + kOpenText.substr(1), false, 0},
      {"a letter", kOpenText.substr(0, 728) + "x", false, 728},
      {"a byte above 127", kOpenText.substr(0, 5) + "\xFF" + kOpenText.substr(6), false, 5},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const ParsedPencilmarks parsed = parse_pencilmarks(c.text);
    EXPECT_EQ(parsed.ok, c.ok);
    EXPECT_EQ(parsed.at, c.at);
    if (c.ok) {
      EXPECT_EQ(text_of(parsed.marks), c.text);
    }
  }
}

TEST(ParsePencilmarks, ReadsEveryKindOfBlank) {
  for (const char blank : {'.', '0', '*', '_'}) {
    const ParsedPencilmarks parsed = parse_pencilmarks(std::string(729, blank));
    EXPECT_TRUE(parsed.ok) << blank;
    EXPECT_EQ(parsed.marks, Pencilmarks{}) << blank;
  }
}

TEST(Pencilmarks, HaveTheCluesThatTheyWereMadeOf) {
  const Grid grid = grid_of(kEasy);
  const Pencilmarks marks = marks_of(grid);
  EXPECT_EQ(clues_of(marks), grid);
  EXPECT_EQ(count_candidates(marks), 34 + 9 * 47);
  EXPECT_EQ(text_of(marks).substr(0, 27), "123456789123456789...4.....");
  EXPECT_EQ(clues_of(Pencilmarks{}), kEmptyGrid);
}

TEST(IsSolutionOf, TestsCandidatesBesidesCluesAndHouses) {
  const Grid puzzle = grid_of(kEasy);
  const Grid solution = grid_of(kSolvedGrid);
  Pencilmarks marks = marks_of(puzzle);
  EXPECT_TRUE(is_solution_of({puzzle, &marks}, solution));
  EXPECT_FALSE(is_solution_of({puzzle, &marks}, puzzle));
  for (const int cell : {0, 80}) {
    marks = marks_of(puzzle);
    // Without the digit of the solution.
    marks.of[cell] = static_cast<std::uint16_t>(0x1FF & ~(1U << (solution.cells[cell] - '1')));
    EXPECT_TRUE(is_solution_of({puzzle}, solution));
    EXPECT_FALSE(is_solution_of({puzzle, &marks}, solution)) << cell;
  }
}

TEST(PuzzleList, HoldsPuzzlesOfEitherKind) {
  const Grid grids[] = {grid_of(kMedium), grid_of(kEasy), kEmptyGrid};
  PuzzleList list;
  for (const Grid& grid : grids)
    list.push_back(grid);
  EXPECT_EQ(list.span().subspan(1, 2)[0].text(), kEasy);
  EXPECT_EQ(list.span().subspan(1, 2).size(), 2U);
  list.clear();
  EXPECT_EQ(list.size(), 0U);
  EXPECT_TRUE(list.span().empty());
  for (const Grid& grid : grids) {
    const Pencilmarks marks = marks_of(grid);
    list.push_back({grid, &marks});
  }
  EXPECT_EQ(list.span().subspan(1, 2)[0].text(), text_of(marks_of(grids[1])));
  EXPECT_EQ(list.span().subspan(1, 2).marks().size(), 2U);
}

class EveryPencilmarkSolver : public testing::TestWithParam<const SolverEntry*> {
 protected:
  static bool searches() { return GetParam()->info.searches; }

  std::unique_ptr<Solver> solver_ = GetParam()->create();
};

std::vector<const SolverEntry*> solvers_where(bool pencilmarks) {
  std::vector<const SolverEntry*> entries;
  for (const SolverEntry* entry : roster())
    if (entry->info.ranked && entry->info.pencilmarks == pencilmarks) entries.push_back(entry);
  return entries;
}

INSTANTIATE_TEST_SUITE_P(Roster, EveryPencilmarkSolver, testing::ValuesIn(solvers_where(true)),
                         name_of_param);

TEST_P(EveryPencilmarkSolver, TakesPuzzlesOfCluesAsItTakesThemAsGrids) {
  for (const Board& board : kBoards) {
    if (board.solutions > 8) continue;  // `lanes` chooses others of so many solutions
    for (const std::uint64_t limit : {1, 2, 7}) {
      SCOPED_TRACE(board.name + (", limit " + std::to_string(limit)));
      const Grid grid = grid_of(board.puzzle);
      const Budget budget{.solution_limit = limit};
      const Answer as_grid = solve_one(*solver_, grid, budget);
      const Answer as_marks = solve_marks(*solver_, marks_of(grid), budget);
      EXPECT_EQ(name_of(as_marks.outcome), name_of(as_grid.outcome));
      EXPECT_EQ(as_marks.solutions, as_grid.solutions);
      EXPECT_EQ(as_marks.solution.text(), as_grid.solution.text());
      EXPECT_EQ(as_marks.guesses, as_grid.guesses);
      EXPECT_EQ(as_marks.hardest, as_grid.hardest);
    }
  }
}

TEST_P(EveryPencilmarkSolver, FindsNoSolutionWhereNoneIsLeft) {
  const Pencilmarks open = marks_of(kEmptyGrid);
  Pencilmarks no_digit = open;
  no_digit.of[2] = 0;
  // Digit 7 has no place in row 4, of a puzzle that is so full that `naive` sees it.
  Pencilmarks no_place =
      marks_of(grid_of(std::string(kSolvedGrid.substr(0, 27)) + std::string(9, '.') +
                       std::string(kSolvedGrid.substr(36))));
  for (int column = 0; column < 9; ++column)
    no_place.of[9 * 3 + column] = Pencilmarks::kAll & ~(1U << 6);
  for (const Pencilmarks& puzzle : {Pencilmarks{}, no_digit, no_place}) {
    const Answer answer = solve_marks(*solver_, puzzle, {});
    EXPECT_EQ(name_of(answer.outcome), "none");
    EXPECT_EQ(answer.solution, kEmptyGrid);
  }
}

// Whether every filled cell of `part` is the same in `whole`.
bool is_part_of(const Grid& part, const Grid& whole) {
  return std::ranges::equal(part.cells, whole.cells,
                            [](char a, char b) { return a == kBlank || a == b; });
}

TEST_P(EveryPencilmarkSolver, AgreesWithTheOthersOnRandomPuzzles) {
  const std::vector<Pencilmarks> puzzles =
      random_pencilmarks(std::max<std::size_t>(400 / price_of(*GetParam()), 12));
  const Budget budget{.solution_limit = 3, .guess_limit = 20'000};
  const auto expected = solve_marks(*find_solver("mrv_hidden")->create(), puzzles, budget);
  const auto answers = solve_marks(*solver_, puzzles, budget);
  OutcomeCounts seen{};
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    SCOPED_TRACE(text_of(puzzles[i]));
    const Answer& answer = answers[i];
    ++seen[answer.outcome];
    if (answer.outcome == Outcome::timeout) continue;
    if (answer.outcome == Outcome::incomplete) {
      EXPECT_FALSE(searches());
      EXPECT_TRUE(expected[i].outcome != Outcome::unique ||
                  is_part_of(answer.solution, expected[i].solution));
      continue;
    }
    EXPECT_EQ(name_of(answer.outcome), name_of(expected[i].outcome));
    EXPECT_EQ(answer.solutions, expected[i].solutions);
    if (answer.solutions > 0) {
      EXPECT_TRUE(is_solution_of({clues_of(puzzles[i]), &puzzles[i]}, answer.solution));
    }
  }
  EXPECT_GT(seen[Outcome::unique], 0U);
  EXPECT_GT(seen[Outcome::none], 0U);
  EXPECT_TRUE(!searches() || seen[Outcome::multiple] > 0);
}

TEST_P(EveryPencilmarkSolver, KeepsTheGuessLimitAndStartsNothingOnceCancelled) {
  const std::atomic<bool> cancelled = true;
  const Pencilmarks open = marks_of(kEmptyGrid);
  EXPECT_EQ(solve_marks(*solver_, open, {.cancelled = &cancelled}).outcome, Outcome::timeout);
  if (!searches()) return;
  const Answer limited = solve_marks(*solver_, open, {.solution_limit = 1000, .guess_limit = 10});
  EXPECT_EQ(limited.outcome, Outcome::timeout);
  EXPECT_LE(limited.guesses, 10U);
}

TEST(OtherSolvers, SayThatPencilmarkPuzzlesAreUnsupported) {
  for (const SolverEntry* entry : solvers_where(false)) {
    const Answer answer = solve_marks(*entry->create(), marks_of(grid_of(kEasy)), {});
    EXPECT_EQ(answer.outcome, Outcome::unsupported) << entry->info.name;
  }
}

}  // namespace
}  // namespace sudoku
