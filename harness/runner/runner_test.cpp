// Tests of how the puzzles of a pass are cut into tasks, and of what a runner says of late answers.
#include "harness/runner/runner.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/machine/memory.h"

namespace sudoku::runner {

namespace {

using Ranges = std::vector<std::pair<std::size_t, std::size_t>>;  // first and size of each

struct WorkCase {
  const char* name;
  std::size_t puzzles;
  std::size_t copies;
  std::size_t chunk;
  Ranges ranges;
};

TEST(Work, IsCutIntoChunksThatEndWithTheirCopy) {
  const WorkCase cases[] = {
      {"one puzzle", 1, 1, 1, {{0, 1}}},
      {"a chunk for all", 5, 1, 8, {{0, 5}}},
      {"no rest", 6, 1, 3, {{0, 3}, {3, 3}}},
      {"a rest", 7, 1, 3, {{0, 3}, {3, 3}, {6, 1}}},
      {"two copies", 10, 2, 3, {{0, 3}, {3, 2}, {5, 3}, {8, 2}}},
      {"three copies of two", 6, 3, 4, {{0, 2}, {2, 2}, {4, 2}}},
  };
  for (const WorkCase& c : cases) {
    SCOPED_TRACE(c.name);
    const std::vector<Grid> puzzles(c.puzzles);
    const Work work{.puzzles = puzzles, .answers = {}, .copies = c.copies, .chunk = c.chunk};
    ASSERT_EQ(work.chunks(), c.ranges.size());
    EXPECT_EQ(work.chunks_per_copy(), c.ranges.size() / c.copies);
    for (std::size_t i = 0; i < c.ranges.size(); ++i) {
      const auto [first, size] = c.ranges[i];
      EXPECT_EQ(work.range(i).first, first);
      EXPECT_EQ(work.range(i).size, size);
      for (std::size_t at = first; at < first + size; ++at) {
        EXPECT_EQ(work.rest_of_chunk(at).first, at);
        EXPECT_EQ(work.rest_of_chunk(at).size, first + size - at) << at;
      }
    }
  }
}

TEST(Work, BeginsItsFirstChunksAtAnyTime) {
  Work work;
  EXPECT_FALSE(work.is_over(3)) << "there is no end";
  work.until = SteadyClock::now() - std::chrono::seconds(1);
  EXPECT_FALSE(work.is_over(0));
  EXPECT_TRUE(work.is_over(1));
  work.least = 2;
  EXPECT_FALSE(work.is_over(1));
  EXPECT_TRUE(work.is_over(2));
  work.until = SteadyClock::now() + std::chrono::hours(1);
  EXPECT_FALSE(work.is_over(2));
}

const machine::StampClock& stamp_clock_of_tests() {
  static const machine::StampClock clock;
  return clock;
}

// Calls of a chunk that took longer than the limit, and times of the puzzles one by one.
class LateRunner final : public Runner {
 public:
  LateRunner(const SolverInfo& info, parallel::ThreadPool& pool)
      : Runner(info, pool, stamp_clock_of_tests()) {}

  std::uint64_t added_memory() override { return 0; }

  double startup_s() const override { return 0; }

  // What pass() says of a call: its first puzzle, and its time in milliseconds.
  std::vector<std::pair<std::size_t, int>> late;
  std::vector<Outcome> outcomes;             // of all puzzles
  std::vector<int> alone_ms = {};            // time of each puzzle that is solved again
  std::vector<Incident> alone_befalls = {};  // what happens on each of them
  std::map<std::size_t, Incident> befalls;   // what happens in the pass itself
  std::size_t again = 0;                     // puzzles that were solved again

 private:
  PassResult pass(const Work& work, const Budget& /*budget*/,
                  std::span<std::uint64_t> ticks) override {
    PassResult result{.time = Nanoseconds(1), .running = Nanoseconds(9)};
    if (ticks.empty()) {
      for (std::size_t i = 0; i < work.answers.size(); ++i)
        work.answers[i].outcome = outcomes[i];
      for (const auto& [first, ms] : late)
        result.late_calls.push_back(
            {.first = first, .ticks = clock_.ticks(std::chrono::milliseconds(ms))});
      result.running = Nanoseconds(7);
      result.off_clock = std::chrono::hours(1);
      result.incidents = befalls;
      return result;
    }
    again += work.puzzles.size();
    for (std::size_t i = 0; i < work.answers.size(); ++i) {
      work.answers[i].outcome = Outcome::unique;
      ticks[i] = clock_.ticks(std::chrono::milliseconds(i < alone_ms.size() ? alone_ms[i] : 1));
      if (i < alone_befalls.size() && !alone_befalls[i].reason.empty())
        result.incidents[i] = alone_befalls[i];
    }
    return result;
  }
};

// Puzzles in two chunks of three, with a limit of ten milliseconds.
class LateAnswers : public testing::Test {
 protected:
  std::vector<Outcome> solve(const Budget& budget = {.time_limit = std::chrono::milliseconds(10)},
                             std::size_t chunk = 3) {
    const std::vector<Grid> puzzles(6);
    std::vector<Answer> answers(6);
    runner_.again = 0;
    work_ = {.puzzles = puzzles, .answers = answers, .chunk = chunk, .until = until_};
    passed_ = runner_.solve(work_, budget);
    std::vector<Outcome> outcomes(6);
    std::ranges::transform(answers, outcomes.begin(), &Answer::outcome);
    return outcomes;
  }

  static std::vector<Outcome> unique_but(std::vector<std::size_t> positions,
                                         Outcome outcome = Outcome::timeout) {
    std::vector<Outcome> outcomes(6, Outcome::unique);
    for (const std::size_t position : positions)
      outcomes[position] = outcome;
    return outcomes;
  }

  SolverInfo info_;
  parallel::ThreadPool pool_{1, false};
  LateRunner runner_{info_, pool_};
  std::optional<SteadyClock::time_point> until_;
  Work work_;
  PassResult passed_;
};

TEST_F(LateAnswers, AreFoundByTheirOwnTimes) {
  runner_.outcomes = unique_but({});
  EXPECT_EQ(solve(), unique_but({}));
  EXPECT_EQ(runner_.again, 0U) << "no call was late";
  runner_.late = {{3, 11}};
  runner_.alone_ms = {1, 11, 10};
  EXPECT_EQ(solve(), unique_but({4}));
  EXPECT_EQ(runner_.again, 3U) << "the puzzles of the late chunk";
  EXPECT_GT(passed_.off_clock, std::chrono::hours(1)) << "more than that of the pass";
  EXPECT_EQ(passed_.running, Nanoseconds(7)) << "of the pass itself";
}

// A puzzle that was given up took the limit, which explains the time of its chunk.
TEST_F(LateAnswers, AreNotLookedForWhereOthersTookTheTime) {
  runner_.outcomes = unique_but({1});
  runner_.late = {{0, 19}};
  EXPECT_EQ(solve(), unique_but({1}));
  EXPECT_EQ(runner_.again, 0U);
  runner_.late = {{0, 21}};
  EXPECT_EQ(solve(), unique_but({1}));
  EXPECT_EQ(runner_.again, 2U) << "those that were answered";
  runner_.outcomes = unique_but({1}, Outcome::unanswered);
  runner_.late = {{0, 11}};
  EXPECT_EQ(solve(), unique_but({1}, Outcome::unanswered));
  EXPECT_EQ(runner_.again, 2U);
}

TEST_F(LateAnswers, AreCertainWhereACallHadOnePuzzle) {
  runner_.outcomes = unique_but({});
  runner_.late = {{2, 11}};
  EXPECT_EQ(solve({.time_limit = std::chrono::milliseconds(10)}, 1), unique_but({2}));
  EXPECT_EQ(runner_.again, 0U);
  runner_.befalls[2] = {.outcome = Outcome::crashed, .reason = "died"};
  EXPECT_EQ(solve({.time_limit = std::chrono::milliseconds(10)}, 1), unique_but({}))
      << "a crash may take long";
}

TEST_F(LateAnswers, AreLeftAloneWhereTheTimeIsUpAnyway) {
  runner_.outcomes = unique_but({});
  runner_.late = {{0, 11}};
  until_ = SteadyClock::now() + std::chrono::hours(1);
  EXPECT_EQ(solve(), unique_but({}));
  EXPECT_EQ(runner_.again, 0U);
}

TEST_F(LateAnswers, MayTurnOutToBeCrashes) {
  runner_.outcomes = unique_but({});
  runner_.late = {{3, 11}};
  runner_.alone_befalls = {{}, {}, {.outcome = Outcome::crashed, .reason = "died"}};
  runner_.befalls[0] = runner_.befalls[5] = {.outcome = Outcome::crashed, .reason = "at first"};
  runner_.alone_befalls[1] = {.outcome = Outcome::timeout, .reason = "hung"};
  std::vector<Outcome> expected = unique_but({5}, Outcome::crashed);
  expected[4] = Outcome::timeout;
  EXPECT_EQ(solve(), expected);
  ASSERT_EQ(passed_.incidents.size(), 3U);
  EXPECT_EQ(passed_.incidents.at(0).reason, "at first");
  EXPECT_EQ(passed_.incidents.at(4).reason, "hung");
  EXPECT_EQ(passed_.incidents.at(5).reason, "at first");
}

TEST_F(LateAnswers, AreThoseThatWereStampedBeyondTheLimit) {
  runner_.alone_ms = {1, 11, 10, 12};
  runner_.alone_befalls = {{}, {}, {}, {.outcome = Outcome::crashed, .reason = "died"}};
  const std::vector<Grid> puzzles(4);
  std::vector<std::uint64_t> ticks(4);
  const auto solve_stamped = [&](const Budget& budget) {
    std::vector<Answer> answers(4);
    runner_.solve_stamped({.puzzles = puzzles, .answers = answers}, budget, ticks);
    std::vector<Outcome> outcomes(4);
    std::ranges::transform(answers, outcomes.begin(), &Answer::outcome);
    return outcomes;
  };
  std::vector<Outcome> expected(4, Outcome::unique);
  EXPECT_EQ(solve_stamped({}), expected) << "there is no limit";
  info_.batch = 4;
  EXPECT_EQ(solve_stamped({.time_limit = std::chrono::milliseconds(10)}), expected)
      << "a batch solver keeps the limit itself";
  info_.batch = 1;
  expected[1] = Outcome::timeout;
  EXPECT_EQ(solve_stamped({.time_limit = std::chrono::milliseconds(10)}), expected)
      << "but for the puzzle that it crashed on";
}

template <typename AnySolver>
const SolverEntry& solver_of() {
  static const SolverEntry entry{.info = {}, .create = []() -> std::unique_ptr<Solver> {
                                   return std::make_unique<AnySolver>();
                                 }};
  return entry;
}

constexpr Grid kSlow{};  // a puzzle without a cell

// A solver that never checks the time limit.
class Dawdler final : public Solver {
 public:
  void solve(std::span<const Grid> some, const Budget& /*budget*/,
             std::span<Answer> answers) override {
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (some[i] == kSlow) std::this_thread::sleep_for(std::chrono::milliseconds(30));
      answers[i] = {.outcome = Outcome::multiple, .solutions = 2};
    }
  }
};

TEST(InProcessRunner, CountsAnswersThatComeTooLateAsTimeouts) {
  const SolverSpec solver_spec(solver_of<Dawdler>());
  parallel::ThreadPool pool(2, false);
  const std::unique_ptr<Runner> runner = make_runner(solver_spec, pool, stamp_clock_of_tests(), {});
  const Budget budget{.time_limit = std::chrono::milliseconds(10)};
  std::vector<Grid> puzzles(40, kEmptyGrid);
  puzzles[7] = puzzles[8] = kSlow;
  for (const std::size_t chunk : {1, 16}) {
    std::vector<Answer> answers(puzzles.size());
    const Work work{.puzzles = puzzles, .answers = answers, .chunk = chunk};
    std::vector<std::uint64_t> ticks(puzzles.size());
    for (const bool is_stamped : {false, true}) {
      if (is_stamped) {
        runner->solve_stamped(work, budget, ticks);
      } else {
        runner->solve(work, budget);
      }
      for (std::size_t i = 0; i < puzzles.size(); ++i)
        EXPECT_EQ(answers[i].outcome == Outcome::timeout, i == 7 || i == 8) << i;
    }
  }
}

// Notes the sizes of its calls.
class CallCounter final : public Solver {
 public:
  void solve(std::span<const Grid> some, const Budget& /*budget*/,
             std::span<Answer> answers) override {
    sizes.push_back(some.size());
    std::ranges::fill(answers, Answer{.outcome = Outcome::multiple, .solutions = 2});
  }

  static inline std::vector<std::size_t> sizes;
};

TEST(InProcessRunner, CallsSolversWithPuzzlesOrBatchesUntilItsTimeIsOver) {
  parallel::ThreadPool pool(1, false);
  SolverEntry entry = solver_of<CallCounter>();
  const std::vector<Grid> puzzles(6, kEmptyGrid);
  std::atomic<bool> cancelled{false};
  const Budget budget{.cancelled = &cancelled};
  using Sizes = std::vector<std::size_t>;
  for (const unsigned batch : {1, 4}) {
    entry.info.batch = batch;
    const SolverSpec solver_spec(entry);
    const std::unique_ptr<Runner> runner =
        make_runner(solver_spec, pool, stamp_clock_of_tests(), {});
    std::vector<Answer> answers(6);
    Work work{.puzzles = puzzles, .answers = answers, .chunk = 4};
    const auto sizes_of = [](const auto& pass) {
      CallCounter::sizes.clear();
      pass();
      return CallCounter::sizes;
    };
    const auto solve = [&] { EXPECT_TRUE(runner->solve(work, budget).running.has_value()); };
    std::vector<std::uint64_t> ticks(6);
    EXPECT_EQ(sizes_of(solve), (Sizes{4, 2}));
    EXPECT_EQ(sizes_of([&] { runner->solve_stamped(work, budget, ticks); }),
              batch == 1 ? Sizes(6, 1) : (Sizes{4, 2}));
    if (batch == 4) {
      EXPECT_EQ(ticks, (std::vector{ticks[0], ticks[0], ticks[0], ticks[0], ticks[4], ticks[4]}));
    }
    work.until = SteadyClock::now();
    EXPECT_EQ(sizes_of(solve), Sizes{4}) << "the first chunk is begun at any time";
    cancelled = true;
    EXPECT_EQ(sizes_of(solve), Sizes());
    cancelled = false;
  }
}

// Holds 20 MB for ever, and 30 MB more during a call.
class Hoarder final : public Solver {
 public:
  void solve(std::span<const Grid> /*puzzles*/, const Budget& /*budget*/,
             std::span<Answer> answers) override {
    const std::vector<char> more(answers.size() > 1 ? 30'000'000 : 1, 'x');
    answers[0].outcome = more.front() == 'x' ? Outcome::none : Outcome::multiple;
  }

 private:
  std::vector<char> kept_ = std::vector<char>(20'000'000, 'x');
};

TEST(InProcessRunner, AddsTheMemoryOfItsInstancesToThatOfItsCalls) {
  if (machine::heap_in_use() == 0)
    GTEST_SKIP() << "this allocator does not tell what it has handed out";
  parallel::ThreadPool pool(2, false);
  const SolverSpec solver_spec(solver_of<Hoarder>());
  const std::vector<Grid> puzzles(2, kEmptyGrid);
  const std::unique_ptr<Runner> runner = make_runner(solver_spec, pool, stamp_clock_of_tests(), {});
  EXPECT_GT(runner->startup_s(), 0);
  runner->watch_memory();
  std::vector<Answer> answers(2);
  const double before = static_cast<double>(runner->added_memory());
  EXPECT_NEAR(before, 40e6, 5e6) << "of two instances";
  runner->solve({.puzzles = puzzles, .answers = answers, .chunk = 2}, {});
  EXPECT_NEAR(static_cast<double>(runner->added_memory()) - before, 30e6, 5e6);
}

TEST(KeptMemory, IsHeapThatGrewOrResidentMemoryThatGrewMuch) {
  constexpr std::uint64_t kMebibyte = 1U << 20U;
  const HeldMemory before{.heap = 100, .anonymous = 8 * kMebibyte, .processes = {7}};
  const auto kept = [&before](const HeldMemory& after) {
    return kept_memory(before, after).value();
  };
  EXPECT_EQ(kept({.heap = 90, .anonymous = 8 * kMebibyte, .processes = {7}}), 0U);
  EXPECT_EQ(kept({.heap = 150, .anonymous = 8 * kMebibyte, .processes = {7}}), 50U);
  EXPECT_EQ(kept({.heap = 100, .anonymous = 12 * kMebibyte, .processes = {7}}), 0U);
  EXPECT_EQ(kept({.heap = 100, .anonymous = 13 * kMebibyte, .processes = {7}}), kMebibyte);
}

TEST(KeptMemory, IsUnknownOfOtherProcesses) {
  EXPECT_FALSE(kept_memory({.processes = {7}}, {.processes = {8}}));
  EXPECT_FALSE(kept_memory({.processes = {7}}, {.processes = {7, 8}}));
}

}  // namespace

}  // namespace sudoku::runner
