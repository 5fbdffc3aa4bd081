// Tests of every searching solver on the shared puzzle sets, when these are installed.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"
#include "solvers/simd/vector_fixture.h"

namespace sudoku {
namespace {

// Guess limit, so that no solver searches for hours; puzzles that exceed it are skipped.
constexpr std::uint64_t kMostGuesses = 2'000;

// Puzzles read from each file; fewer in debug builds, which are slow.
#ifdef NDEBUG
constexpr std::size_t kAll = 1'000'000;
constexpr std::size_t kSample = 1'000;
#else
constexpr std::size_t kAll = 1'000;
constexpr std::size_t kSample = 100;
#endif

// Sets whose puzzles may have no solution or several.
const std::set<std::string> kImproper = {"GENERATED_mutants_4500.txt",
                                         "GENERATED_pathological_560.txt", "emerentius_invalid.txt",
                                         "puzzles7_serg_benchmark.txt"};

class DatasetTest : public testing::Test {
 protected:
  void SetUp() override {
    if (simd::shared_folder() == nullptr) GTEST_SKIP() << simd::kNoSharedSets;
  }
};

// Compares answers with the expected ones unless the budget ran out; returns the number compared.
std::size_t expect_agreement(const std::vector<Grid>& puzzles, const std::vector<Answer>& answers,
                             const std::vector<Answer>& expected) {
  std::size_t finished = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (answers[i].outcome == Outcome::timeout) continue;
    ++finished;
    EXPECT_EQ(name_of(answers[i].outcome), name_of(expected[i].outcome)) << puzzles[i].text();
    EXPECT_EQ(answers[i].solutions, expected[i].solutions) << puzzles[i].text();
    if (expected[i].outcome == Outcome::unique) {
      EXPECT_EQ(answers[i].solution.text(), expected[i].solution.text()) << puzzles[i].text();
    }
  }
  return finished;
}

void expect_truth(const std::vector<Grid>& puzzles, const std::vector<Answer>& answers,
                  bool proper) {
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (proper) {
      EXPECT_EQ(name_of(answers[i].outcome), "unique") << puzzles[i].text();
    }
    if (answers[i].solutions > 0) {
      EXPECT_TRUE(is_solution(puzzles[i], answers[i].solution)) << puzzles[i].text();
    }
  }
}

using SlowestDatasetTest = DatasetTest;

TEST_F(SlowestDatasetTest, TheTwoProversAgreeOnEveryPuzzle) {
  const auto search = find_solver("mrv_hidden")->create();
  const auto cover = find_solver("dlx")->create();
  std::size_t asked = 0;
  std::size_t finished = 0;
  for (const auto& [file, all] : simd::shared_sets()) {
    SCOPED_TRACE(file);
    const std::vector<Grid> puzzles = simd::thinned(all, kAll);
    asked += puzzles.size();
    const std::vector<Answer> expected = solve_all(*search, puzzles, {});
    expect_truth(puzzles, expected, !kImproper.contains(file));
    finished +=
        expect_agreement(puzzles, solve_all(*cover, puzzles, {.guess_limit = 200}), expected);
  }
  EXPECT_GE(finished, asked * 3 / 4);
}

class EverySolverOnDatasets : public DatasetTest,
                              public testing::WithParamInterface<const SolverEntry*> {
 protected:
  // `wanted`, the number of puzzles that a test takes from a file, or fewer if the solver is slow.
  static std::size_t affordable(std::size_t wanted) {
    const std::size_t price = price_of(*GetParam());
    return price == 1 ? wanted : std::max<std::size_t>(kSample / price, 1);
  }

  std::unique_ptr<Solver> solver_ = GetParam()->create();
};

INSTANTIATE_TEST_SUITE_P(Roster, EverySolverOnDatasets, testing::ValuesIn(searching_solvers()),
                         name_of_param);

TEST_P(EverySolverOnDatasets, AgreesWithTheOthers) {
  const auto referee = find_solver("mrv_hidden")->create();
  std::size_t finished = 0;
  for (const auto& [file, all] : simd::shared_sets()) {
    SCOPED_TRACE(file);
    const std::vector<Grid> puzzles = simd::thinned(all, affordable(kSample));
    const std::vector<Answer> answers = solve_all(*solver_, puzzles, {.guess_limit = kMostGuesses});
    finished += expect_agreement(puzzles, answers, solve_all(*referee, puzzles, {}));
  }
  EXPECT_GE(finished, affordable(kSample));
}

}  // namespace
}  // namespace sudoku
