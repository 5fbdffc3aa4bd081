#include "harness/run/plan.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/run/scripted_runner_fixture.h"

namespace sudoku::run {

namespace {

constexpr std::uint64_t kInDataset = 40000;

std::vector<Plan> plan(const std::vector<Pilot>& pilots, std::uint64_t puzzles,
                       const options::RunSettings& settings) {
  const dataset::Sampling sampling(settings.seed, settings.block, puzzles);
  return plan_run(pilots, puzzles, sampling, settings);
}

// A plan's rate, rounds of at least so long, puzzles of a task, warm-ups, and smaller samples.
std::string text_of(const Plan& plan) {
  const auto ms = [](Nanoseconds time) {
    return static_cast<double>(time / std::chrono::microseconds(1)) / 1000;
  };
  std::string text = fmt::format("{}: {} x {} ms by {} after {} ms", plan.rate, plan.rounds,
                                 ms(plan.round_floor), plan.chunk, ms(plan.warmup));
  for (const double rate : plan.lower)
    text += fmt::format(", then {}", rate);
  return text + (plan.slow ? ", slow" : "");
}

// What a run is asked for; the defaults are those of the program.
struct Asked {
  std::uint64_t puzzles = kInDataset;
  std::uint64_t rounds = 5;
  int budget_ms = 10'000;
  bool latency = true;
  bool warms_up = true;
  unsigned threads = 1;
  std::uint64_t block = 8192;
  std::optional<double> sample_rate = {};
  std::optional<std::uint64_t> sample_count = {};
};

options::RunSettings settings_of(const Asked& asked) {
  options::RunSettings settings;
  settings.rounds = asked.rounds;
  settings.time_budget = std::chrono::milliseconds(asked.budget_ms);
  settings.latency = asked.latency;
  if (!asked.warms_up) settings.warmup = {};
  settings.threads = {asked.threads};
  settings.block = asked.block;
  settings.sample_rate = asked.sample_rate;
  settings.sample_count = asked.sample_count;
  return settings;
}

struct PlanCase {
  const char* name;
  std::vector<Pilot> pilots;
  std::vector<std::string> plans;
  Asked asked = {};
};

constexpr Asked kFifteen = {.rounds = 15, .budget_ms = 2000, .latency = false, .warms_up = false};
constexpr Asked kSmall = {.puzzles = 1500, .rounds = 15, .budget_ms = 2000, .latency = false};
constexpr Asked kLargeBlock = {.latency = false, .warms_up = false, .block = kInDataset};

std::vector<PlanCase> plan_cases() {
  return {
      {"a fast solver solves everything", {{1000}}, {"1: 5 x 20 ms by 64 after 10 ms"}},
      // On the whole set, 40,000 puzzles x 5 ms x 3 rounds take 600 s; the budget is 10 s.
      {"a slow one gets a sample", {{5e6}}, {"0.015625: 3 x 20 ms by 1 after 10 ms, slow"}},
      {"no more rounds than that",
       {{5e6}},
       {"0.03125: 1 x 20 ms by 1 after 10 ms, slow"},
       {.rounds = 1}},
      {"on smaller samples, too",
       {{1000}, {5e6}, {5e7}},
       {"1: 5 x 20 ms by 64 after 10 ms, then 0.0078125, then 0.0009765625",
        "0.0078125: 3 x 20 ms by 1 after 10 ms, then 0.0009765625, slow",
        "0.0009765625: 3 x 20 ms by 1 after 10 ms, slow"}},
      {"each sample once",
       {{5e6}, {1000}, {5e6}},
       {"0.015625: 3 x 20 ms by 1 after 10 ms, slow",
        "1: 5 x 20 ms by 64 after 10 ms, then 0.015625",
        "0.015625: 3 x 20 ms by 1 after 10 ms, slow"}},
      {"no budget", {{5e8}}, {"1: 3 x 20 ms by 1 after 10 ms, slow"}, {.budget_ms = 0}},
      {"the user's sample",
       {{1e9}},
       {"0.25: 3 x 20 ms by 1 after 10 ms, slow"},
       {.sample_rate = 0.25}},
      {"the user's number", {{10}}, {"0.1: 5 x 20 ms by 64 after 10 ms"}, {.sample_count = 4000}},
      {"more than there are",
       {{10}},
       {"1: 5 x 20 ms by 512 after 10 ms"},
       {.sample_count = 10 * kInDataset}},
      {"batches", {{5000, 100}}, {"1: 5 x 20 ms by 100 after 10 ms"}},
      {"tasks are short", {{10e3}}, {"1: 5 x 20 ms by 8 after 10 ms"}},
      {"every thread gets some", {{100}}, {"1: 5 x 20 ms by 8 after 10 ms"}, {.threads = 64}},
      {"slow", {{1.001e6}}, {"0.0625: 3 x 20 ms by 1 after 10 ms, slow"}},
      {"not slow", {{1e6}}, {"0.03125: 4 x 20 ms by 1 after 10 ms"}},
      // All 15 rounds of 1,500 puzzles x 100 us take 2.25 s; the budget is 2 s.
      {"rounds are given up first", {{100e3}}, {"1: 12 x 20 ms by 1 after 10 ms"}, kSmall},
      // Three rounds, the fewest for a set of more than 1,000 puzzles, take 4.5 s; a quarter of the
      // puzzles leaves time for five.
      {"down to three rounds", {{1e6}}, {"0.25: 5 x 20 ms by 1 after 10 ms"}, kSmall},
      // All 15 rounds of the 40,000 puzzles fit once; of half of them, 4,000 a block, when all take
      // twice as long.
      {"all puzzles", {{3e3}}, {"1: 15 x 13.333 ms by 32 after 0 ms"}, kFifteen},
      {"half of them", {{6e3}}, {"0.5: 15 x 13.333 ms by 16 after 0 ms"}, kFifteen},
      // A quarter has 2,000 puzzles a block, and 15 rounds of it take 1.8 s.
      {"rounds are given up", {{12e3}}, {"0.5: 8 x 20 ms by 8 after 0 ms"}, kFifteen},
      {"but three", {{48e3}}, {"0.25: 4 x 20 ms by 2 after 0 ms"}, kFifteen},
      // Regression: a set of 18 puzzles was once sampled down to one. A round of 999 puzzles x 1.5
      // ms takes 1.5 s; the budget is 2 s.
      {"a small set",
       {{1.5e6}},
       {"1: 1 x 20 ms by 1 after 10 ms, slow"},
       {.puzzles = 999, .budget_ms = 2000}},
      {"beyond the budget",
       {{15e6}},
       {"0.125: 1 x 20 ms by 1 after 10 ms, slow"},
       {.puzzles = 999, .budget_ms = 2000}},
      {"no small set",
       {{1.5e6}},
       {"0.25: 3 x 20 ms by 1 after 10 ms, slow"},
       {.puzzles = 1000, .budget_ms = 2000}},
      // Warm-ups of 5 blocks x 5 rounds fit in 125 ms, a quarter of the budget.
      {"warm-ups", {{10}}, {"1: 5 x 10 ms by 512 after 5 ms"}, {.budget_ms = 500}},
      {"as wanted", {{10}}, {"1: 5 x 20 ms by 512 after 10 ms"}, {.budget_ms = 0}},
      // Round floors of 5 blocks x 5 rounds fit in 50 ms, half of the budget.
      {"floors", {{10}}, {"1: 5 x 2 ms by 512 after 1 ms"}, {.budget_ms = 100}},
      // 40,000 puzzles x 35 us x 5 rounds take 7 s of the 10 s; with 3 latency rounds, 11.2 s.
      {"latency rounds take time",
       {{35e3}},
       {"0.5: 5 x 20 ms by 2 after 0 ms"},
       {.warms_up = false}},
      {"there are none",
       {{35e3}},
       {"1: 5 x 20 ms by 2 after 0 ms"},
       {.latency = false, .warms_up = false}},
      // Three rounds of 2,000 puzzles x 1.6 ms take 9.6 s.
      {"slow solvers make none",
       {{1.6e6}},
       {"1: 3 x 20 ms by 1 after 0 ms, slow"},
       {.puzzles = 2000, .warms_up = false}},
      // Alone, 40,000 puzzles x 45 us x 5 rounds take 9 s of the 10 s.
      {"alone", {{45e3}}, {"1: 5 x 20 ms by 2 after 0 ms"}, kLargeBlock},
      {"beside a slower one",
       {{45e3}, {90e3}},
       {"1: 3 x 20 ms by 2 after 0 ms, then 0.5", "0.5: 5 x 20 ms by 1 after 0 ms"},
       kLargeBlock},
      // A budget of 2 s for 40 blocks, of which a sparse sample is in 32: half of it is for the
      // floors of all rounds on all samples, and a quarter for their warm-ups.
      {"all of that",
       {{500}, {50e3}, {3e6}},
       {"1: 5 x 1.666 ms by 32 after 0.961 ms, then 0.0625, then 0.00390625",
        "0.0625: 5 x 3.125 ms by 2 after 1.562 ms, then 0.00390625",
        "0.00390625: 3 x 10.416 ms by 1 after 5.208 ms, slow"},
       {.budget_ms = 2000, .threads = 2, .block = 1000}},
  };
}

TEST(Plan, FitsTheBudget) {
  for (const PlanCase& c : plan_cases()) {
    SCOPED_TRACE(c.name);
    std::vector<std::string> plans;
    for (const Plan& one : plan(c.pilots, c.asked.puzzles, settings_of(c.asked)))
      plans.push_back(text_of(one));
    EXPECT_EQ(plans, c.plans);
  }
}

TEST(Plan, SamplesAPuzzleAtLeastAndThirtyOfASmallSet) {
  for (const std::uint64_t puzzles : {1U, 18U, 29U, 30U, 31U, 300U, 999U, 1000U, 40000U}) {
    const Plan slowest = plan({{1e15}}, puzzles, {}).front();
    const dataset::Sampling sampling(1, 8192, puzzles);
    std::uint64_t sample = 0;
    for (std::uint64_t i = 0; i < puzzles; ++i)
      sample += sampling.takes(slowest.rate, i) ? 1 : 0;
    EXPECT_GE(sample, puzzles < 1000 ? std::min<std::uint64_t>(puzzles, 30) : 1) << puzzles;
    EXPECT_LE(sample, puzzles < 1000 ? 60 : 4) << puzzles;
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
  options::RunSettings batched;
  EXPECT_EQ(batched.batch_of(runner::SolverSpec(plugin)), 512U);
  EXPECT_EQ(batched.batch_of(runner::SolverSpec(command)), 100U);
  batched.batch = 64;
  EXPECT_EQ(batched.batch_of(runner::SolverSpec(plugin)), 64U);
  EXPECT_EQ(batched.batch_of(runner::SolverSpec(command)), 100U);
}

TEST(Plan, APuzzleOfASmallSetIsGivenUpWhenItTakesTheBudgetAlone) {
  using std::chrono::milliseconds;
  options::RunSettings brief;
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

class PilotTest : public testing::Test {
 protected:
  // What the solver does on a puzzle.
  struct Deed {
    Outcome outcome = Outcome::none;
    std::chrono::microseconds time{1};
    runner::Incident incident = {};
  };

  // A runner whose solver does that on the puzzles of its passes; on those beyond nothing, and in
  // later passes the same as in the last.
  std::unique_ptr<ScriptedRunner> runner(std::vector<std::vector<Deed>> passes) {
    auto made = std::make_unique<ScriptedRunner>(info_, *pool_, clock_);
    const auto deed_on = [passes = std::move(passes), &runner = *made](std::size_t i) {
      const std::vector<Deed>& pass = passes[std::min(runner.sizes.size(), passes.size()) - 1];
      return i < pass.size() ? pass[i] : Deed{.outcome = Outcome::unanswered};
    };
    made->script = [this, deed_on, &runner = *made](const Grid&, const Budget&, std::size_t i) {
      runner.ticks_each = clock_.ticks(deed_on(i).time);
      return Answer{.outcome = deed_on(i).outcome};
    };
    made->incident = [deed_on](std::size_t i) { return deed_on(i).incident; };
    return made;
  }

  PilotMeasurement measure(ScriptedRunner& runner, std::size_t puzzles) {
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
  std::unique_ptr<parallel::ThreadPool> pool_ = std::make_unique<parallel::ThreadPool>(1, false);
  const machine::StampClock clock_;
};

using Faults = std::vector<std::string>;
using std::chrono::microseconds;
using std::chrono::milliseconds;

// The mean is raised by its standard error, since too small a time makes a run too long.
TEST_F(PilotTest, IsTheMeanTimePlusItsStandardError) {
  auto runner = this->runner({{{.time = microseconds(4000)}, {.time = microseconds(8000)}}});
  EXPECT_NEAR(measure(*runner, 2).ns_per_puzzle, 6e6 + std::sqrt(8e12) / 2, 1e3);
  EXPECT_EQ(runner->sizes.size(), 1U) << "it took long enough";
}

// Others may have had the CPU during the puzzles that took longest. Regression: beside other
// processes, samples were up to 500 times too small.
TEST_F(PilotTest, CutsTheLongestTimesDownToWhatThreadsWereRunning) {
  pool_ = std::make_unique<parallel::ThreadPool>(2, false);
  auto runner = this->runner({{{.time = milliseconds(30)},
                               {.time = milliseconds(1)},
                               {.time = milliseconds(40)},
                               {.time = milliseconds(2)}}});
  runner->says_running = milliseconds(9);
  // On two threads for 9 ms each, 1 ms, 2 ms and twice 7.5 ms: a mean of 4.5 ms.
  EXPECT_NEAR(measure(*runner, 4).ns_per_puzzle, (4.5e6 + std::sqrt(36.5e12) / 4) / 2, 1e3);
  EXPECT_EQ(runner->sizes.size(), 1U);
}

// In its first pass, a quick solver has cold caches.
TEST_F(PilotTest, IsMadeAgainIfItWasShort) {
  auto runner = this->runner({{{.time = microseconds(4900)}}, {{.time = microseconds(2000)}}});
  EXPECT_NEAR(measure(*runner, 1).ns_per_puzzle, 2e6, 1e3);
  EXPECT_EQ(runner->sizes.size(), 2U);
  auto longer = this->runner({{{.time = microseconds(5100)}}, {{.time = microseconds(2000)}}});
  EXPECT_NEAR(measure(*longer, 1).ns_per_puzzle, 5.1e6, 1e3);
}

TEST_F(PilotTest, GivesEachPuzzleOfABatchItsPartOfTheTime) {
  info_.batch = 4;
  const Deed all{.time = milliseconds(20)};  // of the call
  auto runner = this->runner({{all, all, all, all}});
  EXPECT_NEAR(measure(*runner, 4).ns_per_puzzle, 5e6, 1e3);
  EXPECT_EQ(runner->chunks.front(), 4U);
  info_.batch = 1;
  auto single = this->runner({{all, all}});
  measure(*single, 2);
  EXPECT_EQ(single->chunks.front(), 1U);
}

// The answers that were not reached are no faults.
TEST_F(PilotTest, KeepsTheFirstAnswerToEachPuzzle) {
  const Deed not_reached{.outcome = Outcome::unanswered};
  auto runner = this->runner({{{.outcome = Outcome::none, .time = microseconds(2000)}, not_reached},
                              {{.outcome = Outcome::timeout, .time = microseconds(1000)},
                               {.outcome = Outcome::timeout, .time = microseconds(1000)}}});
  const PilotMeasurement measured = measure(*runner, 3);
  ASSERT_EQ(measured.answers.size(), 3U);
  EXPECT_EQ(measured.answers[0].outcome, Outcome::none);
  EXPECT_EQ(measured.answers[1].outcome, Outcome::timeout) << "in the second pass";
  EXPECT_EQ(measured.answers[2].outcome, Outcome::unanswered);
  EXPECT_EQ(faults_in(measured), Faults());
  EXPECT_NEAR(measured.ns_per_puzzle, 1e6, 1e3) << "of the puzzles that were solved";
}

TEST_F(PilotTest, GoesOnWhereItsLastPassEndedWhileThereIsTime) {
  const Deed solved{.time = milliseconds(300)};
  const Deed not_reached{.outcome = Outcome::unanswered};
  auto runner = this->runner({{solved, solved, not_reached, not_reached}, {solved, solved}});
  runner->says_running = milliseconds(600);
  const PilotMeasurement measured = measure(*runner, 4);
  EXPECT_NEAR(measured.ns_per_puzzle, 300e6, 1e5);
  EXPECT_EQ(runner->sizes.size(), 2U);
  for (const Answer& answer : measured.answers)
    EXPECT_EQ(answer.outcome, Outcome::none);
  EXPECT_LE(runner->time_left[0], milliseconds(1000)) << "a tenth of the budget";
  EXPECT_LE(runner->time_left[1], milliseconds(400)) << "the rest";
  // The first pass takes more than nine tenths of the second.
  auto slow = this->runner({{solved, solved, not_reached, not_reached}, {solved, solved}});
  slow->says_running = milliseconds(901);
  measure(*slow, 4);
  EXPECT_EQ(slow->sizes.size(), 1U);
  // Nobody knows how long it ran: the pass is taken to have used up the time.
  auto unknown = this->runner({{solved, solved, not_reached, not_reached}, {solved, solved}});
  measure(*unknown, 4);
  EXPECT_EQ(unknown->sizes.size(), 1U);
  // A pass that solves nothing is not made again, but for the cold caches.
  auto idle = this->runner({{not_reached}});
  idle->says_running = milliseconds(1);
  measure(*idle, 4);
  EXPECT_EQ(idle->sizes.size(), 2U);
}

TEST_F(PilotTest, NotesWhatTheSolverDoesWrong) {
  const Deed right{.time = milliseconds(6)};
  auto wrong = this->runner({{right, {.outcome = Outcome::unique}}});
  EXPECT_EQ(faults_in(measure(*wrong, 2)),
            Faults{"2 is wrong: the number of solutions does not fit the outcome and the limit (in "
                   "the pilot measurement)"});
  auto crashing =
      this->runner({{right, {.outcome = Outcome::crashed, .incident = {.reason = "died"}}}});
  EXPECT_EQ(faults_in(measure(*crashing, 2)), Faults{"2: died (in the pilot measurement)"});
  auto starting = this->runner({{{.time = milliseconds(6)}}});
  starting->fail_to_start("printed while it was loaded");
  starting->disqualify("it was enough");
  const PilotMeasurement measured = measure(*starting, 1);
  EXPECT_EQ(faults_in(measured), Faults{": printed while it was loaded (while it was started)"});
  EXPECT_EQ(measured.disqualified, "it was enough");
}

// A time of 0 would make plans that divide by it.
TEST_F(PilotTest, TakesANanosecondAtLeast) {
  auto runner = this->runner({{{.outcome = Outcome::unanswered}}});
  EXPECT_EQ(measure(*runner, 1).ns_per_puzzle, 1);
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

}  // namespace

}  // namespace sudoku::run
