// Compares `simd`, on every instruction set of this machine, with other solvers.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/simd/vector_fixture.h"
#include "solvers/simd/vector_solvers.h"

namespace sudoku::simd {
namespace {

using namespace std::chrono_literals;

// Debug builds are slow, so they test fewer puzzles.
#ifdef NDEBUG
constexpr std::size_t kPuzzles = 6'000;
constexpr std::size_t kSample = 1'500;
#else
constexpr std::size_t kPuzzles = 300;
constexpr std::size_t kSample = 20;
#endif

class Single : public testing::TestWithParam<Isa> {
 protected:
  std::unique_ptr<Solver> solver_ = make_simd(GetParam(), kSinglePatience);
};

class SingleOnOlderProcessors : public Single {};

INSTANTIATE_TEST_SUITE_P(Isa, Single, testing::ValuesIn(isas_here()), name_of_isa);
INSTANTIATE_TEST_SUITE_P(Isa, SingleOnOlderProcessors, testing::ValuesIn(isas_here()), name_of_isa);

TEST_P(SingleOnOlderProcessors, AgreesWithTheOthersOnBundledPuzzles) {
  const std::vector<Grid> puzzles = mixture(200);
  for (const std::uint64_t limit : {1, 2}) {
    SCOPED_TRACE(limit);
    expect_same(puzzles, solve_all(*solver_, puzzles, {.solution_limit = limit}),
                answers_of("mrv_hidden", puzzles, limit));
  }
}

TEST_P(SingleOnOlderProcessors, SolvesPencilmarks) {
  for (const std::uint64_t limit : {1, 2, 7}) {
    SCOPED_TRACE(limit);
    expect_same_as_marks(*solver_, mixture(200), {.solution_limit = limit});
    expect_right_of_marks(*solver_, 200, {.solution_limit = limit});
  }
}

TEST_P(Single, AgreesWithTheOthersOnBundledPuzzles) {
  for (const char* const file :
       {"classics.csv", "easy.csv", "hard.csv", "minimal.csv", "multiple.csv", "none.csv"}) {
    std::vector<Grid> puzzles = bundled(file);
    puzzles.resize(std::min(puzzles.size(), kPuzzles));
    for (const std::uint64_t limit : {1, 2, 1000}) {
      SCOPED_TRACE(std::string(file) + ", limit " + std::to_string(limit));
      expect_same(puzzles, solve_all(*solver_, puzzles, {.solution_limit = limit}),
                  answers_of(limit == 2 ? "dlx" : "mrv_hidden", puzzles, limit));
    }
  }
}

TEST_P(Single, AgreesWithTheOthersOnMutants) {
  static const Mutator kMutator(mixture(5000));
  const char* const wanted = std::getenv("SUDOKU_BENCH_MUTANTS");
  const std::size_t number = wanted == nullptr ? kPuzzles : std::strtoull(wanted, nullptr, 10);
  constexpr std::size_t kStep = 100;
  for (std::size_t begin = 0; begin < number && !HasFailure(); begin += kStep) {
    SCOPED_TRACE(begin);
    const std::vector<Grid> puzzles = kMutator.mutants(kStep, begin);
    for (const std::uint64_t limit : {1, 2, 1000}) {
      SCOPED_TRACE(limit);
      const bool referee = begin / kStep % 10 == 9 && limit < 1000;
      expect_same(puzzles, solve_all(*solver_, puzzles, {.solution_limit = limit}),
                  answers_of(referee ? "dlx" : "mrv_hidden", puzzles, limit));
    }
  }
}

const char* const kSharedFiles[] = {
    "GENERATED_mutants_4500.txt",      "GENERATED_random_minimal_40k.txt",
    "kaggle1m_excerpt_10000.csv",      "puzzles2_17_clue.txt",
    "puzzles3_magictour_top1465.txt",  "puzzles5_forum_hardest_1905_11+.txt",
    "puzzles6_forum_hardest_1106.txt", "puzzles7_serg_benchmark.txt",
    "GENERATED_pathological_560.txt",
};

TEST_P(Single, AgreesWithTheOthersOnSharedPuzzles) {
  const char* const folder = std::getenv("SUDOKU_BENCH_DATASETS");
  if (folder == nullptr) {
    GTEST_SKIP() << "no shared puzzle sets: SUDOKU_BENCH_DATASETS is not set";
  }
  for (const char* const file : kSharedFiles) {
    std::vector<Grid> puzzles = puzzles_in(std::string(folder) + "/" + file);
    puzzles.resize(std::min(puzzles.size(), kSample));
    for (const std::uint64_t limit : {1, 2, 1000}) {
      SCOPED_TRACE(std::string(file) + ", limit " + std::to_string(limit));
      expect_same(puzzles, solve_all(*solver_, puzzles, {.solution_limit = limit}),
                  answers_of("mrv_hidden", puzzles, limit));
    }
  }
}

bool share_a_house(int a, int b) {
  return row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
}

TEST_P(SingleOnOlderProcessors, FindsNothingWhereTwoCluesContradict) {
  std::vector<Grid> puzzles;
  for (int a = 0; a < kCells; ++a) {
    for (int b = 0; b < a; ++b) {
      if (!share_a_house(a, b)) continue;
      Grid puzzle = kEmptyGrid;
      puzzle.cells[a] = puzzle.cells[b] = static_cast<char>('1' + (a + b) % 9);
      puzzles.push_back(puzzle);
    }
  }
  EXPECT_EQ(puzzles.size(), 810U);
  for (const Answer& answer : solve_all(*solver_, puzzles, {}))
    EXPECT_EQ(name_of(answer.outcome), "none");
}

TEST_P(SingleOnOlderProcessors, FindsNothingInAFullGridWithAWrongDigit) {
  std::vector<Grid> puzzles;
  for (int cell = 0; cell < kCells; ++cell) {
    for (char digit = '1'; digit <= '9'; ++digit) {
      Grid puzzle = grid_of(kSolved);
      if (puzzle.cells[cell] == digit) continue;
      puzzle.cells[cell] = digit;
      puzzles.push_back(puzzle);
    }
  }
  for (const Answer& answer : solve_all(*solver_, puzzles, {})) {
    EXPECT_EQ(name_of(answer.outcome), "none");
    EXPECT_EQ(answer.solution, kEmptyGrid);
  }
}

TEST_P(SingleOnOlderProcessors, CountsExactlyWithAnyPatience) {
  for (const std::uint64_t patience : {0, 1, 2, 5, 40, 256}) {
    const std::unique_ptr<Solver> solver = make_simd(GetParam(), patience);
    for (const Sparse& sparse : kSparse) {
      SCOPED_TRACE(std::string(sparse.name) + ", patience " + std::to_string(patience));
      for (const std::uint64_t limit : {1, 2, 7, 100, 1000}) {
        const Answer answer = solve_one(*solver, grid_of(sparse.text), {.solution_limit = limit});
        EXPECT_EQ(answer.solutions, std::min(limit, sparse.solutions));
        EXPECT_TRUE(is_solution(grid_of(sparse.text), answer.solution));
      }
    }
  }
}

TEST_P(Single, AnswersTheSameWithAnyPatience) {
  const std::vector<Grid> puzzles = mixture(500);
  for (const std::uint64_t limit : {1, 2, 1000}) {
    const std::vector<Answer> expected = answers_of("mrv_hidden", puzzles, limit);
    for (const std::uint64_t patience : {0, 1, 3, 20}) {
      SCOPED_TRACE(std::to_string(patience) + " guesses, limit " + std::to_string(limit));
      const std::unique_ptr<Solver> solver = make_simd(GetParam(), patience);
      expect_same(puzzles, solve_all(*solver, puzzles, {.solution_limit = limit}), expected);
    }
  }
}

TEST_P(SingleOnOlderProcessors, FindsTwoSolutionsOfSparseGrids) {
  for (int cell = 0; cell < kCells; ++cell) {
    Grid puzzle = kEmptyGrid;
    puzzle.cells[cell] = '1';
    puzzle.cells[(7 * cell + 40) % kCells] = '2';
    const Answer answer = solve_one(*solver_, puzzle, {});
    EXPECT_EQ(name_of(answer.outcome), "multiple");
    EXPECT_EQ(answer.solutions, 2U);
    EXPECT_TRUE(is_solution(puzzle, answer.solution)) << answer.solution.text();
  }
}

TEST_P(Single, EndsTheEmptyGridAtTheGuessLimit) {
  for (const std::uint64_t limit : {100, 256, 257, 3000}) {
    const Budget budget{.solution_limit = 1'000'000, .guess_limit = limit};
    const Answer answer = solve_one(*solver_, kEmptyGrid, budget);
    EXPECT_EQ(answer.outcome, Outcome::timeout);
    EXPECT_EQ(answer.guesses, limit);
  }
}

TEST_P(Single, EndsTheEmptyGridAtTheTimeLimit) {
  const Budget budget{.solution_limit = kUnlimited, .time_limit = 5ms};
  EXPECT_EQ(solve_one(*solver_, kEmptyGrid, budget).outcome, Outcome::timeout);
}

// Puzzles that need fewer guesses than the limit are answered, by the batch solver or not.
TEST_P(Single, KeepsTheGuessLimit) {
  const std::vector<Grid> puzzles = mixture(300);
  const std::vector<Answer> expected = answers_of("mrv_hidden", puzzles, 1000);
  for (const std::uint64_t patience : {0, 4, 256}) {
    const std::unique_ptr<Solver> solver = make_simd(GetParam(), patience);
    for (const std::uint64_t limit : {0, 1, 5, 50}) {
      SCOPED_TRACE(std::to_string(limit) + " guesses, patience " + std::to_string(patience));
      const Budget budget{.solution_limit = 1000, .guess_limit = limit};
      std::size_t finished = 0;
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const Answer answer = solve_one(*solver, puzzles[i], budget);
        EXPECT_LE(answer.guesses, limit);
        if (answer.outcome == Outcome::timeout) continue;
        ++finished;
        expect_same({puzzles[i]}, {answer}, {expected[i]});
      }
      EXPECT_GE(finished, puzzles.size() / 5);
    }
  }
}

// Guesses measure the choice of branch questions: if the numbers change, the search has changed.
// With AVX-512 two states are searched at once, so that dead ends come at other times.
TEST_P(SingleOnOlderProcessors, GuessesAsOftenAsItDid) {
  const bool is_wide = GetParam() == Isa::avx512;
  EXPECT_EQ(guesses_for(bundled("easy.csv"), *solver_), 0U);
  EXPECT_EQ(guesses_for(bundled("minimal.csv"), *solver_), is_wide ? 2936U : 2929U);
  EXPECT_EQ(guesses_for(bundled("hard.csv"), *solver_), is_wide ? 3453U : 3458U);
  EXPECT_EQ(guesses_for(bundled("none.csv"), *solver_), is_wide ? 772U : 769U);
  EXPECT_EQ(guesses_for(bundled("multiple.csv"), *solver_), is_wide ? 10781U : 9515U);
  EXPECT_EQ(guesses_for(bundled("minimal.csv"), *solver_, 1), is_wide ? 2749U : 2596U);
  // Some of these are handed over to the batch solver, whose number of lanes matters.
  const std::uint64_t for_fifty[] = {54816, 55313, 60345};
  const std::uint64_t for_marks[] = {9795, 12098, 18384};
  const auto isa = static_cast<std::size_t>(GetParam());
  EXPECT_EQ(guesses_for(bundled("multiple.csv"), *solver_, 50), for_fifty[isa]);
  EXPECT_EQ(guesses_in(solve_marks(*solver_, random_pencilmarks(200), {})), for_marks[isa]);
}

#if defined(__x86_64__)
std::string answer_of(const SingleEngine& engine, const Grid& puzzle, std::uint64_t limit) {
  const EngineMemory memory = make_engine_memory(engine.memory);
  Grid solution = kEmptyGrid;
  const SingleResult result = engine.solve(memory.get(), {.text = puzzle.cells.data(),
                                                          .solution = solution.cells.data(),
                                                          .solution_limit = limit,
                                                          .guess_limit = kUnlimited,
                                                          .patience = kSinglePatience});
  return std::to_string(result.solutions) + ' ' + std::to_string(result.guesses) + ' ' +
         std::string(solution.text());
}

// Processors from Ice Lake on run another variant, which must not find anything else.
TEST(SingleOfEarlyAvx512, AnswersAsThatOfThisMachine) {
  if (best_isa() < Isa::avx512) GTEST_SKIP() << "this processor has no AVX-512";
  for (const Grid& puzzle : mixture(500)) {
    for (const std::uint64_t limit : {1, 2}) {
      ASSERT_EQ(answer_of(kAvx512Engines.single, puzzle, limit),
                answer_of(engines_for(Isa::avx512).single, puzzle, limit));
    }
  }
}
#endif

int handed_over(const SingleEngine& engine, std::uint64_t limit) {
  const EngineMemory memory = make_engine_memory(engine.memory);
  int number = 0;
  for (const Grid& puzzle : bundled("classics.csv")) {
    Grid solution;
    const SingleCall call{.text = puzzle.cells.data(),
                          .solution = solution.cells.data(),
                          .solution_limit = limit,
                          .guess_limit = kUnlimited,
                          .patience = kSinglePatience};
    if (engine.solve(memory.get(), call).end == SingleEnd::handed_over) ++number;
  }
  return number;
}

TEST_P(SingleOnOlderProcessors, HandsOverTheWidestOnly) {
  const SingleEngine& engine = engines_for(GetParam()).single;
  EXPECT_EQ(handed_over(engine, 1), GetParam() == Isa::avx512 ? 1 : 2);
  EXPECT_EQ(handed_over(engine, 2), 7);
  EXPECT_EQ(handed_over(engine, 1000), 8);
}

TEST_P(Single, NeedsTheSameGuessesWhateverCameBefore) {
  const std::vector<Grid> puzzles = mixture(300);
  const std::vector<Answer> answers = solve_all(*solver_, puzzles, {});
  solve_one(*solver_, kEmptyGrid, {.solution_limit = 1000, .guess_limit = 300});
  for (std::size_t i = puzzles.size(); i-- > 0;) {
    const Answer again = solve_one(*solver_, puzzles[i], {});
    EXPECT_EQ(answers[i].guesses, again.guesses) << puzzles[i].text();
    EXPECT_EQ(answers[i].solution, again.solution) << puzzles[i].text();
  }
}

TEST_P(Single, EndsEveryPuzzleOfASpanWhenCancelled) {
  std::atomic<bool> cancelled = false;
  std::thread canceller([&cancelled] { cancelled = true; });
  const Budget budget{.solution_limit = kUnlimited, .cancelled = &cancelled};
  for (const Answer& answer : solve_all(*solver_, std::vector<Grid>(100, kEmptyGrid), budget))
    EXPECT_EQ(answer.outcome, Outcome::timeout);
  canceller.join();
}

}  // namespace
}  // namespace sudoku::simd
