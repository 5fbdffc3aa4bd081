// Every ranked entry of the roster through the same tables.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/roster.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

Grid grid_of(std::string_view text) {
  const ParsedGrid parsed = parse_grid(text);
  EXPECT_TRUE(parsed.ok) << text;
  return parsed.grid;
}

std::vector<Answer> solve_all(Solver& solver, const std::vector<Grid>& puzzles,
                              const Budget& budget) {
  std::vector<Answer> answers(puzzles.size());
  solver.solve(puzzles, budget, answers);
  return answers;
}

Answer solve_one(Solver& solver, const Grid& puzzle, const Budget& budget) {
  Answer answer;
  solver.solve({&puzzle, 1}, budget, {&answer, 1});
  return answer;
}

std::vector<const SolverEntry*> ranked() {
  std::vector<const SolverEntry*> entries;
  for (const SolverEntry* entry : roster())
    if (entry->info.ranked) entries.push_back(entry);
  return entries;
}

class EverySolver : public testing::TestWithParam<const SolverEntry*> {
 protected:
  std::unique_ptr<Solver> solver_ = GetParam()->create();
};

INSTANTIATE_TEST_SUITE_P(Roster, EverySolver, testing::ValuesIn(ranked()),
                         [](const auto& entry) { return std::string(entry.param->info.name); });

const std::string kSolved =
    "934825617672914853518637924325748169469153782781269435197582346853476291246391578";

struct Board {
  const char* name;
  std::string puzzle;
  std::uint64_t solutions;    // of all there are
  std::string solution = {};  // when there is exactly one
};

const Board kBoards[] = {
    {"easy", "..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..", 1,
     kSolved},
    {"medium", ".4..6..2.....8....96..4..8739.8.7.41....9....8..3.6..27.......9..5...3..6..1.5..4",
     1, "548761923217983456963542187392857641176294835854316792731428569425679318689135274"},
    {"hard", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 1,
     "812753649943682175675491283154237896369845721287169534521974368438526917796318452"},
    {"full", kSolved, 1, kSolved},
    {"one blank", "." + kSolved.substr(1), 1, kSolved},
    {"a rectangle that can be turned",
     "9.482561.6.291485.518637924325748169469153782781269435197582346853476291246391578", 2},
    {"a blank pair of rows", std::string(18, '.') + kSolved.substr(18), 8},
    {"a blank band at the top", std::string(27, '.') + kSolved.substr(27), 288},
    {"a blank band at the bottom", kSolved.substr(0, 54) + std::string(27, '.'), 288},
    {"full, two cells swapped", kSolved.substr(0, 79) + "87", 0},
    {"a wrong clue",
     "..482..1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..", 0},
    {"equal clues in a row", "5......5." + std::string(72, '.'), 0},
    {"equal clues in a column", "5" + std::string(71, '.') + "5........", 0},
    {"equal clues in a box",
     "5........"
     ".........."
     "5" +
         std::string(61, '.'),
     0},
    {"equal clues in the last box",
     std::string(60, '.') + "5.................."
                            "5.",
     0},
    {"a cell without candidates", "12345678." + std::string(35, '.') + "9" + std::string(36, '.'),
     0},
    {"a digit without a place",
     "...456789"
     "..1......" +
         std::string(63, '.'),
     0},
};

Outcome expected_outcome(std::uint64_t solutions, std::uint64_t limit) {
  if (solutions == 0) return Outcome::none;
  if (limit == 1) return Outcome::first;
  return solutions == 1 ? Outcome::unique : Outcome::multiple;
}

void expect_answer(const Answer& answer, const Board& board, std::uint64_t limit) {
  EXPECT_EQ(name_of(answer.outcome), name_of(expected_outcome(board.solutions, limit)));
  EXPECT_EQ(answer.solutions, std::min(board.solutions, limit));
  if (board.solutions == 0) {
    EXPECT_EQ(answer.solution, kEmptyGrid);
    return;
  }
  EXPECT_TRUE(is_solution(grid_of(board.puzzle), answer.solution)) << answer.solution.text();
  if (board.solutions == 1) {
    EXPECT_EQ(answer.solution.text(), board.solution);
  }
}

TEST_P(EverySolver, AnswersEveryBoardAtEverySolutionLimit) {
  for (const Board& board : kBoards) {
    for (const std::uint64_t limit : {1, 2, 7, 288, 1000}) {
      SCOPED_TRACE(std::string(board.name) + ", limit " + std::to_string(limit));
      // A full search of the hard board is long for the simple solvers; twice is enough.
      if (limit > 2 && std::string_view(board.name) == "hard") continue;
      expect_answer(solve_one(*solver_, grid_of(board.puzzle), {.solution_limit = limit}), board,
                    limit);
    }
  }
}

TEST_P(EverySolver, CountsSolutionsOfTheEmptyGrid) {
  for (const std::uint64_t limit : {1, 2, 1000}) {
    SCOPED_TRACE(limit);
    const Answer answer = solve_one(*solver_, kEmptyGrid, {.solution_limit = limit});
    EXPECT_EQ(answer.outcome, limit == 1 ? Outcome::first : Outcome::multiple);
    EXPECT_EQ(answer.solutions, limit);
    EXPECT_TRUE(is_solution(kEmptyGrid, answer.solution));
  }
}

TEST_P(EverySolver, NeverExceedsTheGuessLimit) {
  for (const std::uint64_t limit : {0, 1, 10, 256, 257}) {
    SCOPED_TRACE(limit);
    const Budget budget{.solution_limit = 1000, .guess_limit = limit};
    const Answer answer = solve_one(*solver_, kEmptyGrid, budget);
    EXPECT_EQ(answer.outcome, Outcome::timeout);
    EXPECT_LE(answer.guesses, limit);
  }
}

TEST_P(EverySolver, FinishesWithExactlyTheGuessesItNeeds) {
  const Grid puzzle = grid_of(kBoards[1].puzzle);
  const Answer free = solve_one(*solver_, puzzle, {});
  const Answer exact = solve_one(*solver_, puzzle, {.guess_limit = free.guesses});
  EXPECT_EQ(exact.outcome, Outcome::unique);
  EXPECT_EQ(exact.guesses, free.guesses);
  if (free.guesses == 0) return;
  const Answer short_of_one = solve_one(*solver_, puzzle, {.guess_limit = free.guesses - 1});
  EXPECT_EQ(short_of_one.outcome, Outcome::timeout);
}

// Nobody counts the 6.67e21 solutions of the empty grid: that the call returns is the test.
TEST_P(EverySolver, KeepsTheTimeLimit) {
  const Budget budget{.solution_limit = kUnlimited, .time_limit = 1ms};
  const Answer answer = solve_one(*solver_, kEmptyGrid, budget);
  EXPECT_EQ(answer.outcome, Outcome::timeout);
}

TEST_P(EverySolver, StopsWhenCancelledInTheMiddle) {
  std::atomic<bool> cancelled = false;
  std::thread canceller([&cancelled] { cancelled = true; });
  const Budget budget{.solution_limit = kUnlimited, .cancelled = &cancelled};
  const Answer answer = solve_one(*solver_, kEmptyGrid, budget);
  canceller.join();
  EXPECT_EQ(answer.outcome, Outcome::timeout);
}

std::vector<Grid> all_boards() {
  std::vector<Grid> puzzles;
  for (const Board& board : kBoards)
    if (std::string_view(board.name) != "hard") puzzles.push_back(grid_of(board.puzzle));
  return puzzles;
}

TEST_P(EverySolver, StartsNothingOnceCancelled) {
  const std::atomic<bool> cancelled = true;
  for (const Answer& answer : solve_all(*solver_, all_boards(), {.cancelled = &cancelled})) {
    EXPECT_EQ(answer.outcome, Outcome::timeout);
    EXPECT_EQ(answer.solutions, 0U);
  }
}

bool same(const Answer& a, const Answer& b) {
  return a.outcome == b.outcome && a.solutions == b.solutions && a.guesses == b.guesses &&
         a.solution == b.solution;
}

TEST_P(EverySolver, RemembersNothingOfEarlierPuzzles) {
  const std::vector<Grid> puzzles = all_boards();
  const std::vector<Answer> forward = solve_all(*solver_, puzzles, {});
  solve_one(*solver_, kEmptyGrid, {.solution_limit = 1000, .guess_limit = 100});
  for (std::size_t i = puzzles.size(); i-- > 0;) {
    const std::unique_ptr<Solver> fresh = GetParam()->create();
    EXPECT_TRUE(same(solve_one(*solver_, puzzles[i], {}), forward[i])) << puzzles[i].text();
    EXPECT_TRUE(same(solve_one(*fresh, puzzles[i], {}), forward[i])) << puzzles[i].text();
  }
}

TEST_P(EverySolver, TakesSpansOfAnyLength) {
  solver_->solve({}, {}, {});
  const std::vector<Grid> puzzles(1000, grid_of(kBoards[0].puzzle));
  for (const Answer& answer : solve_all(*solver_, puzzles, {}))
    expect_answer(answer, kBoards[0], 2);
}

// Published for this algorithm, first solution, counting the first and the last entry.
TEST(Flags, EntersItsRecursionAsOftenAsPublished) {
  const auto solver = find_solver("flags")->create();
  EXPECT_EQ(solve_one(*solver, grid_of(kBoards[2].puzzle), {.solution_limit = 1}).guesses + 1,
            49'559U);
  EXPECT_EQ(solve_one(*solver, grid_of(kBoards[1].puzzle), {.solution_limit = 1}).guesses + 1,
            1'302U);
}

TEST(RowMajorSolvers, VisitTheSameTree) {
  const Grid puzzle = grid_of(kBoards[1].puzzle);
  const std::uint64_t guesses = solve_one(*find_solver("naive")->create(), puzzle, {}).guesses;
  for (const char* const name : {"flags", "ordered_rowmajor"})
    EXPECT_EQ(solve_one(*find_solver(name)->create(), puzzle, {}).guesses, guesses) << name;
}

TEST(ConstrainedSolvers, NeedNoGuessWhereSinglesSuffice) {
  for (const char* const name : {"mrv", "mrv_hidden", "dlx"}) {
    const Answer answer = solve_one(*find_solver(name)->create(), grid_of(kBoards[0].puzzle), {});
    EXPECT_EQ(answer.guesses, 0U) << name;
  }
}

// The shared puzzle sets, when they are there.

struct Line {
  Grid puzzle = kEmptyGrid;
  Grid solution = kEmptyGrid;  // kEmptyGrid when the line declares none
};

// The grids of a line, wherever they stand in it.
Line read_line(std::string_view text) {
  std::vector<Grid> grids;
  for (std::size_t begin = 0; begin + kCells <= text.size() && grids.size() < 2;) {
    const std::size_t end = std::min(text.find_first_of(" ,\t\r", begin), text.size());
    const ParsedGrid parsed = parse_grid(text.substr(begin, end - begin));
    if (parsed.ok) grids.push_back(parsed.grid);
    begin = end + 1;
  }
  grids.resize(2, kEmptyGrid);
  return {.puzzle = grids[0], .solution = grids[1]};
}

bool holds_a_puzzle(std::string_view text) {
  return text.size() >= kCells && text.front() != '#';
}

std::vector<Line> read_lines(const std::filesystem::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << path;
  std::vector<Line> lines;
  for (std::string text; std::getline(file, text);)
    if (holds_a_puzzle(text)) lines.push_back(read_line(text));
  return lines;
}

// At most `count` of the lines, evenly spread.
std::vector<Line> sample(const std::vector<Line>& lines, std::size_t count) {
  const std::size_t step = std::max<std::size_t>(1, lines.size() / count);
  std::vector<Line> chosen;
  for (std::size_t i = 0; i < lines.size(); i += step)
    chosen.push_back(lines[i]);
  return chosen;
}

std::vector<Grid> puzzles_of(const std::vector<Line>& lines) {
  std::vector<Grid> puzzles;
  for (const Line& line : lines)
    puzzles.push_back(line.puzzle);
  return puzzles;
}

class SharedDatasets : public EverySolver {
 protected:
  void SetUp() override {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): read before any thread starts.
    const char* const folder = std::getenv("SUDOKU_BENCH_DATASETS");
    if (folder == nullptr) {
      GTEST_SKIP() << "the shared puzzle sets: SUDOKU_BENCH_DATASETS is not set";
    }
    folder_ = folder;
  }

  std::vector<Line> lines_of(const std::string& file) const { return read_lines(folder_ / file); }

 private:
  std::filesystem::path folder_;
};

INSTANTIATE_TEST_SUITE_P(Roster, SharedDatasets, testing::ValuesIn(ranked()),
                         [](const auto& entry) { return std::string(entry.param->info.name); });

// What keeps the simple solvers from searching for hours. A puzzle they give up on proves nothing.
constexpr std::uint64_t kPatience = 2'000;

// Sets of proper puzzles, and two of mutants and pathological ones.
const char* const kFiles[] = {
    "GENERATED_mutants_4500.txt",
    "GENERATED_pathological_560.txt",
    "GENERATED_random_minimal_40k.txt",
    "emerentius_easy.txt",
    "emerentius_hard.txt",
    "emerentius_invalid.txt",
    "emerentius_medium.txt",
    "kaggle1m_excerpt_10000.csv",
    "norvig_easy50.txt",
    "norvig_hardest11.txt",
    "norvig_sudoku10k.txt",
    "norvig_top95.txt",
    "plb_sudoku20.txt",
    "puzzles2_17_clue.txt",
    "puzzles3_magictour_top1465.txt",
    "puzzles5_forum_hardest_1905_11+.txt",
    "puzzles6_forum_hardest_1106.txt",
    "puzzles7_serg_benchmark.txt",
    "sudoku_exchange_rated_sample.txt",
};

TEST_P(SharedDatasets, AgreesWithMrvHidden) {
  const auto referee = find_solver("mrv_hidden")->create();
  for (const char* const file : kFiles) {
    SCOPED_TRACE(file);
    const std::vector<Grid> puzzles = puzzles_of(sample(lines_of(file), 500));
    ASSERT_FALSE(puzzles.empty());
    const std::vector<Answer> expected = solve_all(*referee, puzzles, {});
    const std::vector<Answer> answers = solve_all(*solver_, puzzles, {.guess_limit = kPatience});
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (answers[i].outcome == Outcome::timeout) continue;
      EXPECT_EQ(answers[i].outcome, expected[i].outcome) << puzzles[i].text();
      EXPECT_EQ(answers[i].solutions, expected[i].solutions) << puzzles[i].text();
      if (expected[i].outcome == Outcome::unique) {
        EXPECT_EQ(answers[i].solution, expected[i].solution) << puzzles[i].text();
      }
    }
  }
}

TEST_P(SharedDatasets, FindsTheDeclaredSolutions) {
  std::size_t confirmed = 0;
  for (const char* const file :
       {"kaggle1m_excerpt_10000.csv", "sudoku_exchange_easy_500_with_solutions.txt",
        "sudoku_exchange_medium_500_with_solutions.txt",
        "sudoku_exchange_hard_500_with_solutions.txt",
        "sudoku_exchange_diabolical_500_with_solutions.txt"}) {
    SCOPED_TRACE(file);
    std::vector<Line> lines = lines_of(file);
    std::erase_if(lines, [](const Line& line) { return line.solution == kEmptyGrid; });
    const std::vector<Answer> answers =
        solve_all(*solver_, puzzles_of(lines), {.guess_limit = kPatience});
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (answers[i].outcome == Outcome::timeout) continue;
      ++confirmed;
      EXPECT_EQ(answers[i].solution, lines[i].solution) << lines[i].puzzle.text();
    }
  }
  EXPECT_GE(confirmed, 5'000U) << "of 12,000";
}

TEST_P(SharedDatasets, ProvesThatThe10000SergPuzzlesAreAmbiguous) {
  std::size_t multiple = 0;
  for (const Answer& answer : solve_all(
           *solver_, puzzles_of(lines_of("puzzles7_serg_benchmark.txt")), {.guess_limit = 200'000}))
    if (answer.outcome == Outcome::multiple) ++multiple;
  EXPECT_EQ(multiple, 10'000U);
}

TEST_P(SharedDatasets, FindsNoProperPuzzleAmongTheInvalid) {
  const std::vector<Grid> puzzles = puzzles_of(lines_of("emerentius_invalid.txt"));
  EXPECT_EQ(puzzles.size(), 7U);
  for (const Answer& answer : solve_all(*solver_, puzzles, {.guess_limit = kPatience}))
    EXPECT_NE(answer.outcome, Outcome::unique);
}

}  // namespace
}  // namespace sudoku
