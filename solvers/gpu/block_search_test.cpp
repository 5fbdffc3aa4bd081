// Tests of the solver for GPUs: its search, run by this processor, and where the plugin has been
// built and there is a device, the plugin.
#include "solvers/gpu/block_search.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/external/external_fixture.h"
#include "solvers/simd/vector_fixture.h"
#include "solvers/simd/vector_solvers.h"

namespace sudoku::gpu {
namespace {

// Debug builds are slow, so they test fewer puzzles.
#ifdef NDEBUG
constexpr std::size_t kSample = 1'000;
#else
constexpr std::size_t kSample = 150;
#endif

// Runs the steps of a block, each for one thread after another, and counts them. The order of the
// threads changes from step to step, because a device has none.
class InTurn {
 public:
  template <typename Step>
  void run(const Step& step) {
    for (std::uint64_t i = 0; i < kThreads; ++i)
      step(static_cast<int>((37 * i + 11 * steps) % kThreads));
    ++steps;
  }

  inline static std::uint64_t steps = 0;
};

// The solver for GPUs with a single block, run by this processor.
class Emulation final : public Solver {
 public:
  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) override {
    const std::size_t n = puzzles.size();
    std::string inputs;
    for (const Grid& puzzle : puzzles)
      inputs.append(puzzle.text()).push_back('\0');
    std::string solutions(n * kSolutionSize, kBlank);
    std::vector<Count> counts(n);
    std::vector<Count> guesses(n);
    unsigned taken = 0;
    BlockSearch<InTurn>(*memory_, waiting_.data(),
                        {.inputs = inputs.data(),
                         .puzzles = static_cast<unsigned>(n),
                         .most = static_cast<unsigned>(n) + 1,
                         .limit = budget.solution_limit,
                         .solutions = solutions.data(),
                         .counts = counts.data(),
                         .guesses = guesses.data(),
                         .taken = &taken,
                         .lost = &kLostCells})
        .run();
    for (std::size_t i = 0; i < n; ++i) {
      answers[i] = {.outcome = outcome_of(counts[i], budget.solution_limit),
                    .solutions = counts[i],
                    .guesses = guesses[i]};
      if (counts[i] > 0)
        std::copy_n(&solutions[i * kSolutionSize], kCells, answers[i].solution.cells.data());
    }
  }

 private:
  std::unique_ptr<BlockMemory> memory_ = std::make_unique<BlockMemory>();
  std::vector<std::uint16_t> waiting_ = std::vector<std::uint16_t>(kWaitingWordsOfBlock);
};

enum class Place { emulation, device };

class Gpu : public testing::TestWithParam<Place> {
 protected:
  void SetUp() override {
    if (GetParam() == Place::emulation) {
      solver_ = std::make_unique<Emulation>();
      return;
    }
    external::Spec spec;
    spec.name = spec.symbol = "sudoku_gpu";
    spec.library = SUDOKU_GPU;
    spec.takes_batches = true;
    spec.batch = 4096;
    if (spec.library.empty()) GTEST_SKIP() << "no CUDA compiler was found";
    if (!std::filesystem::exists(spec.library))
      GTEST_SKIP() << "target sudoku_gpu has not been built";
    try {
      solver_ = external::make_plugin(spec, external::into(reported_));
    } catch (const base::LoadError& error) {
      GTEST_SKIP() << error.what();
    }
  }

  void TearDown() override { EXPECT_EQ(reported_, external::ReportedIncidents()); }

  std::unique_ptr<Solver> solver_;
  external::ReportedIncidents reported_;
};

INSTANTIATE_TEST_SUITE_P(Place, Gpu, testing::Values(Place::emulation, Place::device),
                         [](const auto& param) {
                           return param.param == Place::emulation ? "Emulation" : "Device";
                         });

TEST_P(Gpu, AnswersEveryBoardAtEverySolutionLimit) {
  for (const Board& board : kBoards) {
    for (const std::uint64_t limit : {1, 2, 7, 288, 1000}) {
      SCOPED_TRACE(std::string(board.name) + ", limit " + std::to_string(limit));
      expect_answer(solve_one(*solver_, grid_of(board.puzzle), {.solution_limit = limit}), board,
                    limit);
    }
  }
}

using SlowGpu = Gpu;

INSTANTIATE_TEST_SUITE_P(Place, SlowGpu, testing::Values(Place::emulation, Place::device),
                         [](const auto& param) {
                           return param.param == Place::emulation ? "Emulation" : "Device";
                         });

TEST_P(SlowGpu, AgreesWithTheOthersOnBundledPuzzles) {
  for (const char* const file :
       {"classics.csv", "easy.csv", "hard.csv", "minimal.csv", "multiple.csv", "none.csv"}) {
    std::vector<Grid> puzzles = simd::bundled(file);
    puzzles.resize(std::min(puzzles.size(), kSample));
    for (const std::uint64_t limit : {1, 2, 1000}) {
      SCOPED_TRACE(std::string(file) + ", limit " + std::to_string(limit));
      simd::expect_same(puzzles, solve_all(*solver_, puzzles, {.solution_limit = limit}),
                        simd::answers_of("mrv_hidden", puzzles, limit));
    }
  }
}

TEST_P(Gpu, AgreesWithTheOthersOnMutants) {
  const simd::Mutator mutator(simd::bundled("hard.csv"));
  const std::vector<Grid> puzzles = mutator.mutants(kSample, 1);
  simd::expect_same(puzzles, solve_all(*solver_, puzzles, {}),
                    simd::answers_of("mrv_hidden", puzzles, 2));
}

// Both have the same rules and questions, and a search that finds one solution has to be complete.
TEST_P(Gpu, AsksWhatLanesAsks) {
  for (const char* const file : {"hard.csv", "minimal.csv"}) {
    std::vector<Grid> puzzles = simd::bundled(file);
    puzzles.resize(std::min(puzzles.size(), kSample));
    const std::vector<Answer> answers = solve_all(*solver_, puzzles, {});
    const std::vector<Answer> expected = solve_all(*make_lanes(Isa::baseline), puzzles, {});
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (expected[i].outcome == Outcome::unique) {
        EXPECT_EQ(answers[i].guesses, expected[i].guesses) << puzzles[i].text();
      }
    }
  }
}

TEST_P(SlowGpu, TakesEveryNumberOfPuzzles) {
  const std::vector<Grid> puzzles = simd::mixture(150);
  const std::vector<Answer> expected = simd::answers_of("mrv_hidden", puzzles, 2);
  for (std::size_t length = 0; length <= puzzles.size(); length += length < 70 ? 1 : 20) {
    SCOPED_TRACE(length);
    const std::vector<Grid> some(puzzles.begin(), puzzles.begin() + static_cast<long>(length));
    simd::expect_same(some, solve_all(*solver_, some, {}), expected);
  }
}

TEST_P(SlowGpu, CountsSolutionsOfManyEmptyGrids) {
  const std::vector<Grid> puzzles(130, kEmptyGrid);
  for (const std::uint64_t limit : {1, 2, 300}) {
    SCOPED_TRACE(limit);
    for (const Answer& answer : solve_all(*solver_, puzzles, {.solution_limit = limit})) {
      EXPECT_EQ(answer.solutions, limit);
      EXPECT_TRUE(is_solution(kEmptyGrid, answer.solution));
    }
  }
}

// One state alone needs at least ten steps for each guess.
TEST(Emulation, SharesASearchAmongIdleStates) {
  Emulation solver;
  const std::uint64_t before = InTurn::steps;
  const Answer answer = solve_one(solver, kEmptyGrid, {.solution_limit = 2000});
  EXPECT_EQ(answer.solutions, 2000U);
  EXPECT_LT(InTurn::steps - before, answer.guesses);
}

TEST(HalvesLogic, DoesForBothHalvesWhatItSays) {
  using Isa = HalvesLogic;
  std::mt19937 random(1);
  const auto half = [](Halves a, int i) { return a.bits >> 16 * i & 0xFFFF; };
  const auto flags = [](bool condition) { return condition ? 0xFFFFU : 0U; };
  for (int trial = 0; trial < 20'000; ++trial) {
    const std::uint32_t mask = trial % 2 == 0 ? 0x01FF01FFU : 0x00030003U;  // rare, and often equal
    const Halves a{static_cast<std::uint32_t>(random()) & mask};
    const Halves b{static_cast<std::uint32_t>(random()) & mask};
    const Halves picked = Isa::choose(Isa::at_most(a, b), Halves{0x00010001}, Halves{0x00020002});
    for (const int i : {0, 1}) {
      const std::uint32_t x = half(a, i);
      const std::uint32_t y = half(b, i);
      EXPECT_EQ(half(Isa::is_zero(a), i), flags(x == 0));
      EXPECT_EQ(half(Isa::equal(a, b), i), flags(x == y));
      EXPECT_EQ(half(Isa::at_most(a, b), i), flags(x <= y));
      EXPECT_EQ(half(picked, i), x <= y ? 1U : 2U);
      EXPECT_EQ(half(Isa::smaller(a, b), i), std::min(x, y));
      EXPECT_EQ(half(Isa::without_one(a), i), x & (x - 1));
      EXPECT_EQ(half(Isa::if_single(a, Isa::opaque(0xFFFF)), i), std::popcount(x) == 1 ? x : 0);
      EXPECT_EQ(half(Isa::count_digits(a), i), static_cast<unsigned>(std::popcount(x)));
      EXPECT_EQ(half(Isa::at_most_two(a), i), flags(std::popcount(x) <= 2));
    }
  }
}

}  // namespace
}  // namespace sudoku::gpu
