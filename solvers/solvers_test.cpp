// Tests that every searching solver must pass.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"
#include "solvers/simd/vector_fixture.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

class EverySolver : public testing::TestWithParam<const SolverEntry*> {
 protected:
  // `number` (of solutions, guesses or puzzles), or fewer if the solver is slow.
  static std::uint64_t affordable(std::uint64_t number) {
    constexpr std::uint64_t kPatience = 5'000;
    return std::min<std::uint64_t>(number, kPatience / price_of(*GetParam()));
  }

  std::unique_ptr<Solver> solver_ = GetParam()->create();
};

INSTANTIATE_TEST_SUITE_P(Roster, EverySolver, testing::ValuesIn(searching_solvers()),
                         name_of_param);

// A puzzle proved unique by `naive` in 2,068,780 guesses, by `ordered` in 32,619,325.
const Board kHardBoard = {
    "hard", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 1,
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452"};

TEST_P(EverySolver, AnswersEveryBoardAtEverySolutionLimit) {
  for (const Board& board : kBoards) {
    for (const std::uint64_t wanted : {1, 2, 7, 288, 1000}) {
      const std::uint64_t limit = affordable(wanted);
      SCOPED_TRACE(std::string(board.name) + ", limit " + std::to_string(limit));
      expect_answer(solve_one(*solver_, grid_of(board.puzzle), {.solution_limit = limit}), board,
                    limit);
    }
  }
}

TEST_P(EverySolver, SolvesTheHardBoardOrSpendsItsGuesses) {
  for (const std::uint64_t limit : {1, 2}) {
    SCOPED_TRACE(limit);
    const Budget budget{.solution_limit = limit, .guess_limit = 100'000};
    const Answer answer = solve_one(*solver_, grid_of(kHardBoard.puzzle), budget);
    if (answer.outcome == Outcome::timeout) {
      EXPECT_EQ(answer.guesses, budget.guess_limit);
    } else {
      expect_answer(answer, kHardBoard, limit);
    }
  }
}

TEST_P(EverySolver, CountsSolutionsOfTheEmptyGrid) {
  for (const std::uint64_t wanted : {1, 2, 1000}) {
    const std::uint64_t limit = affordable(wanted);
    SCOPED_TRACE(limit);
    const Answer answer = solve_one(*solver_, kEmptyGrid, {.solution_limit = limit});
    EXPECT_EQ(answer.outcome, limit == 1 ? Outcome::first : Outcome::multiple);
    EXPECT_EQ(answer.solutions, limit);
    EXPECT_TRUE(is_solution(kEmptyGrid, answer.solution));
  }
}

TEST_P(EverySolver, NeverExceedsTheGuessLimit) {
  for (const std::uint64_t wanted : {0, 1, 10, 256, 257}) {
    const std::uint64_t limit = affordable(wanted);
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

// The empty grid has 6.67e21 solutions: the call returns only if the time limit is kept.
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
    puzzles.push_back(grid_of(board.puzzle));
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
  return a.outcome == b.outcome && a.solutions == b.solutions && a.solution == b.solution;
}

TEST_P(EverySolver, RemembersNothingOfEarlierPuzzles) {
  const std::vector<Grid> puzzles = all_boards();
  const std::vector<Answer> forward = solve_all(*solver_, puzzles, {});
  solve_one(*solver_, kEmptyGrid, {.solution_limit = 1000, .guess_limit = affordable(100)});
  for (std::size_t i = puzzles.size(); i-- > 0;) {
    SCOPED_TRACE(puzzles[i].text());
    const std::unique_ptr<Solver> fresh = GetParam()->create();
    const Answer again = solve_one(*solver_, puzzles[i], {});
    const Answer first = solve_one(*fresh, puzzles[i], {});
    EXPECT_TRUE(same(again, forward[i]));
    EXPECT_TRUE(same(first, forward[i]));
    EXPECT_EQ(again.guesses, first.guesses);
    // A batch solver's number of guesses may depend on the other puzzles of the batch.
    const bool alone = GetParam()->info.batch == 1;
    EXPECT_TRUE(!alone || first.guesses == forward[i].guesses);
  }
}

TEST_P(EverySolver, TakesSpansOfAnyLength) {
  solver_->solve({}, {}, {});
  const std::vector<Grid> puzzles(affordable(1000), grid_of(kBoards[0].puzzle));
  for (const Answer& answer : solve_all(*solver_, puzzles, {}))
    expect_answer(answer, kBoards[0], 2);
}

// The engines (CBC, CaDiCaL, Gecode) print reports unless told not to.
TEST_P(EverySolver, PrintsNothing) {
  std::vector<Grid> puzzles = all_boards();
  puzzles.push_back(grid_of(kHardBoard.puzzle));
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  solve_all(*solver_, puzzles, {.guess_limit = 100'000});
  std::fflush(nullptr);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// Number of calls of the recursive function of solver `flags`: the first, and one per guess.
std::uint64_t entries_of_flags(const Board& board, std::uint64_t limit) {
  const Answer answer =
      solve_one(*find_solver("flags")->create(), grid_of(board.puzzle), {.solution_limit = limit});
  expect_answer(answer, board, limit);
  return answer.guesses + 1;
}

// The number published for the algorithm of `flags` is 1,302 entries into its recursive function.
TEST(Flags, EntersItsRecursionAsOftenAsKnown) {
  EXPECT_EQ(entries_of_flags(kHardBoard, 1), 49'559U);
  EXPECT_EQ(entries_of_flags(kBoards[1], 1), 1'302U);
  EXPECT_EQ(entries_of_flags(kHardBoard, 2), 2'068'781U);
}

// Guesses of each built-in solver that takes one puzzle at a time, on the first puzzles of bundled
// sets. If they change, the search has changed what it branches on or what it deduces.
TEST(BuiltInSolvers, GuessAsOftenAsTheyDid) {
  const std::map<std::string_view, std::array<std::uint64_t, 3>> known = {
      {"naive", {193'488, 108'303, 183'410}},
      {"flags", {193'488, 108'303, 183'410}},
      {"ordered", {189'652, 139'495, 175'436}},
      {"mrv", {234, 174, 140}},
      {"mrv_hidden", {14, 109, 24}},
      {"dlx", {26, 119, 26}},
  };
  constexpr std::array<const char*, 3> kFiles = {"minimal.csv", "multiple.csv", "none.csv"};
  for (const SolverEntry* entry : searching_solvers()) {
    const std::string_view name = entry->info.name;
    if (entry->info.batch > 1 || price_of(*entry) > 1 || name == "simd") continue;
    std::array<std::uint64_t, 3> guesses{};
    for (std::size_t i = 0; i < kFiles.size(); ++i) {
      const std::unique_ptr<Solver> solver = entry->create();
      std::vector<Grid> puzzles = simd::bundled(kFiles[i]);
      puzzles.resize(10);
      for (const Grid& puzzle : puzzles)
        guesses[i] += solve_one(*solver, puzzle, {.guess_limit = 20'000}).guesses;
    }
    ASSERT_TRUE(known.contains(name)) << name;
    EXPECT_EQ(guesses, known.at(name)) << name;
  }
}

// What the solvers without search make of the bundled sets: "outcome or hardest technique: puzzles"
// and the cells that they filled, all rightly. If these change, they deduce something else.
std::string deduced_from(Solver& solver, const char* file) {
  const auto search = find_solver("mrv_hidden")->create();
  std::map<std::string, int> puzzles;
  std::size_t filled = 0;
  for (const Grid& puzzle : simd::bundled(file)) {
    const Answer answer = solve_one(solver, puzzle, {});
    const Answer found = solve_one(*search, puzzle, {});
    if (found.outcome == Outcome::unique) {
      EXPECT_TRUE(
          std::ranges::equal(answer.solution.cells, found.solution.cells,
                             [](char cell, char right) { return cell == kBlank || cell == right; }))
          << puzzle.text();
    } else {
      EXPECT_NE(answer.outcome, Outcome::unique) << puzzle.text();
    }
    const std::string outcome(name_of(answer.outcome));
    ++puzzles[answer.hardest == Technique::none ? outcome : std::string(name_of(answer.hardest))];
    filled += kCells - static_cast<std::size_t>(std::ranges::count(answer.solution.cells, kBlank));
  }
  std::string text;
  for (const auto& [what, count] : puzzles)
    text += what + " " + std::to_string(count) + ", ";
  return text + std::to_string(filled) + " cells";
}

TEST(LogicalSolvers, DeduceWhatTheyDid) {
  const struct {
    const char* solver;
    const char* file;
    const char* deduced;
  } cases[] = {
      {"control", "minimal.csv", "incomplete 2964, unique 36, 85121 cells"},
      {"singles", "minimal.csv", "incomplete 1725, unique 1275, 172853 cells"},
      {"singles", "easy.csv", "unique 2000, 162000 cells"},
      {"singles", "none.csv", "incomplete 1000, 41619 cells"},
      // Singles solve as many of the minimal puzzles as above.
      {"logic", "minimal.csv",
       "hidden pair 60, hidden single 1239, hidden triple 1, incomplete 887, locked candidate 356, "
       "naked pair 133, naked single 36, naked triple 10, simple colouring 166, x-wing 4, xy-wing "
       "108, 208250 cells"},
      {"logic", "hard.csv",
       "hidden pair 58, hidden triple 3, incomplete 680, locked candidate 113, naked pair 52, "
       "naked "
       "triple 5, simple colouring 62, x-wing 3, xy-wing 24, 50183 cells"},
      {"logic", "multiple.csv", "incomplete 1000, 29350 cells"},
      {"logic", "none.csv", "incomplete 200, none 800, 8417 cells"}};

  for (const auto& c : cases) {
    SCOPED_TRACE(c.solver + std::string(" on ") + c.file);
    EXPECT_EQ(deduced_from(*find_solver(c.solver)->create(), c.file), c.deduced);
  }
}

TEST(ConstrainedSolvers, NeedNoGuessWhereSinglesSuffice) {
  for (const char* const name : {"mrv", "mrv_hidden", "dlx", "sat", "cp"}) {
    if (missing_engine_for(name)) continue;
    const Answer answer = solve_one(*find_solver(name)->create(), grid_of(kBoards[0].puzzle), {});
    EXPECT_EQ(answer.guesses, 0U) << name;
  }
}

}  // namespace
}  // namespace sudoku
