#include "harness/run/plan.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace sudoku::run {

namespace {

constexpr std::uint64_t kInDataset = 40000;

options::RunSettings settings() {
  options::RunSettings settings;
  settings.threads = {1};
  return settings;
}

std::vector<Plan> plan(const std::vector<Pilot>& pilots, const options::RunSettings& settings) {
  const dataset::Sampling sampling(settings.seed, settings.block, kInDataset);
  return plan_run(pilots, kInDataset, sampling, settings);
}

Plan plan_set(const std::vector<Pilot>& pilots, std::uint64_t puzzles,
              const options::RunSettings& settings) {
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
  options::RunSettings once = settings();
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
  options::RunSettings unlimited = settings();
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
  options::RunSettings sampled = settings();
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
  external::Spec plugin;
  plugin.library = "my_solver";
  plugin.takes_batches = true;
  plugin.batch = 512;
  external::Spec command;
  command.command = {"cat"};
  command.batch = 100;
  options::RunSettings batched = settings();
  EXPECT_EQ(batched.batch_of(runner::SolverSpec(plugin)), 512U);
  EXPECT_EQ(batched.batch_of(runner::SolverSpec(command)), 100U);
  batched.batch = 64;
  EXPECT_EQ(batched.batch_of(runner::SolverSpec(plugin)), 64U);
  EXPECT_EQ(batched.batch_of(runner::SolverSpec(command)), 100U);
}

TEST(Plan, TasksAreShortAndEveryThreadGetsSome) {
  EXPECT_EQ(plan({taking(100)}, settings()).front().chunk, 512U);
  EXPECT_EQ(plan({taking(10e3)}, settings()).front().chunk, 8U);
  options::RunSettings many = settings();
  many.threads = {64};
  EXPECT_EQ(plan({taking(100)}, many).front().chunk, 8U);
}

TEST(Plan, RoundsAreGivenUpBeforePuzzlesOfASmallSet) {
  options::RunSettings many = settings();
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
  options::RunSettings many = settings();
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
  options::RunSettings brief = settings();
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
  options::RunSettings brief = settings();
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
  options::RunSettings brief = settings();
  EXPECT_EQ(plan({taking(10)}, brief).front().warmup, brief.warmup);
  brief.time_budget = std::chrono::milliseconds(500);
  // Warm-ups of 5 blocks x 5 rounds fit in 125 ms, a quarter of the budget.
  EXPECT_EQ(plan({taking(10)}, brief).front().warmup, std::chrono::milliseconds(5));
  brief.time_budget = {};
  EXPECT_EQ(plan({taking(10)}, brief).front().warmup, brief.warmup);
}

TEST(Plan, FloorsTakeAtMostHalfOfTheBudget) {
  options::RunSettings brief = settings();
  brief.time_budget = std::chrono::milliseconds(100);
  // Round floors of 5 blocks x 5 rounds fit in 50 ms, half of the budget.
  EXPECT_EQ(plan({taking(10)}, brief).front().round_floor, std::chrono::milliseconds(2));
}

// Takes 1 µs a puzzle. Others have its CPU for 50 ms while it works on the fifth.
class InterruptedRunner final : public runner::Runner {
 public:
  InterruptedRunner(const SolverInfo& info, parallel::ThreadPool& pool,
                    const machine::StampClock& clock)
      : runner::Runner(info, pool, clock) {}

  std::uint64_t added_memory() override { return 0; }

  double startup_s() const override { return 0; }

 private:
  runner::PassResult pass(const runner::Work& work, const Budget& /*budget*/,
                          std::span<std::uint64_t> ticks) override {
    for (Answer& answer : work.answers)
      answer.outcome = Outcome::unique;
    std::ranges::fill(ticks, clock_.ticks(std::chrono::microseconds(1)));
    ticks[4] += clock_.ticks(std::chrono::milliseconds(50));
    const Nanoseconds running = ticks.size() * std::chrono::microseconds(1);
    return {.time = running + std::chrono::milliseconds(50), .running = running};
  }
};

// Regression: beside other processes, samples were up to 500 times too small.
TEST(Pilot, DoesNotCountTheTimeForWhichOthersHaveTheCpu) {
  parallel::ThreadPool pool(1, false);
  const machine::StampClock clock;
  const SolverInfo info{.name = "interrupted", .about = "", .source = "", .guess = ""};
  InterruptedRunner runner(info, pool, clock);
  const std::vector<Grid> puzzles(20);
  EXPECT_NEAR(run_pilot(runner, puzzles, std::chrono::seconds(10), {}, clock).ns_per_puzzle, 1000,
              10);
}

// Answers as a script says, by the position of the puzzle, which its first clues spell.
class PilotRunner final : public runner::Runner {
 public:
  struct Deed {
    Outcome outcome = Outcome::none;
    std::chrono::microseconds time{1};
    runner::Incident incident = {};
  };

  PilotRunner(const SolverInfo& info, parallel::ThreadPool& pool, const machine::StampClock& clock,
              std::vector<std::vector<Deed>> passes)
      : runner::Runner(info, pool, clock), passes_(std::move(passes)) {
    start_fault_ = info.about;
  }

  std::uint64_t added_memory() override { return 0; }

  double startup_s() const override { return 0; }

  std::size_t passes_made() const { return made_; }

  void disqualify(const std::string& reason) { disqualified_ = reason; }

  void say_running(std::optional<Nanoseconds> running) { says_running_ = running; }

  std::vector<std::size_t> chunks;     // of the passes that were stamped
  std::vector<Nanoseconds> time_left;  // likewise

 private:
  runner::PassResult pass(const runner::Work& work, const Budget& /*budget*/,
                          std::span<std::uint64_t> ticks) override {
    const std::vector<Deed>& deeds = passes_.at(std::min(made_++, passes_.size() - 1));
    runner::PassResult result{.time = Nanoseconds(1), .running = says_running_};
    for (std::size_t i = 0; i < work.puzzles.size() && i < deeds.size(); ++i) {
      work.answers[i].outcome = deeds[i].outcome;
      if (!deeds[i].incident.reason.empty()) result.incidents[i] = deeds[i].incident;
      if (!ticks.empty()) ticks[i] = clock_.ticks(deeds[i].time);
    }
    if (!ticks.empty()) chunks.push_back(work.chunk);
    if (!ticks.empty()) time_left.push_back(*work.until - SteadyClock::now());
    return result;
  }

  std::vector<std::vector<Deed>> passes_;
  std::size_t made_ = 0;
  std::optional<Nanoseconds> says_running_;
};

class PilotTest : public testing::Test {
 protected:
  PilotRunner runner(std::vector<std::vector<PilotRunner::Deed>> passes) {
    return {info_, pool_, clock_, std::move(passes)};
  }

  PilotMeasurement measure(PilotRunner& runner, std::size_t puzzles) {
    std::vector<Grid> grids(puzzles, kEmptyGrid);
    for (std::size_t i = 0; i < puzzles; ++i)
      grids[i].cells[0] = static_cast<char>('1' + i);
    return run_pilot(runner, grids, std::chrono::seconds(10), {}, clock_);
  }

  // The faults, with the first clue of their puzzles.
  static std::vector<std::string> faults_in(const PilotMeasurement& measured) {
    result::Row row;
    measured.faults.charge(row);
    std::vector<std::string> reasons;
    for (const result::WrongAnswer& wrong : row.wrong_answers)
      reasons.push_back(wrong.puzzle.substr(0, 1) + " is wrong: " + wrong.reason);
    for (const result::IncidentRecord& incident : row.incidents)
      reasons.push_back(incident.puzzle.substr(0, 1) + ": " + incident.reason);
    return reasons;
  }

  SolverInfo info_{.name = "scripted", .about = "", .source = "", .guess = ""};
  parallel::ThreadPool pool_{1, false};
  static inline const machine::StampClock clock_{};
};

using Faults = std::vector<std::string>;
using std::chrono::microseconds;
using std::chrono::milliseconds;

// The mean is raised by its standard error, since too small a time makes a run too long.
TEST_F(PilotTest, IsTheMeanTimePlusItsStandardError) {
  auto runner = this->runner({{{.time = microseconds(4000)}, {.time = microseconds(8000)}}});
  EXPECT_NEAR(measure(runner, 2).ns_per_puzzle, 6e6 + std::sqrt(8e12) / 2, 1e3);
  EXPECT_EQ(runner.passes_made(), 1U) << "it took long enough";
}

// Others may have had the CPU during the puzzles that took longest.
TEST_F(PilotTest, CutsTheLongestTimesDownToWhatThreadsWereRunning) {
  parallel::ThreadPool two(2, false);
  PilotRunner runner(info_, two, clock_,
                     {{{.time = milliseconds(30)},
                       {.time = milliseconds(1)},
                       {.time = milliseconds(40)},
                       {.time = milliseconds(2)}}});
  runner.say_running(milliseconds(9));
  // On two threads for 9 ms each, 1 ms, 2 ms and twice 7.5 ms: a mean of 4.5 ms.
  EXPECT_NEAR(measure(runner, 4).ns_per_puzzle, (4.5e6 + std::sqrt(36.5e12) / 4) / 2, 1e3);
  EXPECT_EQ(runner.passes_made(), 1U);
}

TEST_F(PilotTest, DividesTheTimesByTheNumberOfThreads) {
  parallel::ThreadPool two(2, false);
  PilotRunner runner(info_, two, clock_, {{{.time = milliseconds(8)}, {.time = milliseconds(8)}}});
  EXPECT_NEAR(measure(runner, 2).ns_per_puzzle, 4e6, 1e3);
}

// In its first pass, a quick solver has cold caches.
TEST_F(PilotTest, IsMadeAgainIfItWasShort) {
  auto runner = this->runner({{{.time = microseconds(4900)}}, {{.time = microseconds(2000)}}});
  EXPECT_NEAR(measure(runner, 1).ns_per_puzzle, 2e6, 1e3);
  EXPECT_EQ(runner.passes_made(), 2U);
  auto longer = this->runner({{{.time = microseconds(5100)}}, {{.time = microseconds(2000)}}});
  EXPECT_NEAR(measure(longer, 1).ns_per_puzzle, 5.1e6, 1e3);
}

TEST_F(PilotTest, GivesEachPuzzleOfABatchItsPartOfTheTime) {
  info_.batch = 4;
  const PilotRunner::Deed all{.time = milliseconds(20)};  // of the call
  auto runner = this->runner({{all, all, all, all}});
  EXPECT_NEAR(measure(runner, 4).ns_per_puzzle, 5e6, 1e3);
  EXPECT_EQ(runner.chunks.front(), 4U);
  info_.batch = 1;
  auto single = this->runner({{all, all}});
  measure(single, 2);
  EXPECT_EQ(single.chunks.front(), 1U);
}

// The answers that were not reached are no faults.
TEST_F(PilotTest, KeepsTheFirstAnswerToEachPuzzle) {
  const PilotRunner::Deed not_reached{.outcome = Outcome::unanswered};
  auto runner = this->runner({{{.outcome = Outcome::none, .time = microseconds(2000)}, not_reached},
                              {{.outcome = Outcome::timeout, .time = microseconds(1000)},
                               {.outcome = Outcome::timeout, .time = microseconds(1000)}}});
  const PilotMeasurement measured = measure(runner, 3);
  ASSERT_EQ(measured.answers.size(), 3U);
  EXPECT_EQ(measured.answers[0].outcome, Outcome::none);
  EXPECT_EQ(measured.answers[1].outcome, Outcome::timeout) << "in the second pass";
  EXPECT_EQ(measured.answers[2].outcome, Outcome::unanswered);
  EXPECT_EQ(faults_in(measured), Faults());
  EXPECT_NEAR(measured.ns_per_puzzle, 1e6, 1e3) << "of the puzzles that were solved";
}

TEST_F(PilotTest, GoesOnWhereItsLastPassEndedWhileThereIsTime) {
  const PilotRunner::Deed solved{.time = milliseconds(300)};
  const PilotRunner::Deed not_reached{.outcome = Outcome::unanswered};
  auto runner = this->runner({{solved, solved, not_reached, not_reached}, {solved, solved}});
  runner.say_running(milliseconds(600));
  const PilotMeasurement measured = measure(runner, 4);
  EXPECT_NEAR(measured.ns_per_puzzle, 300e6, 1e5);
  EXPECT_EQ(runner.passes_made(), 2U);
  for (const Answer& answer : measured.answers)
    EXPECT_EQ(answer.outcome, Outcome::none);
  EXPECT_LE(runner.time_left[0], milliseconds(1000)) << "a tenth of the budget";
  EXPECT_LE(runner.time_left[1], milliseconds(400)) << "the rest";
  // The first pass takes more than nine tenths of the second.
  auto slow = this->runner({{solved, solved, not_reached, not_reached}, {solved, solved}});
  slow.say_running(milliseconds(901));
  measure(slow, 4);
  EXPECT_EQ(slow.passes_made(), 1U);
  // Nobody knows how long it ran: the pass is taken to have used up the time.
  auto unknown = this->runner({{solved, solved, not_reached, not_reached}, {solved, solved}});
  measure(unknown, 4);
  EXPECT_EQ(unknown.passes_made(), 1U);
  // A pass that solves nothing is not made again, but for the cold caches.
  auto idle = this->runner({{not_reached}});
  idle.say_running(milliseconds(1));
  measure(idle, 4);
  EXPECT_EQ(idle.passes_made(), 2U);
}

TEST_F(PilotTest, NotesWhatTheSolverDoesWrong) {
  const PilotRunner::Deed right{.time = milliseconds(6)};
  auto wrong = this->runner({{right, {.outcome = Outcome::unique}}});
  EXPECT_EQ(faults_in(measure(wrong, 2)),
            Faults{"2 is wrong: the number of solutions does not fit the outcome and the limit (in "
                   "the pilot measurement)"});
  auto crashing =
      this->runner({{right, {.outcome = Outcome::crashed, .incident = {.reason = "died"}}}});
  EXPECT_EQ(faults_in(measure(crashing, 2)), Faults{"2: died (in the pilot measurement)"});
  info_.about = "printed while it was loaded";
  auto starting = this->runner({{{.time = milliseconds(6)}}});
  starting.disqualify("it was enough");
  const PilotMeasurement measured = measure(starting, 1);
  EXPECT_EQ(faults_in(measured), Faults{": printed while it was loaded (while it was started)"});
  EXPECT_EQ(measured.disqualified, "it was enough");
}

// A time of 0 would make plans that divide by it.
TEST_F(PilotTest, TakesANanosecondAtLeast) {
  auto runner = this->runner({{{.outcome = Outcome::unanswered}}});
  EXPECT_EQ(measure(runner, 1).ns_per_puzzle, 1);
}

TEST(Pilots, OfAResultAreThoseOfItsRows) {
  result::RunResult run;
  run.datasets.resize(2);
  run.datasets[0].name = "a.txt";
  run.datasets[0].sha256 = "aaa";
  run.datasets[1].name = "b.txt";
  run.datasets[1].sha256 = "bbb";
  const auto add = [&run](const char* dataset, const char* solver, std::optional<double> ns) {
    result::Row& row = run.results.emplace_back();
    row.dataset = dataset;
    row.solver = solver;
    row.pilot_ns = ns;
  };
  add("b.txt", "mrv", 12.5);
  add("a.txt", "dlx", 7);
  add("a.txt", "old", std::nullopt);
  add("lost.txt", "mrv", 9);
  const std::vector<options::KnownPilot> pilots = pilots_of(run);
  ASSERT_EQ(pilots.size(), 2U);
  EXPECT_EQ(pilots[0].dataset_sha256, "bbb");
  EXPECT_EQ(pilots[0].solver, "mrv");
  EXPECT_EQ(pilots[0].ns_per_puzzle, 12.5);
  EXPECT_EQ(pilots[1].dataset_sha256, "aaa");
  EXPECT_EQ(pilots[1].solver, "dlx");
}

TEST(Plan, IsSlowWhereAPuzzleTakesMoreThanAMillisecond) {
  EXPECT_FALSE(plan({taking(1e6)}, settings()).front().slow);
  EXPECT_TRUE(plan({taking(1.001e6)}, settings()).front().slow);
}

// Two solvers that are equally slow share a sample, and equal rates are not listed twice.
TEST(Plan, ListsEachSmallerSampleOnce) {
  const std::vector<Plan> plans = plan({taking(5e6), taking(1000), taking(5e6)}, settings());
  EXPECT_EQ(plans[0].rate, plans[2].rate);
  EXPECT_TRUE(plans[0].lower.empty());
  EXPECT_TRUE(plans[2].lower.empty());
  EXPECT_EQ(plans[1].lower, std::vector<double>{plans[0].rate});
}

// Latency rounds take time, too, but not of slow solvers: their rounds are stamped anyway.
TEST(Plan, TakesLatencyRoundsIntoAccount) {
  options::RunSettings timed = settings();
  timed.warmup = {};
  // 40,000 puzzles x 35 us x 5 rounds take 7 s of the 10 s; with 3 latency rounds, 11.2 s.
  EXPECT_LT(plan({taking(35e3)}, timed).front().rate, 1);
  timed.latency = false;
  EXPECT_EQ(plan({taking(35e3)}, timed).front().rate, 1);
  // Three rounds of 2,000 puzzles x 1.6 ms take 9.6 s.
  timed.latency = true;
  EXPECT_EQ(plan_set({taking(1.6e6)}, 2000, timed).rate, 1);
}

// A solver also solves the samples of slower solvers, which has to fit in its budget.
TEST(Plan, TakesTheSamplesOfSlowerSolversIntoAccount) {
  options::RunSettings timed = settings();
  timed.warmup = {};
  timed.latency = false;
  timed.block = kInDataset;
  // Alone, 40,000 puzzles x 45 us x 5 rounds take 9 s of the 10 s.
  EXPECT_EQ(plan({taking(45e3)}, timed).front().rate, 1);
  const std::vector<Plan> plans = plan({taking(45e3), taking(90e3)}, timed);
  EXPECT_EQ(plans[1].rate, 0.5);
  EXPECT_TRUE(plans[0].rate < 1 || plans[0].rounds < 5);
}

// The numbers of a plan in a line.
std::string text_of(const Plan& plan) {
  return fmt::format("rate {}, {} rounds of {} us, chunk {}, warm-up {} us{}, lower {}", plan.rate,
                     plan.rounds, plan.round_floor / std::chrono::microseconds(1), plan.chunk,
                     plan.warmup / std::chrono::microseconds(1), plan.slow ? ", slow" : "",
                     fmt::join(plan.lower, " "));
}

// A budget of 2 s for 40 blocks, of which a sparse sample is in 32: half of it is for the floors of
// all rounds on all samples, and a quarter for their warm-ups.
TEST(Plan, SharesTheBudgetAmongRoundsSamplesAndWarmUps) {
  options::RunSettings many = settings();
  many.threads = {2};
  many.block = 1000;
  many.time_budget = std::chrono::seconds(2);
  std::vector<std::string> texts;
  for (const bool latency : {true, false}) {
    many.latency = latency;
    for (const Plan& one : plan({taking(500), taking(50e3), taking(3e6)}, many))
      texts.push_back(text_of(one));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "rate 1, 5 rounds of 1666 us, chunk 32, warm-up 961 us, lower 0.0625 "
                       "0.00390625",
                       "rate 0.0625, 5 rounds of 3125 us, chunk 2, warm-up 1562 us, lower "
                       "0.00390625",
                       "rate 0.00390625, 3 rounds of 10416 us, chunk 1, warm-up 5208 us, slow, "
                       "lower ",
                       "rate 1, 5 rounds of 1666 us, chunk 32, warm-up 961 us, lower 0.125 "
                       "0.00390625",
                       "rate 0.125, 5 rounds of 3125 us, chunk 2, warm-up 1562 us, lower "
                       "0.00390625",
                       "rate 0.00390625, 3 rounds of 10416 us, chunk 1, warm-up 5208 us, slow, "
                       "lower "}));
}

}  // namespace

}  // namespace sudoku::run
