#include "harness/run/plan.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace sudoku::run {

namespace {

constexpr std::uint64_t kInDataset = 40000;

RunSettings settings() {
  RunSettings settings;
  settings.threads = {1};
  return settings;
}

std::vector<Plan> plan(const std::vector<Pilot>& pilots, const RunSettings& settings) {
  const dataset::Sampling sampling(settings.seed, settings.block, kInDataset);
  return plan_run(pilots, kInDataset, sampling, settings);
}

Plan plan_set(const std::vector<Pilot>& pilots, std::uint64_t puzzles,
              const RunSettings& settings) {
  const dataset::Sampling sampling(settings.seed, settings.block, puzzles);
  return plan_run(pilots, puzzles, sampling, settings).front();
}

Pilot taking(double ns) { return {.ns_per_puzzle = ns}; }

TEST(Plan, FastSolversSolveEverything) {
  const Plan fast = plan({taking(1000)}, settings()).front();
  EXPECT_EQ(fast.rate, 1);
  EXPECT_FALSE(fast.slow);
  EXPECT_EQ(fast.rounds, 5U);
  EXPECT_TRUE(fast.lower.empty());
}

TEST(Plan, SlowSolversGetASampleThatFitsTheBudget) {
  const Plan slow = plan({taking(5e6)}, settings()).front();
  EXPECT_TRUE(slow.slow);
  EXPECT_EQ(slow.rounds, 3U);
  EXPECT_EQ(slow.chunk, 1U);
  // On the whole set, 40,000 puzzles x 5 ms x 3 rounds take 600 s; the budget is 10 s.
  EXPECT_EQ(slow.rate, 1.0 / 64);
}

TEST(Plan, ARoundNeverRepeatsMoreThanAskedFor) {
  RunSettings once = settings();
  once.rounds = 1;
  EXPECT_EQ(plan({taking(5e6)}, once).front().rounds, 1U);
}

TEST(Plan, EverybodyIsTimedOnTheSmallerSamplesToo) {
  const std::vector<Plan> plans = plan({taking(1000), taking(5e6), taking(5e7)}, settings());
  EXPECT_EQ(plans[0].lower, (std::vector<double>{plans[1].rate, plans[2].rate}));
  EXPECT_EQ(plans[1].lower, (std::vector<double>{plans[2].rate}));
  EXPECT_TRUE(plans[2].lower.empty());
  EXPECT_GT(plans[1].rate, plans[2].rate);
}

TEST(Plan, WithoutABudgetEverythingIsSolved) {
  RunSettings unlimited = settings();
  unlimited.time_budget = {};
  const Plan slow = plan({taking(5e8)}, unlimited).front();
  EXPECT_EQ(slow.rate, 1);
  EXPECT_EQ(slow.round_floor, std::chrono::milliseconds(20));
}

TEST(Plan, ASampleIsNeverEmpty) {
  const Plan slowest = plan({taking(1e15)}, settings()).front();
  const dataset::Sampling sampling(settings().seed, settings().block, kInDataset);
  int sample = 0;
  for (std::uint64_t i = 0; i < kInDataset; ++i)
    sample += sampling.takes(slowest.rate, i) ? 1 : 0;
  EXPECT_GE(sample, 1);
  EXPECT_LE(sample, 4);
}

TEST(Plan, TheUsersSampleReplacesTheBudgets) {
  RunSettings sampled = settings();
  sampled.sample_rate = 0.25;
  EXPECT_EQ(plan({taking(1e9)}, sampled).front().rate, 0.25);
  sampled.sample_rate.reset();
  sampled.sample_count = 4000;
  EXPECT_EQ(plan({taking(10)}, sampled).front().rate, 0.1);
  sampled.sample_count = 10 * kInDataset;
  EXPECT_EQ(plan({taking(10)}, sampled).front().rate, 1);
}

TEST(Plan, BatchSolversGetTheirBatchWhateverTheirSpeed) {
  for (const std::uint64_t batch : {1U, 100U, 512U}) {
    const Pilot pilot{.ns_per_puzzle = 5000, .batch = batch};
    EXPECT_EQ(plan({pilot}, settings()).front().chunk, batch);
  }
}

TEST(RunSettings, SetTheBatchOfPluginsOnly) {
  ExternalSpec plugin;
  plugin.library = "my_solver";
  plugin.takes_batches = true;
  plugin.batch = 512;
  ExternalSpec command;
  command.command = {"cat"};
  command.batch = 100;
  RunSettings batched = settings();
  EXPECT_EQ(batched.batch_of(SolverSpec(plugin)), 512U);
  EXPECT_EQ(batched.batch_of(SolverSpec(command)), 100U);
  batched.batch = 64;
  EXPECT_EQ(batched.batch_of(SolverSpec(plugin)), 64U);
  EXPECT_EQ(batched.batch_of(SolverSpec(command)), 100U);
}

TEST(Plan, TasksAreShortAndEveryThreadGetsSome) {
  EXPECT_EQ(plan({taking(100)}, settings()).front().chunk, 512U);
  EXPECT_EQ(plan({taking(10e3)}, settings()).front().chunk, 8U);
  RunSettings many = settings();
  many.threads = {64};
  EXPECT_EQ(plan({taking(100)}, many).front().chunk, 8U);
}

TEST(Plan, RoundsAreGivenUpBeforePuzzlesOfASmallSet) {
  RunSettings many = settings();
  many.rounds = 15;
  many.latency = false;
  many.time_budget = std::chrono::seconds(2);
  // All 15 rounds of 1,500 puzzles x 100 us take 2.25 s; the budget is 2 s.
  const Plan plan = plan_set({taking(100e3)}, 1500, many);
  EXPECT_EQ(plan.rate, 1);
  EXPECT_EQ(plan.rounds, 12U);
  // Three rounds, the fewest for a set of more than 1,000 puzzles, take 4.5 s; a quarter of the
  // puzzles leaves time for five.
  const Plan slower = plan_set({taking(1e6)}, 1500, many);
  EXPECT_EQ(slower.rate, 0.25);
  EXPECT_EQ(slower.rounds, 5U);
}

TEST(Plan, RoundsAreGivenUpBeforeABlockHasFewPuzzles) {
  RunSettings many = settings();
  many.rounds = 15;
  many.latency = false;
  many.warmup = {};
  many.time_budget = std::chrono::seconds(2);
  // All 15 rounds of the 40,000 puzzles fit once; of half of them, 4,000 a block, when all take
  // twice as long.
  EXPECT_EQ(plan({taking(3e3)}, many).front().rounds, 15U);
  const Plan half = plan({taking(6e3)}, many).front();
  EXPECT_EQ(half.rate, 0.5);
  EXPECT_EQ(half.rounds, 15U);
  // A quarter has 2,000 puzzles a block, and 15 rounds of it take 1.8 s.
  const Plan fewer = plan({taking(12e3)}, many).front();
  EXPECT_EQ(fewer.rate, 0.5);
  EXPECT_EQ(fewer.rounds, 8U);
  // Three rounds are the fewest.
  const Plan least = plan({taking(48e3)}, many).front();
  EXPECT_EQ(least.rate, 0.25);
  EXPECT_EQ(least.rounds, 4U);
}

// Regression: a set of 18 puzzles was once sampled down to one.
TEST(Plan, ASmallSetIsSampledOnlyWhenTheBudgetHoldsNoRoundOfIt) {
  RunSettings brief = settings();
  brief.time_budget = std::chrono::seconds(2);
  // A round of 999 puzzles x 1.5 ms takes 1.5 s; the budget is 2 s.
  const Plan once = plan_set({taking(1.5e6)}, 999, brief);
  EXPECT_EQ(once.rate, 1);
  EXPECT_EQ(once.rounds, 1U);
  const Plan never = plan_set({taking(15e6)}, 999, brief);
  EXPECT_LT(never.rate, 1);
  EXPECT_EQ(never.rounds, 1U);
  const Plan larger = plan_set({taking(1.5e6)}, 1000, brief);
  EXPECT_LT(larger.rate, 1);
}

TEST(Plan, OfASmallSetThirtyPuzzlesAreMetOrAll) {
  for (const std::uint64_t puzzles : {1U, 18U, 29U, 30U, 31U, 300U, 999U}) {
    const Plan slowest = plan_set({taking(1e12)}, puzzles, settings());
    const dataset::Sampling sampling(settings().seed, settings().block, puzzles);
    std::uint64_t sample = 0;
    for (std::uint64_t i = 0; i < puzzles; ++i)
      sample += sampling.takes(slowest.rate, i) ? 1 : 0;
    EXPECT_GE(sample, std::min<std::uint64_t>(puzzles, 30)) << puzzles;
  }
}

TEST(Plan, APuzzleOfASmallSetIsGivenUpWhenItTakesTheBudgetAlone) {
  using std::chrono::milliseconds;
  RunSettings brief = settings();
  EXPECT_EQ(puzzle_limit(18, brief), brief.puzzle_timeout);
  brief.time_budget = milliseconds(300);
  EXPECT_EQ(puzzle_limit(18, brief), milliseconds(300));
  EXPECT_EQ(puzzle_limit(999, brief), milliseconds(300));
  EXPECT_EQ(puzzle_limit(1000, brief), brief.puzzle_timeout);
  brief.time_budget = milliseconds(1);
  EXPECT_EQ(puzzle_limit(18, brief), milliseconds(200)) << "waiting for a CPU may take as long";
  brief.sample_rate = 1;
  EXPECT_EQ(puzzle_limit(18, brief), brief.puzzle_timeout) << "the budget is not used";
  brief.sample_rate.reset();
  brief.puzzle_timeout = {};
  EXPECT_EQ(puzzle_limit(18, brief), milliseconds(0)) << "never, as asked for";
}

TEST(Plan, WarmUpsTakeAtMostAQuarterOfTheBudget) {
  RunSettings brief = settings();
  EXPECT_EQ(plan({taking(10)}, brief).front().warmup, brief.warmup);
  brief.time_budget = std::chrono::milliseconds(500);
  // Warm-ups of 5 blocks x 5 rounds fit in 125 ms, a quarter of the budget.
  EXPECT_EQ(plan({taking(10)}, brief).front().warmup, std::chrono::milliseconds(5));
  brief.time_budget = {};
  EXPECT_EQ(plan({taking(10)}, brief).front().warmup, brief.warmup);
}

TEST(Plan, FloorsTakeAtMostHalfOfTheBudget) {
  RunSettings brief = settings();
  brief.time_budget = std::chrono::milliseconds(100);
  // Round floors of 5 blocks x 5 rounds fit in 50 ms, half of the budget.
  EXPECT_EQ(plan({taking(10)}, brief).front().round_floor, std::chrono::milliseconds(2));
}

// Takes 1 µs a puzzle. Others have its CPU for 50 ms while it works on the fifth.
class InterruptedRunner final : public Runner {
 public:
  InterruptedRunner(const SolverInfo& info, parallel::ThreadPool& pool, const StampClock& clock)
      : Runner(info, pool, clock) {}

  std::uint64_t added_memory() override { return 0; }

  double startup_s() const override { return 0; }

 private:
  Nanoseconds pass(const Work& work, const Budget& /*budget*/,
                   std::span<std::uint64_t> ticks) override {
    for (Answer& answer : work.answers)
      answer.outcome = Outcome::unique;
    std::ranges::fill(ticks, clock_.ticks(std::chrono::microseconds(1)));
    ticks[4] += clock_.ticks(std::chrono::milliseconds(50));
    running_ = ticks.size() * std::chrono::microseconds(1);
    return *running_ + std::chrono::milliseconds(50);
  }
};

// Regression: beside other processes, samples were up to 500 times too small.
TEST(Pilot, DoesNotCountTheTimeForWhichOthersHaveTheCpu) {
  parallel::ThreadPool pool(1, false);
  const StampClock clock;
  const SolverInfo info{.name = "interrupted", .about = "", .source = "", .guess = ""};
  InterruptedRunner runner(info, pool, clock);
  const std::vector<Grid> puzzles(20);
  EXPECT_NEAR(run_pilot(runner, puzzles, std::chrono::seconds(10), {}, clock).ns_per_puzzle, 1000,
              10);
}

}  // namespace

}  // namespace sudoku::run
