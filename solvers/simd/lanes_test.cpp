// Compares the batch solver, on every instruction set of this machine, with other solvers.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"
#include "solvers/simd/vector_fixture.h"
#include "solvers/simd/vector_solvers.h"

namespace sudoku::simd {
namespace {

using namespace std::chrono_literals;

// Debug builds are slow, so they test fewer puzzles.
#ifdef NDEBUG
constexpr std::size_t kLongest = 200;
#else
constexpr std::size_t kLongest = 70;
#endif

class Lanes : public testing::TestWithParam<Isa> {
 protected:
  std::unique_ptr<Solver> solver_ = make_lanes(GetParam(), kLanesWaiting);
};

class LanesOnOlderProcessors : public Lanes {};

INSTANTIATE_TEST_SUITE_P(Isa, Lanes, testing::ValuesIn(isas_here()), name_of_isa);
INSTANTIATE_TEST_SUITE_P(Isa, LanesOnOlderProcessors, testing::ValuesIn(isas_here()), name_of_isa);

TEST_P(Lanes, TakesEveryNumberOfPuzzles) {
  const std::vector<Grid> puzzles = mixture(kLongest);
  const std::vector<Answer> expected = answers_of("mrv_hidden", puzzles, 2);
  for (std::size_t length = 0; length <= puzzles.size(); ++length) {
    SCOPED_TRACE(length);
    const std::vector<Grid> some(puzzles.begin(), puzzles.begin() + static_cast<long>(length));
    expect_same(some, solve_all(*solver_, some, {}), expected);
  }
}

TEST_P(Lanes, TakesMorePuzzlesThanItWorksOnTogether) {
  const std::vector<Grid> puzzles = mixture(std::size_t{2} * kLanesPuzzles + 77);
  expect_same(puzzles, solve_all(*solver_, puzzles, {}), answers_of("mrv_hidden", puzzles, 2));
}

// Expects equal answers from two batches or instruction sets, even in the choice among several
// solutions. Guesses must agree if the solution is unique: the whole tree was searched.
void expect_identical(const Grid& puzzle, const Answer& answer, const Answer& other) {
  EXPECT_EQ(name_of(answer.outcome), name_of(other.outcome)) << puzzle.text();
  EXPECT_EQ(answer.solutions, other.solutions) << puzzle.text();
  EXPECT_EQ(answer.solution.text(), other.solution.text()) << puzzle.text();
  if (answer.outcome == Outcome::unique) {
    EXPECT_EQ(answer.guesses, other.guesses) << puzzle.text();
  }
}

void expect_identical(const std::vector<Grid>& puzzles, const std::vector<Answer>& answers,
                      const std::vector<Answer>& others) {
  for (std::size_t i = 0; i < puzzles.size(); ++i)
    expect_identical(puzzles[i], answers[i], others[i]);
}

TEST_P(Lanes, AnswersAloneAsInABatch) {
  const std::vector<Grid> puzzles = mixture(kLongest);
  for (const std::uint64_t limit : {1, 2, 5}) {
    SCOPED_TRACE(limit);
    const Budget budget{.solution_limit = limit};
    const std::vector<Answer> answers = solve_all(*solver_, puzzles, budget);
    for (std::size_t i = 0; i < puzzles.size(); ++i)
      expect_identical(puzzles[i], answers[i], solve_one(*solver_, puzzles[i], budget));
  }
}

// Rotates the batch, so that every puzzle is in every lane once, with other neighbours.
TEST_P(Lanes, DoesNotCareWhereAPuzzleStands) {
  std::vector<Grid> puzzles = mixture(45);
  for (const std::uint64_t limit : {1, 2}) {
    std::vector<Answer> expected = answers_of("mrv_hidden", puzzles, limit);
    std::vector<Answer> before = solve_all(*solver_, puzzles, {.solution_limit = limit});
    for (std::size_t turn = 0; turn < puzzles.size(); ++turn) {
      SCOPED_TRACE(turn);
      std::rotate(puzzles.begin(), puzzles.begin() + 1, puzzles.end());
      std::rotate(expected.begin(), expected.begin() + 1, expected.end());
      std::rotate(before.begin(), before.begin() + 1, before.end());
      const std::vector<Answer> answers = solve_all(*solver_, puzzles, {.solution_limit = limit});
      expect_same(puzzles, answers, expected);
      expect_identical(puzzles, answers, before);
    }
  }
}

TEST_P(Lanes, AnswersAsOnTheBaseline) {
  const std::vector<Grid> puzzles = mixture(3000);
  const std::unique_ptr<Solver> baseline = make_lanes(Isa::baseline, kLanesWaiting);
  for (const std::uint64_t limit : {1, 2, 20}) {
    SCOPED_TRACE(limit);
    const Budget budget{.solution_limit = limit};
    expect_identical(puzzles, solve_all(*solver_, puzzles, budget),
                     solve_all(*baseline, puzzles, budget));
  }
}

std::vector<Grid> two_clues(std::size_t number) {
  std::vector<Grid> puzzles(number, kEmptyGrid);
  for (std::size_t i = 0; i < number; ++i) {
    puzzles[i].cells[i % kCells] = '1';
    puzzles[i].cells[(i * 7 + 40) % kCells] = '2';
  }
  return puzzles;
}

// If these numbers of guesses change, the search has changed what it branches on.
TEST_P(LanesOnOlderProcessors, GuessesAsOftenAsItDid) {
  EXPECT_EQ(guesses_for(bundled("easy.csv"), *solver_), 0U);
  EXPECT_EQ(guesses_for(bundled("minimal.csv"), *solver_), 2873U);
  EXPECT_EQ(guesses_for(bundled("hard.csv"), *solver_), 3473U);
}

// In these, the number of lanes decides which states are searched before enough is found.
TEST_P(LanesOnOlderProcessors, GuessesAsOftenAsItDidForSeveralSolutions) {
  const std::vector<Grid> puzzles = bundled("multiple.csv");
  const std::vector<std::uint64_t> guesses = {
      guesses_for(puzzles, *solver_, 1), guesses_for(puzzles, *solver_, 2),
      guesses_for(puzzles, *solver_, 50), guesses_for(two_clues(512), *solver_, 2)};
  const std::vector<std::uint64_t> known[] = {
      {8850, 9061, 63767, 26864}, {8883, 9109, 68181, 27082}, {8961, 9314, 73639, 27886}};
  EXPECT_EQ(guesses, known[static_cast<std::size_t>(GetParam())]);
}

// The puzzles of a call of the engine, and how the call is made.
struct EngineCall {
  std::vector<Grid> puzzles;
  std::uint64_t limit = 2;
  int looks = 1'000'000;  // at the budget, the last of which ends the search
};

// What a call finds of each puzzle: guesses, number of solutions, and the first of them.
std::vector<std::string> answers_in(const EngineCall& how, const LanesEngine& engine,
                                    void* memory) {
  const std::size_t count = how.puzzles.size();
  std::vector<Grid> solutions(count, kEmptyGrid);
  std::vector<LanesPuzzle> results(count);
  std::vector<LanesState> states(count, LanesState::open);
  int looks = how.looks;
  const LanesCall call{.text = how.puzzles.front().cells.data(),
                       .count = static_cast<std::uint32_t>(count),
                       .solutions = solutions.front().cells.data(),
                       .solution_stride = sizeof(Grid),
                       .results = results.data(),
                       .states = states.data(),
                       .solution_limit = how.limit,
                       .guess_limit = kUnlimited,
                       .waiting_limit = kLanesWaiting,
                       .stop = [](void* context) { return --*static_cast<int*>(context) <= 0; },
                       .context = &looks};
  engine.solve(memory, call);
  std::vector<std::string> answers;
  for (std::size_t i = 0; i < count; ++i) {
    answers.push_back(std::to_string(results[i].guesses) + ' ' +
                      std::to_string(results[i].solutions) + ' ' +
                      std::string(solutions[i].text()));
  }
  return answers;
}

// A call that went through contradictions, one whose puzzles had many solutions, and some that were
// ended in the middle: each left other counts, lanes and waiting states.
TEST_P(Lanes, AnswersAsANewOneWhateverCameBefore) {
  const LanesEngine& engine = engines_for(GetParam()).lanes;
  std::vector<Grid> impossible = bundled("none.csv");
  impossible.resize(200);
  std::vector<EngineCall> before = {{.puzzles = impossible}, {.puzzles = two_clues(100)}};
  for (const std::uint64_t limit : {1, 2, 100'000}) {
    for (const int looks : {1, 2, 5})
      before.push_back({.puzzles = two_clues(100), .limit = limit, .looks = looks});
  }
  for (const std::size_t number : {3, 40, 200}) {
    for (const std::uint64_t limit : {1, 2, 50}) {
      const EngineCall call{.puzzles = mixture(number), .limit = limit};
      const EngineMemory fresh = make_engine_memory(engine.memory);
      const std::vector<std::string> expected = answers_in(call, engine, fresh.get());
      for (std::size_t i = 0; i < before.size(); ++i) {
        const EngineMemory used = make_engine_memory(engine.memory);
        answers_in(before[i], engine, used.get());
        ASSERT_EQ(answers_in(call, engine, used.get()), expected)
            << "call " << i << " before; " << number << " puzzles, limit " << limit;
      }
    }
  }
}

TEST_P(Lanes, NeedsNoClearedMemory) {
  const LanesEngine& engine = engines_for(GetParam()).lanes;
  for (const std::uint64_t limit : {1, 2, 50}) {
    const EngineCall call{.puzzles = mixture(100), .limit = limit};
    const EngineMemory memory = make_engine_memory(engine.memory);
    std::vector<std::vector<std::string>> answers;
    for (const int byte : {0x00, 0x01, 0xFF}) {
      std::memset(memory.get(), byte, engine.memory);
      answers.push_back(answers_in(call, engine, memory.get()));
    }
    EXPECT_EQ(answers[1], answers[0]);
    EXPECT_EQ(answers[2], answers[0]);
  }
}

#if defined(__x86_64__)
// Processors from Ice Lake on run another variant, which must not find anything else.
TEST(LanesOfEarlyAvx512, AnswerAsThoseOfThisMachine) {
  if (best_isa() < Isa::avx512) GTEST_SKIP() << "this processor has no AVX-512";
  const LanesEngine& here = engines_for(Isa::avx512).lanes;
  const EngineMemory memory = make_engine_memory(here.memory);
  for (const std::uint64_t limit : {1, 2, 50}) {
    const EngineCall call{.puzzles = mixture(500), .limit = limit};
    ASSERT_EQ(answers_in(call, kAvx512Engines.lanes, memory.get()),
              answers_in(call, here, memory.get()));
  }
}
#endif

TEST_P(LanesOnOlderProcessors, FindsTwoSolutionsOfManySparseGrids) {
  for (const std::vector<Grid>& puzzles : {std::vector<Grid>(512, kEmptyGrid), two_clues(512)}) {
    const std::vector<Answer> answers = solve_all(*solver_, puzzles, {});
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      EXPECT_EQ(answers[i].outcome, Outcome::multiple);
      EXPECT_EQ(answers[i].solutions, 2U);
      EXPECT_TRUE(is_solution(puzzles[i], answers[i].solution));
    }
  }
}

using SlowLanes = Lanes;

INSTANTIATE_TEST_SUITE_P(Isa, SlowLanes, testing::ValuesIn(isas_here()), name_of_isa);

TEST_P(SlowLanes, EndsManySparseGridsAtTheGuessLimit) {
  const Budget budget{.solution_limit = 1'000'000, .guess_limit = 3000};
  for (const std::vector<Grid>& puzzles : {std::vector<Grid>(512, kEmptyGrid), two_clues(512)}) {
    for (const Answer& answer : solve_all(*solver_, puzzles, budget)) {
      EXPECT_EQ(answer.outcome, Outcome::timeout);
      EXPECT_EQ(answer.guesses, budget.guess_limit);
    }
  }
}

// Endless puzzles in a batch may delay the answers to the others, but must not make them wrong.
TEST_P(Lanes, AnswersInTimeAreRight) {
  constexpr std::uint64_t kMany = 10'000;
  std::vector<Grid> puzzles = mixture(300);
  std::vector<Answer> expected = answers_of("mrv_hidden", puzzles, kMany);
  const std::vector<Grid> endless = two_clues(300);
  puzzles.insert(puzzles.end(), endless.begin(), endless.end());
  expected.resize(puzzles.size(), {.outcome = Outcome::multiple, .solutions = kMany});

  const Budget budget{.solution_limit = kUnlimited, .time_limit = 50ms};
  const std::vector<Answer> answers = solve_all(*solver_, puzzles, budget);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (expected[i].solutions == kMany) {
      EXPECT_TRUE(answers[i].outcome == Outcome::timeout || answers[i].solutions >= kMany);
    } else if (answers[i].outcome != Outcome::timeout) {
      expect_same(puzzles[i], answers[i], expected[i]);
    }
  }
}

TEST_P(Lanes, EndsEveryOpenPuzzleWhenCancelled) {
  std::atomic<bool> cancelled = false;
  std::thread canceller([&cancelled] { cancelled = true; });
  const std::vector<Grid> puzzles = two_clues(std::size_t{2} * kLanesPuzzles);
  const Budget budget{.solution_limit = kUnlimited, .cancelled = &cancelled};
  for (const Answer& answer : solve_all(*solver_, puzzles, budget))
    EXPECT_EQ(answer.outcome, Outcome::timeout);
  canceller.join();
}

}  // namespace
}  // namespace sudoku::simd
