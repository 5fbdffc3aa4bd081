// Compares the vector solvers, on every instruction set of this machine, with other solvers.
#include "solvers/simd/vector_solvers.h"

#include <atomic>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/simd/vector_fixture.h"

namespace sudoku::simd {
namespace {

using namespace std::chrono_literals;

// Debug builds are slow, so they test fewer puzzles.
#ifdef NDEBUG
constexpr std::size_t kSample = 6'000;
#else
constexpr std::size_t kSample = 500;
#endif

// `lanes` with that number of waiting states, or `simd` with that patience in guesses. With few of
// either, they search in other ways: `lanes` goes depth first, and `simd` hands puzzles over.
struct Variant {
  const char* solver;
  std::uint32_t limit;
};

constexpr Variant kUsual[] = {{"lanes", kLanesWaiting}, {"simd", kSinglePatience}};
constexpr Variant kUnusual[] = {{"lanes", 0}, {"lanes", 5}, {"lanes", 500},
                                {"simd", 0},  {"simd", 3},  {"simd", 40}};

using Parameters = std::tuple<Variant, Isa>;

class VectorSolver : public testing::TestWithParam<Parameters> {
 protected:
  std::unique_ptr<Solver> solver_ = [] {
    const auto [variant, isa] = GetParam();
    return variant.solver == std::string("lanes") ? make_lanes(isa, variant.limit)
                                                  : make_simd(isa, variant.limit);
  }();

  void expect_same_as_of(const char* referee, const std::vector<Grid>& puzzles,
                         std::uint64_t limit) const {
    SCOPED_TRACE("limit " + std::to_string(limit));
    expect_same(puzzles, solve_all(*solver_, puzzles, {.solution_limit = limit}),
                answers_of(referee, puzzles, limit));
  }
};

std::string name_of_parameters(const testing::TestParamInfo<Parameters>& info) {
  const auto [variant, isa] = info.param;
  return variant.solver + ('_' + std::to_string(variant.limit) + '_') + std::string(name_of(isa));
}

class VectorSolverOnOlderProcessors : public VectorSolver {};

class VectorSolverOnSets : public VectorSolver {};

const auto kUsualOnAll =
    testing::Combine(testing::ValuesIn(kUsual), testing::ValuesIn(isas_here()));

INSTANTIATE_TEST_SUITE_P(Usual, VectorSolver, kUsualOnAll, name_of_parameters);
INSTANTIATE_TEST_SUITE_P(Usual, VectorSolverOnOlderProcessors, kUsualOnAll, name_of_parameters);
INSTANTIATE_TEST_SUITE_P(Usual, VectorSolverOnSets, kUsualOnAll, name_of_parameters);
INSTANTIATE_TEST_SUITE_P(Unusual, VectorSolver,
                         testing::Combine(testing::ValuesIn(kUnusual),
                                          testing::ValuesIn(isas_here())),
                         name_of_parameters);

TEST_P(VectorSolverOnOlderProcessors, AgreesWithTheOthersOnBundledPuzzles) {
  for (const std::uint64_t limit : {1, 2})
    expect_same_as_of("mrv_hidden", mixture(200), limit);
}

TEST_P(VectorSolverOnSets, AgreesWithTheOthersOnBundledPuzzles) {
  for (const char* const file :
       {"classics.csv", "easy.csv", "hard.csv", "minimal.csv", "multiple.csv", "none.csv"}) {
    SCOPED_TRACE(file);
    std::vector<Grid> puzzles = bundled(file);
    puzzles.resize(std::min(puzzles.size(), kSample));
    for (const std::uint64_t limit : {1, 2, 1000})
      expect_same_as_of(limit == 2 ? "dlx" : "mrv_hidden", puzzles, limit);
  }
}

TEST_P(VectorSolverOnSets, AgreesWithTheOthersOnSharedPuzzles) {
  if (shared_folder() == nullptr) GTEST_SKIP() << kNoSharedSets;
  for (const auto& [file, all] : shared_sets()) {
    SCOPED_TRACE(file);
    const std::vector<Grid> puzzles = thinned(all, kSample / 4);
    for (const std::uint64_t limit : {1, 2, 1000})
      expect_same_as_of("mrv_hidden", puzzles, limit);
  }
}

TEST_P(VectorSolverOnSets, AgreesWithTheOthersOnMutants) {
  const char* const wanted = std::getenv("SUDOKU_BENCH_MUTANTS");
  const std::size_t number = wanted == nullptr ? kSample : std::strtoull(wanted, nullptr, 10);
  constexpr std::size_t kBatch = 500;
  static const Mutator kMutator(mixture(5000));
  for (std::size_t begin = 0; begin < number && !HasFailure(); begin += kBatch) {
    SCOPED_TRACE(begin);
    const std::vector<Grid> puzzles = kMutator.mutants(kBatch, begin);
    for (const std::uint64_t limit : {1, 2, 1000}) {
      const bool is_of_other = begin / kBatch % 10 == 9 && limit < 1000;
      expect_same_as_of(is_of_other ? "dlx" : "mrv_hidden", puzzles, limit);
    }
  }
}

TEST_P(VectorSolver, AgreesWithTheOthersOnAMixture) {
  for (const std::uint64_t limit : {1, 2, 1000})
    expect_same_as_of("mrv_hidden", mixture(500), limit);
}

TEST_P(VectorSolver, CountsExactly) {
  for (const Board& board : kBoards) {
    const std::vector<Grid> puzzles(40, grid_of(board.puzzle));
    for (const std::uint64_t limit : {1, 2, 7, 100, 1000}) {
      SCOPED_TRACE(board.name + (", limit " + std::to_string(limit)));
      for (const Answer& answer : solve_all(*solver_, puzzles, {.solution_limit = limit}))
        expect_answer(answer, board, limit);
    }
  }
}

// Puzzles that need fewer guesses than the limit are answered, whatever others in a batch need.
TEST_P(VectorSolver, KeepsTheGuessLimitPerPuzzle) {
  const std::vector<Grid> puzzles = mixture(300);
  const std::vector<Answer> expected = answers_of("mrv_hidden", puzzles, 1000);
  for (const std::uint64_t limit : {0, 1, 5, 50}) {
    SCOPED_TRACE(limit);
    const std::vector<Answer> answers =
        solve_all(*solver_, puzzles, {.solution_limit = 1000, .guess_limit = limit});
    std::size_t finished = 0;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      EXPECT_LE(answers[i].guesses, limit);
      if (answers[i].outcome == Outcome::timeout) continue;
      ++finished;
      expect_same(puzzles[i], answers[i], expected[i]);
    }
    EXPECT_GE(finished, puzzles.size() / 5);
  }
}

TEST_P(VectorSolver, AnswersAsEverWithinItsBudget) {
  const std::vector<Grid> puzzles = mixture(1000);
  const std::atomic<bool> cancelled = false;
  const Budget budget{.guess_limit = 1'000'000, .time_limit = 1h, .cancelled = &cancelled};
  expect_same(puzzles, solve_all(*solver_, puzzles, budget),
              answers_of("mrv_hidden", puzzles, budget.solution_limit));
}

}  // namespace
}  // namespace sudoku::simd
