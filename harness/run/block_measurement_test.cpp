#include "harness/run/block_measurement.h"

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/sample.h"
#include "harness/run/check.h"
#include "harness/run/run_fixture.h"
#include "harness/run/scripted_runner_fixture.h"

namespace sudoku::run {

namespace {

// Rounds of a runner that says what its solver does.
class ScriptedRounds : public testing::Test {
 protected:
  ScriptedRounds() {
    const std::string texts = puzzles_of_each_kind(3);
    for (std::size_t i = 0; i < 3; ++i) {
      sample_.at.push_back(static_cast<std::uint32_t>(i));
      sample_.puzzles.push_back(parse_grid(texts.substr(i * (kCells + 1), kCells)).grid);
      sample_.declared.push_back(kEmptyGrid);
    }
  }

  BlockMeasurement rounds(std::uint64_t latency_rounds = 0, Nanoseconds allowance = {}) {
    return {runner_,
            sample_,
            {.plan = plan_,
             .settings = settings_,
             .budget = budget_,
             .allowance = allowance,
             .latency_rounds = latency_rounds,
             .meter = meter_},
            scratch_};
  }

  // Makes `count` rounds, and returns the measurement.
  MeasuredBlock measure(std::uint64_t count, std::uint64_t latency_rounds = 0) {
    plan_.rounds = count;
    BlockMeasurement rounds = this->rounds(latency_rounds);
    for (std::uint64_t i = 0; rounds.wants(i); ++i)
      rounds.take_round(i);
    return rounds.finish();
  }

  SolverInfo info_{.name = "scripted", .about = "", .source = "", .guess = ""};
  options::RunSettings settings_;
  Budget budget_;
  parallel::ThreadPool pool_{1, false};
  const machine::StampClock clock_;
  machine::HardwareCounters counters_{nullptr};
  MeasureScratch scratch_{.clock = clock_, .counters = counters_};
  ScriptedRunner runner_{info_, pool_, clock_};
  dataset::Sample sample_;
  Plan plan_{.lower = {}, .rounds = 2};
  machine::CoreMeter* meter_ = nullptr;
};

// Three rounds on a core that a meter watches, and that seems to be shared: as if it had been much
// faster before.
class WatchedRounds : public ScriptedRounds {
 protected:
  void SetUp() override {
    meter_ = &watching_;
    plan_.rounds = 3;
    if (std::isnan(watching_.share())) GTEST_SKIP() << "the speed of this core cannot be measured";
    watching_.share_of({.additions = {1e6, 1e6}, .loads = {1e6, 1e6}});
  }

 private:
  parallel::ThreadPool pinned_{1, true};
  machine::CoreMeter watching_{pinned_, clock_};
};

TEST_F(WatchedRounds, OneThatIsRepeatedTakesThePlaceOfTheOneBefore) {
  BlockMeasurement rounds = this->rounds();
  for (const std::uint64_t number : {0, 1, 2}) {
    ASSERT_TRUE(rounds.wants(number));
    rounds.take_round(number);
    ASSERT_TRUE(rounds.is_disturbed());
    EXPECT_TRUE(rounds.lacked_core());
    rounds.repeat_round();
    EXPECT_TRUE(rounds.is_disturbed());
  }
  EXPECT_FALSE(rounds.wants(3));
  const MeasuredBlock measured = rounds.finish();
  EXPECT_TRUE(measured.complete);
  EXPECT_TRUE(measured.faults.empty());
  EXPECT_EQ(measured.block.seconds.size(), 3U);
  EXPECT_EQ(measured.block.core_share->size(), 3U);
  EXPECT_EQ(measured.block.repeated, 3U);
}

TEST_F(WatchedRounds, OnlyThroughputRoundsAreDisturbed) {
  BlockMeasurement rounds = this->rounds(4);
  for (const std::uint64_t number : {0, 1, 2})
    rounds.take_round(number);
  EXPECT_TRUE(rounds.is_disturbed());
  ASSERT_TRUE(rounds.wants(3));
  rounds.take_round(3);
  EXPECT_FALSE(rounds.is_disturbed());
  EXPECT_FALSE(rounds.lacked_core());
}

TEST_F(WatchedRounds, OfPartsKnowTheirPuzzles) {
  plan_.slow = true;
  plan_.pilot_ns = 1e9;  // so that a part is a puzzle
  runner_.incident = [this](std::size_t /*i*/) {
    return runner::Incident{.outcome = Outcome::crashed,
                            .reason = runner_.sizes.size() == 3 ? "died" : ""};
  };
  const MeasuredBlock measured = measure(2);
  EXPECT_EQ(runner_.sizes, (std::vector<std::size_t>{3, 1, 1, 1}));
  ASSERT_EQ(measured.faults.size(), 1U);
  EXPECT_EQ(measured.faults.at(1).outcome, Outcome::crashed);
  EXPECT_EQ(measured.ticks, std::vector<std::uint64_t>(3, 1000));
}

TEST_F(ScriptedRounds, KeepTheMemoryThatTwoPassesKeep) {
  runner_.script = [this](const Grid&, const Budget&, std::size_t i) {
    runner_.held.heap += i == 0 && runner_.sizes.size() == 1 ? 1'000'050 : 50;
    return Answer{};
  };
  EXPECT_EQ(measure(1).row.kept_memory.total, 1'000'150U);
  runner_.sizes.clear();
  EXPECT_EQ(measure(1, 1).row.kept_memory.total, 150U);
}

TEST(KeptMemory, OfASmallProcessIsResidentMemoryBeyondAHugePage) {
  constexpr std::uint64_t kMiB = 1 << 20;
  EXPECT_EQ(runner::kept_memory({.anonymous = 80}, {.anonymous = 2 * kMiB}), 0U);
  EXPECT_EQ(runner::kept_memory({.anonymous = 80}, {.anonymous = 5 * kMiB + 80}), 3 * kMiB);
}

TEST_F(ScriptedRounds, AreDroppedBeyondTheAllowanceButForTheFirst) {
  for (const auto& [allowance, more] : {std::pair<Nanoseconds, bool>{{}, true},
                                        {std::chrono::seconds(1), true},
                                        {std::chrono::milliseconds(999), false}}) {
    BlockMeasurement rounds = this->rounds(0, allowance);
    ASSERT_TRUE(rounds.wants(0));
    rounds.take_round(0);
    EXPECT_TRUE(rounds.wants(0));
    EXPECT_EQ(rounds.wants(1), more) << allowance.count();
    EXPECT_FALSE(rounds.wants(2));
  }
}

// Time off the clock is no time of a pass, but the solver's own doing.
TEST_F(ScriptedRounds, PayForTimeOffTheClock) {
  runner_.off_clock_too = std::chrono::milliseconds(300);
  for (const auto& [allowance, more] : {std::pair(2600, true), {2599, false}}) {
    plan_.rounds = 3;
    BlockMeasurement rounds = this->rounds(0, std::chrono::milliseconds(allowance));
    rounds.take_round(0);
    rounds.take_round(1);
    EXPECT_EQ(rounds.wants(2), more) << allowance;
    const MeasuredBlock measured = rounds.finish();
    EXPECT_EQ(measured.spent, std::chrono::milliseconds(2600));
    EXPECT_EQ(measured.block.seconds, (std::vector<double>{1, 1}));
  }
  plan_.round_floor = std::chrono::milliseconds(1300);
  runner_.sizes.clear();
  measure(1);
  EXPECT_EQ(runner_.sizes.size(), 1U) << "it is long enough";
}

// Other work made them necessary: neither the allowance nor the time budget pays for them.
TEST_F(ScriptedRounds, ThatAreRepeatedCostNothing) {
  runner_.says_running = std::chrono::milliseconds(400);
  plan_.rounds = 3;
  BlockMeasurement rounds = this->rounds(0, std::chrono::seconds(1));
  rounds.take_round(0);
  for (int i = 0; i < 5; ++i)
    rounds.repeat_round();
  EXPECT_TRUE(rounds.wants(1));
  rounds.take_round(1);
  EXPECT_FALSE(rounds.wants(2));
  const MeasuredBlock measured = rounds.finish();
  EXPECT_EQ(measured.spent, std::chrono::milliseconds(800));
  EXPECT_EQ(measured.block.repeated, 5U);
  EXPECT_EQ(measured.block.seconds, (std::vector<double>{1, 1}));
  EXPECT_EQ(measured.block.waited, (std::vector<double>{0.6, 0.6}));
}

TEST_F(ScriptedRounds, AreAsManyAsWerePlanned) {
  BlockMeasurement rounds = this->rounds(3);
  EXPECT_TRUE(rounds.wants(2)) << "a latency round";
  EXPECT_FALSE(rounds.wants(3));
  rounds.plan_round(1);
  EXPECT_FALSE(rounds.wants(3));
  rounds.plan_round(4);
  EXPECT_TRUE(rounds.wants(4));
  EXPECT_FALSE(rounds.wants(5));
}

// The latency rounds come on top: the first pass of all is that of the first throughput round.
TEST_F(ScriptedRounds, AreOfThroughputAndThenOfLatency) {
  budget_.time_limit = std::chrono::seconds(7);
  const MeasuredBlock measured = measure(2, 3);
  EXPECT_EQ(runner_.stamped, (std::vector<bool>{false, true, false, true, true}));
  EXPECT_EQ(measured.block.seconds, (std::vector<double>{1, 1}));
  EXPECT_EQ(measured.ticks, std::vector<std::uint64_t>(3, 1000));
  EXPECT_TRUE(measured.complete);
  EXPECT_EQ(measured.row.peak_memory_bytes, 99U);
  EXPECT_EQ(measured.limit_in_ticks, clock_.ticks(budget_.time_limit));
  EXPECT_EQ(measured.spent, std::chrono::seconds(5));
  std::uint64_t digest = 0;
  for (std::size_t i = 0; i < 3; ++i)
    digest += answer_hash(sample_.puzzles[i], measured.answers.at(i));
  EXPECT_EQ(measured.block.digest, digest);
}

// A plugin that shows some of its solutions has the digest of one that shows none.
TEST_F(ScriptedRounds, HashSolutionsOnlyOfSolversThatPromiseThem) {
  const std::uint64_t promised = measure(1).block.digest;
  info_.shows_solution = false;
  const std::uint64_t unpromised = measure(1).block.digest;
  EXPECT_NE(unpromised, promised);
  runner_.script = [](const Grid& puzzle, const Budget& budget, std::size_t /*i*/) {
    Answer answer = solved(puzzle, budget);
    answer.solution = kEmptyGrid;
    return answer;
  };
  EXPECT_EQ(measure(1).block.digest, unpromised);
}

TEST_F(ScriptedRounds, OfSlowSolversAreBothAtOnce) {
  plan_.slow = true;
  const MeasuredBlock measured = measure(2);
  EXPECT_EQ(runner_.stamped, (std::vector<bool>{true, true}));
  EXPECT_EQ(measured.block.seconds.size(), 2U);
  EXPECT_EQ(measured.ticks.size(), 3U);
}

TEST_F(ScriptedRounds, RepeatShortPassesForAsLongAsAFloor) {
  plan_.round_floor = std::chrono::milliseconds(10);
  runner_.takes = std::chrono::milliseconds(3);
  runner_.says_running = std::chrono::milliseconds(1);
  const MeasuredBlock measured = measure(1);
  EXPECT_EQ(runner_.sizes, (std::vector<std::size_t>{3, 3, 3, 3}));
  EXPECT_DOUBLE_EQ(measured.block.seconds.at(0), 0.003);
  EXPECT_DOUBLE_EQ(measured.block.waited->at(0), 0.002) << "of each pass";
  // Passes below two milliseconds are joined; a call for so many copies takes their time.
  runner_.sizes.clear();
  runner_.takes = std::chrono::microseconds(400);
  plan_.round_floor = std::chrono::microseconds(401);
  EXPECT_DOUBLE_EQ(measure(1).block.seconds.at(0), 2 * 0.0004 / (1 + 6));
  EXPECT_EQ(runner_.sizes, (std::vector<std::size_t>{3, 6 * 3}));
}

TEST_F(ScriptedRounds, NoteForHowLongOthersHadTheCpu) {
  runner_.says_running = std::chrono::milliseconds(400);
  const MeasuredBlock known = measure(2);
  ASSERT_TRUE(known.block.waited);
  EXPECT_EQ(*known.block.waited, (std::vector<double>{0.6, 0.6}));
  EXPECT_EQ(known.spent, std::chrono::milliseconds(800)) << "waiting costs no blocks";
  runner_.says_running.reset();
  EXPECT_FALSE(measure(2).block.waited);
  BlockMeasurement rounds = this->rounds();
  rounds.take_round(0);
  runner_.says_running = std::chrono::milliseconds(400);
  rounds.take_round(1);
  const std::vector<double> later = rounds.finish().block.waited.value();
  EXPECT_TRUE(std::isnan(later.at(0)));
  EXPECT_EQ(later.at(1), 0.6);
}

// Isomorphs of a round must be the same whatever the rounds before it took.
TEST_F(ScriptedRounds, SolveTheSameIsomorphsHoweverLongOthersTook) {
  std::vector<std::string> firsts;  // the first isomorph of each round
  bool begins = false;              // whether a round has not solved a puzzle yet
  runner_.script = [&](const Grid& puzzle, const Budget& budget, std::size_t /*i*/) {
    if (std::exchange(begins, false)) firsts.emplace_back(puzzle.text());
    return solved(puzzle, budget);
  };
  const auto of_rounds = [&] {
    firsts.clear();
    runner_.sizes.clear();
    plan_.rounds = 3;
    BlockMeasurement rounds = this->rounds();
    for (const std::uint64_t number : {0, 1, 2}) {
      begins = true;
      rounds.take_round(number);
    }
    return firsts;
  };
  const std::vector<std::string> long_ones = of_rounds();
  EXPECT_EQ(runner_.sizes.size(), 3U);
  EXPECT_NE(long_ones[1], long_ones[2]);
  plan_.round_floor = std::chrono::milliseconds(10);
  runner_.takes = std::chrono::milliseconds(3);
  EXPECT_EQ(of_rounds(), long_ones);
  EXPECT_GT(runner_.sizes.size(), 3U);
  settings_.seed = 2;
  EXPECT_NE(of_rounds()[1], long_ones[1]);
  settings_.seed = 1;
  sample_.block = 1;
  EXPECT_NE(of_rounds()[1], long_ones[1]);
}

TEST_F(ScriptedRounds, KeepTheShortestTimeOfEachPuzzle) {
  plan_.rounds = 1;
  BlockMeasurement rounds = this->rounds(3);
  for (const std::uint64_t ticks : {500, 200, 300}) {
    runner_.ticks_each = ticks;
    rounds.take_round(runner_.sizes.empty() ? 0 : 1);
  }
  EXPECT_EQ(rounds.finish().ticks, std::vector<std::uint64_t>(3, 200));
}

TEST_F(ScriptedRounds, KeepNoTimeOfACrash) {
  runner_.incident = only_at(1, Outcome::crashed, "died");
  const MeasuredBlock measured = measure(1, 2);
  ASSERT_EQ(measured.faults.size(), 1U);
  EXPECT_EQ(measured.faults.at(1).reason, "died");
}

TEST_F(ScriptedRounds, CountPuzzlesWhoseGuessesChange) {
  std::uint64_t calls = 0;
  runner_.script = [&](const Grid& puzzle, const Budget& budget, std::size_t i) {
    Answer answer = solved(puzzle, budget);
    answer.guesses = i == 1 ? ++calls : 7;
    return answer;
  };
  const MeasuredBlock measured = measure(1, 2);
  EXPECT_EQ(measured.row.unsteady, 1U);
  EXPECT_EQ(measured.block.guesses, 7U + 1 + 7) << "those of the first pass";
  runner_.script = [&](const Grid& puzzle, const Budget& budget, std::size_t i) {
    Answer answer = solved(puzzle, budget);
    answer.guesses = ++calls;
    if (i == 1) answer.outcome = Outcome::timeout;
    return answer;
  };
  EXPECT_EQ(measure(1, 2).row.unsteady, 2U)
      << "a puzzle that is given up has any number of guesses";
}

TEST_F(ScriptedRounds, CountTheAnswersThatTheDatasetConfirms) {
  for (std::size_t i = 0; i < 2; ++i)
    sample_.declared[i] = solved(sample_.puzzles[i]).solution;
  EXPECT_EQ(measure(1).confirmed.declared, 2U);
  sample_.declared[1].cells[0] = sample_.declared[1].cells[1];
  EXPECT_EQ(measure(1).confirmed.declared, 1U) << "it is no solution";
  runner_.script = always({.outcome = Outcome::timeout});
  EXPECT_EQ(measure(1).confirmed.declared, 0U);
}

// The declared solution is that of the puzzle as given, and not of a relabelled one.
TEST_F(ScriptedRounds, CompareOnlyPuzzlesAsGivenWithDeclaredSolutions) {
  sample_.declared[0] = solved(sample_.puzzles[0]).solution;
  const MeasuredBlock right = measure(3, 1);
  EXPECT_TRUE(right.faults.empty());
  runner_.script = always({.outcome = Outcome::none});
  const MeasuredBlock wrong = measure(1);
  ASSERT_EQ(wrong.faults.size(), 1U);
  EXPECT_EQ(wrong.faults.at(0).reason, "says none, but the declared solution fits");
}

// A later pass may be of several copies of the sample.
TEST_F(ScriptedRounds, ChargeFaultsOfCopiesToTheirPuzzles) {
  plan_.round_floor = std::chrono::microseconds(401);
  runner_.takes = std::chrono::microseconds(400);
  runner_.script = [](const Grid& puzzle, const Budget& budget, std::size_t i) {
    return i == 7 ? Answer{.outcome = Outcome::none} : solved(puzzle, budget);
  };
  runner_.incident = only_at(11, Outcome::timeout, "too long");
  const MeasuredBlock measured = measure(1);
  ASSERT_EQ(measured.faults.size(), 2U);
  EXPECT_EQ(measured.faults.at(1).reason, "the outcome differs from an earlier pass");
  EXPECT_EQ(measured.faults.at(2).reason, "too long");
  EXPECT_EQ(measured.outcome_at(1), Outcome::wrong);
  EXPECT_EQ(measured.outcome_at(2), Outcome::timeout);
  EXPECT_EQ(measured.outcome_at(0), Outcome::unique);
}

// The first decided answer counts, and a timeout before it contradicts nothing.
TEST_F(ScriptedRounds, CompareAnswersWithTheFirstOnesInWarmUps) {
  plan_.warmup = std::chrono::milliseconds(50);
  runner_.script = [&](const Grid& puzzle, const Budget& budget, std::size_t i) {
    const std::size_t passes = runner_.sizes.size();
    const bool is_first = passes == 1;
    if (is_first && i == 0) std::this_thread::sleep_for(plan_.warmup);  // which thus ends with it
    if (is_first) return Answer{.outcome = i == 0 ? Outcome::none : Outcome::timeout};
    if (i == 2 || passes == 2) return solved(puzzle, budget);
    return Answer{.outcome = i == 0 ? Outcome::unique : Outcome::none};
  };
  const MeasuredBlock measured = measure(2);
  EXPECT_EQ(runner_.time_limits.front(), plan_.warmup)
      << "no puzzle may take longer than the warm-up";
  EXPECT_EQ(runner_.time_limits[1], Nanoseconds(0));
  EXPECT_GE(measured.spent, std::chrono::seconds(2) + 2 * plan_.warmup);
  ASSERT_EQ(measured.faults.size(), 2U);
  EXPECT_EQ(measured.faults.at(0).reason, "the outcome differs from an earlier pass");
  EXPECT_EQ(measured.faults.at(1).reason, "the outcome differs from an earlier pass");
}

// What a warm-up gives up, or does not get to, would have had more time in a round.
TEST_F(ScriptedRounds, ForgiveTimeoutsOfWarmUpsButNotCrashes) {
  plan_.warmup = std::chrono::milliseconds(1);
  runner_.script = [](const Grid& puzzle, const Budget& budget, std::size_t i) {
    return i == 0 && budget.time_limit.count() > 0 ? Answer{} : solved(puzzle, budget);
  };
  runner_.incident = [this](std::size_t i) {
    const bool is_warm_up = runner_.time_limits.back().count() > 0;
    return runner::Incident{.outcome = i == 1 ? Outcome::timeout : Outcome::crashed,
                            .reason = is_warm_up && i > 0 ? "in a warm-up" : ""};
  };
  BlockMeasurement rounds = this->rounds(0, std::chrono::microseconds(1'000'500));
  rounds.take_round(0);
  EXPECT_FALSE(rounds.wants(1)) << "the warm-up took a millisecond or more";
  const MeasuredBlock measured = rounds.finish();
  ASSERT_EQ(measured.faults.size(), 1U);
  EXPECT_EQ(measured.faults.at(2).outcome, Outcome::crashed);
}

TEST_F(ScriptedRounds, KeepTheFirstReasonOfAWrongAnswer) {
  runner_.script = [this](const Grid&, const Budget&, std::size_t) {
    return Answer{.outcome = runner_.sizes.size() == 1 ? Outcome::unanswered : Outcome::unique};
  };
  const MeasuredBlock measured = measure(2);
  ASSERT_EQ(measured.faults.size(), 3U);
  EXPECT_EQ(measured.faults.at(2).reason, "no answer was written");
}

TEST_F(ScriptedRounds, AWrongAnswerTakesThePlaceOfACrash) {
  runner_.incident = [this](std::size_t i) {
    const bool dies = runner_.sizes.size() == 1 && i == 0;
    return runner::Incident{.outcome = Outcome::crashed, .reason = dies ? "died" : ""};
  };
  runner_.script = [](const Grid& puzzle, const Budget& budget, std::size_t i) {
    Answer answer = solved(puzzle, budget);
    if (i == 0) answer.solution.cells[0] = 'x';
    return answer;
  };
  const MeasuredBlock measured = measure(2);
  ASSERT_EQ(measured.faults.size(), 1U);
  EXPECT_EQ(measured.faults.at(0).outcome, Outcome::wrong);
  EXPECT_EQ(measured.faults.at(0).reason, "the solution breaks a clue or a house");
}

TEST_F(ScriptedRounds, EndAtOnceWhenTheSolverIsDisqualifiedOrTheRunCancelled) {
  std::atomic<bool> cancelled{false};
  budget_.cancelled = &cancelled;
  BlockMeasurement rounds = this->rounds();
  rounds.take_round(0);
  EXPECT_TRUE(rounds.wants(1));
  cancelled = true;
  EXPECT_FALSE(rounds.wants(1));
  EXPECT_FALSE(rounds.finish().complete);
  cancelled = false;
  BlockMeasurement again = this->rounds();
  again.take_round(0);
  runner_.disqualify("on purpose");
  EXPECT_FALSE(again.wants(1));
  EXPECT_FALSE(again.finish().complete);
}

// Answers without a solution, but at limit 1 with what `shown` says.
ScriptedRunner::Script counting(const ScriptedRunner::Script& shown) {
  return [shown](const Grid& puzzle, const Budget& budget, std::size_t i) {
    if (budget.solution_limit == 1) return shown(puzzle, budget, i);
    return Answer{.outcome = Outcome::unique, .solutions = 1};
  };
}

const ScriptedRunner::Script kHides = always({.outcome = Outcome::first, .solutions = 1});

struct AskedCase {
  const char* name;
  ScriptedRunner::Script shown;
  bool may_only_count;
  std::uint64_t hidden;
  const char* fault;
};

TEST_F(ScriptedRounds, AskASolverThatOnlyCountsForSolutions) {
  const AskedCase cases[] = {
      {"shows it", runner_.script, false, 0, ""},
      {"hides it", kHides, true, 3, ""},
      {"must not hide it", kHides, false, 0,
       "counted a solution, but wrote none: its buffer was left untouched"},
      {"finds none", always({.outcome = Outcome::none}), true, 0,
       "found no solution where it counted one"},
      {"has no time", always({.outcome = Outcome::timeout}), true, 0, ""},
  };
  settings_.verify = options::Verify::all;
  info_.shows_solution = false;
  for (const AskedCase& c : cases) {
    SCOPED_TRACE(c.name);
    info_.may_only_count = c.may_only_count;
    runner_.script = counting(c.shown);
    const MeasuredBlock measured = measure(1);
    EXPECT_EQ(runner_.limits.back(), 1U);
    EXPECT_EQ(measured.row.solutions_unshown, 3U);
    EXPECT_EQ(measured.row.solutions_asked, 3U);
    EXPECT_EQ(measured.row.solutions_hidden.value_or(0), c.hidden);
    EXPECT_EQ(measured.faults.size(), c.fault[0] == '\0' ? 0U : 3U);
    for (const auto& [position, fault] : measured.faults)
      EXPECT_EQ(fault.reason, c.fault);
  }
}

TEST_F(ScriptedRounds, ForgetWhatWasAskedForWhenTheRunWasCancelled) {
  std::atomic<bool> cancelled{false};
  budget_.cancelled = &cancelled;
  info_.shows_solution = false;
  runner_.script = [&](const Grid& /*puzzle*/, const Budget& budget, std::size_t /*i*/) {
    cancelled = budget.solution_limit == 1;
    return cancelled ? Answer{.outcome = Outcome::none}
                     : Answer{.outcome = Outcome::unique, .solutions = 1};
  };
  const MeasuredBlock measured = measure(1);
  EXPECT_EQ(measured.row.solutions_unshown, 3U);
  EXPECT_EQ(measured.row.solutions_asked, 0U);
  EXPECT_TRUE(measured.faults.empty());
  EXPECT_FALSE(measured.complete);
}

TEST_F(ScriptedRounds, AskForTheSolutionsThatAreMissingOnly) {
  settings_.verify = options::Verify::all;
  info_.shows_solution = false;
  runner_.script = [](const Grid& puzzle, const Budget& budget, std::size_t i) {
    Answer answer = solved(puzzle, budget);
    if (i == 1 && budget.solution_limit > 1) answer.solution = kEmptyGrid;
    if (i == 2) answer = Answer{.outcome = Outcome::none};
    return answer;
  };
  // The only one that is asked for crashes.
  runner_.incident = [this](std::size_t /*i*/) {
    return runner::Incident{.outcome = Outcome::crashed,
                            .reason = runner_.limits.back() == 1 ? "died" : ""};
  };
  const MeasuredBlock measured = measure(1);
  EXPECT_EQ(runner_.sizes.back(), 1U);
  EXPECT_EQ(measured.row.solutions_unshown, 1U);
  EXPECT_EQ(measured.row.solutions_asked, 1U);
  EXPECT_FALSE(measured.row.solutions_hidden);
  ASSERT_EQ(measured.faults.size(), 1U);
  EXPECT_EQ(measured.faults.at(1).reason, "died");
}

TEST_F(ScriptedRounds, AskForTheFirstSolutionAndFewOthers) {
  info_.shows_solution = false;
  info_.may_only_count = true;
  runner_.script = counting(kHides);
  EXPECT_GE(measure(1).row.solutions_asked, 1U);
  const Grid puzzle = sample_.puzzles[0];
  sample_ = {};
  for (std::uint32_t i = 0; i < 800; ++i) {
    sample_.at.push_back(i);
    sample_.puzzles.push_back(puzzle);
    sample_.declared.push_back(kEmptyGrid);
  }
  const MeasuredBlock measured = measure(1);
  EXPECT_GT(measured.row.solutions_asked, 30U);
  EXPECT_LT(measured.row.solutions_asked, 70U) << "about one in 16";
}

// Times that a puzzle's later passes took do not hide that one pass gave it up.
TEST(MeasuredBlock, HasTimesOfAtLeastTheLimitForPuzzlesThatWereGivenUp) {
  MeasuredBlock measured;
  measured.answers = {{.outcome = Outcome::unique}, {.outcome = Outcome::timeout}};
  measured.ticks = {5, 7};
  measured.limit_in_ticks = 100;
  EXPECT_EQ(measured.ticks_at(0), 5U);
  EXPECT_EQ(measured.ticks_at(1), 100U);
  measured.ticks[1] = 120;
  EXPECT_EQ(measured.ticks_at(1), 120U);
  measured.faults[0] = {.outcome = Outcome::timeout, .reason = ""};
  EXPECT_EQ(measured.outcome_at(0), Outcome::timeout);
  EXPECT_EQ(measured.ticks_at(0), 100U);
}

}  // namespace

}  // namespace sudoku::run
