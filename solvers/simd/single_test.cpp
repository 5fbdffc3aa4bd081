// Compares `simd`, on every instruction set of this machine, with other solvers.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/simd/vector_fixture.h"
#include "solvers/simd/vector_solvers.h"

namespace sudoku::simd {
namespace {

class Single : public testing::TestWithParam<Isa> {
 protected:
  std::unique_ptr<Solver> solver_ = make_simd(GetParam(), kSinglePatience);
};

class SingleOnOlderProcessors : public Single {};

INSTANTIATE_TEST_SUITE_P(Isa, Single, testing::ValuesIn(isas_here()), name_of_isa);
INSTANTIATE_TEST_SUITE_P(Isa, SingleOnOlderProcessors, testing::ValuesIn(isas_here()), name_of_isa);

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
  EXPECT_EQ(guesses_for(bundled("multiple.csv"), *solver_, 50),
            for_fifty[static_cast<std::size_t>(GetParam())]);
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

}  // namespace
}  // namespace sudoku::simd
