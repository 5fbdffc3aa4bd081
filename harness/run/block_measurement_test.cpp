#include "harness/run/block_measurement.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/sample.h"
#include "harness/run/check.h"
#include "harness/run/run_fixture.h"
#include "solvers/search.h"

namespace sudoku::run {

namespace {

// Solves nine puzzles in each pass, and crashes on the sixth one of the second pass.
class CrashesOnce final : public runner::Runner {
 public:
  using runner::Runner::Runner;

  std::uint64_t added_memory() override { return 0; }

  double startup_s() const override { return 0; }

  // Numbers of puzzles that it was given at a time.
  const std::vector<std::size_t>& sizes() const { return sizes_; }

 private:
  runner::PassResult pass(const runner::Work& work, const Budget& budget,
                          std::span<std::uint64_t> ticks) override {
    runner::PassResult result{.time = Nanoseconds(1)};
    sizes_.push_back(work.puzzles.size());
    for (std::size_t i = 0; i < work.puzzles.size(); ++i) {
      runner::call({.solver = *solver_, .work = work, .budget = budget}, {.first = i, .size = 1});
      ticks[i] = 1;
      if (++solved_ == 9 + 6)
        result.incidents[i] = {.outcome = Outcome::crashed, .reason = "on purpose"};
    }
    return result;
  }

  std::unique_ptr<Solver> solver_ = find_solver("mrv")->create();
  std::vector<std::size_t> sizes_;
  int solved_ = 0;
};

// Holds a million bytes more after the first pass, and fifty more for each puzzle.
class KeepsMemory final : public runner::Runner {
 public:
  using runner::Runner::Runner;

  std::uint64_t added_memory() override { return 0; }

  std::optional<runner::HeldMemory> held_memory() override { return held_; }

  double startup_s() const override { return 0; }

 private:
  runner::PassResult pass(const runner::Work& work, const Budget& budget,
                          std::span<std::uint64_t> /*ticks*/) override {
    runner::call({.solver = *solver_, .work = work, .budget = budget},
                 {.first = 0, .size = work.puzzles.size()});
    if (held_.heap == 0) held_.heap += 1'000'000;
    held_.heap += 50 * work.puzzles.size();
    return {.time = std::chrono::seconds(1)};  // enough for a throughput round
  }

  std::unique_ptr<Solver> solver_ = find_solver("mrv")->create();
  runner::HeldMemory held_;
};

// Nine puzzles, and a solver of them in three rounds on a core that a meter watches.
class WatchedRounds : public testing::Test {
 protected:
  WatchedRounds() {
    plan_.rounds = 3;
    for (int i = 0; i < 9; ++i) {
      sample_.at.push_back(static_cast<std::uint32_t>(i));
      sample_.puzzles.push_back(
          parse_grid(std::string_view(puzzles_of_each_kind(1)).substr(0, kCells)).grid);
      sample_.declared.push_back(kEmptyGrid);
    }
  }

  // As if the core had been much faster before, so that it now seems to be shared.
  void share_core() { meter_.share_of({.additions = {1e6, 1e6}, .loads = {1e6, 1e6}}); }

  BlockMeasurement rounds(std::uint64_t latency_rounds = 0) {
    return {*runner_,
            sample_,
            {.plan = plan_,
             .settings = settings_,
             .budget = {},
             .latency_rounds = latency_rounds,
             .meter = &meter_},
            scratch_,
            all_samples_};
  }

  options::RunSettings settings_ = quick_run({"mrv"});
  parallel::ThreadPool pool_{1, true};
  machine::StampClock clock_;
  machine::CoreMeter meter_{pool_, clock_};
  machine::HardwareCounters counters_{nullptr};
  MeasureScratch scratch_{.clock = clock_, .counters = counters_};
  std::unique_ptr<runner::Runner> runner_ =
      runner::make_runner(settings_.solver_specs.front(), pool_, clock_, {});
  dataset::Sample sample_;
  Plan plan_;
  stats::Histogram all_samples_;
};

TEST_F(WatchedRounds, OneThatIsRepeatedTakesThePlaceOfTheOneBefore) {
  if (std::isnan(meter_.share())) GTEST_SKIP() << "the speed of this core cannot be measured";
  share_core();
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
  if (std::isnan(meter_.share())) GTEST_SKIP() << "the speed of this core cannot be measured";
  share_core();
  BlockMeasurement rounds = this->rounds(4);
  for (const std::uint64_t number : {0, 1, 2})
    rounds.take_round(number);
  EXPECT_TRUE(rounds.is_disturbed());
  ASSERT_TRUE(rounds.wants(3));
  rounds.take_round(3);
  EXPECT_FALSE(rounds.is_disturbed());
  EXPECT_FALSE(rounds.lacked_core());
}

TEST_F(WatchedRounds, KeepTheMemoryThatTwoPassesKeep) {
  runner_ = std::make_unique<KeepsMemory>(settings_.solver_specs.front().info, pool_, clock_);
  BlockMeasurement two_passes = this->rounds(1);
  two_passes.take_round(0);
  EXPECT_EQ(two_passes.finish().kept_memory, 450U);
  runner_ = std::make_unique<KeepsMemory>(settings_.solver_specs.front().info, pool_, clock_);
  BlockMeasurement one_pass = this->rounds();
  one_pass.take_round(0);
  EXPECT_EQ(one_pass.finish().kept_memory, 1'000'450U);
}

TEST(KeptMemory, IsThatOfTheHeapOrMuchMoreResidentMemory) {
  struct KeptCase {
    const char* name;
    runner::HeldMemory before;
    runner::HeldMemory after;
    std::optional<std::uint64_t> kept;
  };

  constexpr std::uint64_t kMiB = 1 << 20;
  const KeptCase cases[] = {
      {"nothing", {.heap = 70, .anonymous = 80}, {.heap = 70, .anonymous = 80}, 0},
      {"heap", {.heap = 70, .anonymous = 80}, {.heap = 90, .anonymous = 80}, 20},
      {"less", {.heap = 90, .anonymous = 80}, {.heap = 70, .anonymous = 60}, 0},
      {"pages left to the allocator", {.anonymous = 80}, {.anonymous = 2 * kMiB}, 0},
      {"another allocator's", {.anonymous = 80}, {.anonymous = 5 * kMiB + 80}, 3 * kMiB},
      {"garbage not yet collected", {.anonymous = 10 * kMiB}, {.anonymous = 15 * kMiB}, 0},
      {"more than that", {.anonymous = 10 * kMiB}, {.anonymous = 16 * kMiB}, kMiB},
      {"another process", {.heap = 70, .processes = {1}}, {.heap = 90, .processes = {2}}, {}},
  };
  for (const KeptCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(runner::kept_memory(c.before, c.after), c.kept);
  }
}

TEST_F(WatchedRounds, APassInPartsKnowsItsPuzzles) {
  auto crashes_once =
      std::make_unique<CrashesOnce>(settings_.solver_specs.front().info, pool_, clock_);
  const CrashesOnce& runner = *crashes_once;
  runner_ = std::move(crashes_once);
  plan_.slow = true;
  plan_.pilot_ns = 1e9;  // so that a part is a puzzle
  BlockMeasurement rounds = this->rounds();
  for (const std::uint64_t number : {0, 1})
    rounds.take_round(number);
  EXPECT_EQ(runner.sizes(), (std::vector<std::size_t>{9, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
  const MeasuredBlock measured = rounds.finish();
  ASSERT_EQ(measured.faults.size(), 1U);
  EXPECT_EQ(measured.faults.begin()->first, 5U);
  EXPECT_EQ(measured.faults.begin()->second.outcome, Outcome::crashed);
  EXPECT_EQ(measured.ticks, std::vector<std::uint64_t>(9, 1));
}

// Answers each puzzle, by its position in the call, as a script says; takes as long as it says.
class RoundRunner final : public runner::Runner {
 public:
  using Script = std::function<Answer(PuzzleRef puzzle, const Budget& budget, std::size_t i)>;

  using runner::Runner::Runner;

  std::uint64_t added_memory() override { return 99; }

  double startup_s() const override { return 0; }

  void disqualify() { disqualified_ = "on purpose"; }

  Script script = [](PuzzleRef puzzle, const Budget& budget, std::size_t /*i*/) {
    return solve_one(*find_solver("mrv")->create(), puzzle, budget);
  };
  std::function<runner::Incident(std::size_t i)> incident = [](std::size_t /*i*/) {
    return runner::Incident{};
  };
  Nanoseconds takes{std::chrono::seconds(1)};
  std::optional<Nanoseconds> says_running;
  Nanoseconds off_clock_too{0};
  std::uint64_t ticks_each = 1000;

  // Sizes of the passes, whether they were stamped, and their limits.
  std::vector<std::size_t> sizes;
  std::vector<bool> stamped;
  std::vector<std::uint64_t> limits;
  std::vector<Nanoseconds> time_limits;

 private:
  runner::PassResult pass(const runner::Work& work, const Budget& budget,
                          std::span<std::uint64_t> ticks) override {
    runner::PassResult result{.running = says_running, .off_clock = off_clock_too};
    sizes.push_back(work.puzzles.size());
    stamped.push_back(!ticks.empty());
    limits.push_back(budget.solution_limit);
    time_limits.push_back(budget.time_limit);
    for (std::size_t i = 0; i < work.puzzles.size(); ++i) {
      work.answers[i] = script(work.puzzles[i], budget, i);
      if (!ticks.empty()) ticks[i] = ticks_each;
      if (const runner::Incident found = incident(i); !found.reason.empty()) {
        result.incidents[i] = found;
        work.answers[i].outcome = found.outcome;
      }
    }
    result.time = takes;  // as the script has set it
    return result;
  }
};

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
             .latency_rounds = latency_rounds},
            scratch_,
            all_samples_};
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
  static inline const machine::StampClock clock_{};
  machine::HardwareCounters counters_{nullptr};
  MeasureScratch scratch_{.clock = clock_, .counters = counters_};
  RoundRunner runner_{info_, pool_, clock_};
  dataset::Sample sample_;
  Plan plan_{.lower = {}, .rounds = 2};
  stats::Histogram all_samples_;
};

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
  const MeasuredBlock measured = measure(2, 3);
  EXPECT_EQ(runner_.stamped, (std::vector<bool>{false, true, false, true, true}));
  EXPECT_EQ(measured.block.seconds, (std::vector<double>{1, 1}));
  EXPECT_EQ(measured.ticks, std::vector<std::uint64_t>(3, 1000));
  EXPECT_TRUE(measured.complete);
  EXPECT_EQ(measured.added_memory, 99U);
  EXPECT_EQ(measured.spent, std::chrono::seconds(5));
  EXPECT_EQ(result::total_of(all_samples_.take().count), 9U);
  std::uint64_t digest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(measured.hashes.at(i), answer_hash(sample_.puzzles[i], measured.answers[i]));
    digest += measured.hashes[i];
  }
  EXPECT_EQ(measured.block.digest, digest);
}

// A plugin that shows some of its solutions has the digest of one that shows none.
TEST_F(ScriptedRounds, HashSolutionsOnlyOfSolversThatPromiseThem) {
  info_.shows_solution = false;
  const MeasuredBlock measured = measure(1);
  Answer unshown = measured.answers[0];
  ASSERT_EQ(unshown.outcome, Outcome::unique);
  unshown.solution = kEmptyGrid;
  EXPECT_EQ(measured.hashes[0], answer_hash(sample_.puzzles[0], unshown));
  EXPECT_NE(measured.hashes[0], answer_hash(sample_.puzzles[0], measured.answers[0]));
}

TEST_F(ScriptedRounds, OfSlowSolversAreBothAtOnce) {
  plan_.slow = true;
  const MeasuredBlock measured = measure(2);
  EXPECT_EQ(runner_.stamped, (std::vector<bool>{true, true}));
  EXPECT_EQ(measured.block.seconds.size(), 2U);
  EXPECT_EQ(measured.ticks.size(), 3U);
  EXPECT_EQ(result::total_of(all_samples_.take().count), 6U);
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

// Guesses and answers are those of the puzzles as given, whose time is not that of isomorphs.
TEST_F(ScriptedRounds, OfIsomorphsBeginWithAPassAsGiven) {
  settings_.permute = true;
  std::vector<std::size_t> as_given;
  runner_.script = [&](PuzzleRef puzzle, const Budget& /*budget*/, std::size_t i) {
    if (i == 0) as_given.push_back(0);
    as_given.back() += puzzle.clues == sample_.puzzles[i] ? 1 : 0;
    runner_.takes = std::chrono::seconds(as_given.size());
    return Answer{.outcome = Outcome::timeout};
  };
  const MeasuredBlock measured = measure(2);
  EXPECT_EQ(as_given, (std::vector<std::size_t>{3, 0, 0}));
  EXPECT_EQ(measured.block.seconds, (std::vector<double>{2, 3}));
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
  int passes = 0;
  const RoundRunner::Script solve = runner_.script;
  runner_.script = [&](PuzzleRef puzzle, const Budget& budget, std::size_t i) {
    if (i == 0) ++passes;
    if (std::exchange(begins, false)) firsts.push_back(puzzle.text());
    return solve(puzzle, budget, i);
  };
  const auto of_rounds = [&] {
    firsts.clear();
    passes = 0;
    plan_.rounds = 3;
    BlockMeasurement rounds = this->rounds();
    for (const std::uint64_t number : {0, 1, 2}) {
      begins = true;
      rounds.take_round(number);
    }
    return firsts;
  };
  const std::vector<std::string> long_ones = of_rounds();
  EXPECT_EQ(passes, 3);
  EXPECT_NE(long_ones[1], long_ones[2]);
  plan_.round_floor = std::chrono::milliseconds(10);
  runner_.takes = std::chrono::milliseconds(3);
  EXPECT_EQ(of_rounds(), long_ones);
  EXPECT_GT(passes, 3);
  settings_.seed = 2;
  EXPECT_NE(of_rounds()[1], long_ones[1]);
  settings_.seed = 1;
  sample_.block = 1;
  EXPECT_NE(of_rounds()[1], long_ones[1]);
}

// One pass shows that the solver does not take them; more would time nothing.
TEST_F(ScriptedRounds, OfPuzzlesThatASolverDoesNotTakeAreOnePass) {
  for (const Grid& puzzle : sample_.puzzles)
    sample_.marks.push_back(marks_of(puzzle));
  plan_.warmup = std::chrono::milliseconds(1);
  plan_.round_floor = std::chrono::hours(1);
  measure(3);
  EXPECT_EQ(runner_.sizes.size(), 1U);
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
  runner_.incident = [](std::size_t i) {
    return runner::Incident{.outcome = Outcome::crashed, .reason = i == 1 ? "died" : ""};
  };
  const MeasuredBlock measured = measure(1, 2);
  EXPECT_EQ(result::total_of(all_samples_.take().count), 4U);
  ASSERT_EQ(measured.faults.size(), 1U);
  EXPECT_EQ(measured.faults.at(1).reason, "died");
}

TEST_F(ScriptedRounds, CountPuzzlesWhoseGuessesChange) {
  std::uint64_t calls = 0;
  const RoundRunner::Script solve = runner_.script;
  runner_.script = [&](PuzzleRef puzzle, const Budget& budget, std::size_t i) {
    Answer answer = solve(puzzle, budget, i);
    answer.guesses = i == 1 ? ++calls : 7;
    return answer;
  };
  const MeasuredBlock measured = measure(1, 2);
  EXPECT_EQ(measured.unsteady, 1U);
  EXPECT_EQ(measured.block.guesses, 7U + 1 + 7) << "those of the first pass";
  info_.batch = 4;
  EXPECT_EQ(measure(1, 2).unsteady, 0U) << "they may change after a crash";
  info_.batch = 1;
  runner_.script = [&](PuzzleRef puzzle, const Budget& budget, std::size_t i) {
    Answer answer = solve(puzzle, budget, i);
    answer.guesses = ++calls;
    if (i == 1) answer.outcome = Outcome::timeout;
    return answer;
  };
  EXPECT_EQ(measure(1, 2).unsteady, 2U) << "a puzzle that is given up has any number of guesses";
}

TEST_F(ScriptedRounds, CountTheAnswersThatTheDatasetConfirms) {
  for (std::size_t i = 0; i < 2; ++i)
    sample_.declared[i] = solve_one(*find_solver("mrv")->create(), sample_.puzzles[i], {}).solution;
  EXPECT_EQ(measure(1).confirmed.declared, 2U);
  sample_.declared[1].cells[0] = sample_.declared[1].cells[1];
  EXPECT_EQ(measure(1).confirmed.declared, 1U) << "it is no solution";
  runner_.incident = [](std::size_t /*i*/) {
    return runner::Incident{.outcome = Outcome::timeout, .reason = "too long"};
  };
  EXPECT_EQ(measure(1).confirmed.declared, 0U);
}

// The declared solution is that of the puzzle as given, and not of a relabelled one.
TEST_F(ScriptedRounds, CompareOnlyPuzzlesAsGivenWithDeclaredSolutions) {
  sample_.declared[0] = solve_one(*find_solver("mrv")->create(), sample_.puzzles[0], {}).solution;
  const MeasuredBlock right = measure(3, 1);
  EXPECT_TRUE(right.faults.empty());
  runner_.script = [](PuzzleRef /*puzzle*/, const Budget& /*budget*/, std::size_t /*i*/) {
    return Answer{.outcome = Outcome::none};
  };
  const MeasuredBlock wrong = measure(1);
  ASSERT_EQ(wrong.faults.size(), 1U);
  EXPECT_EQ(wrong.faults.at(0).reason, "says none, but the declared solution fits");
}

// A later pass may be of several copies of the sample.
TEST_F(ScriptedRounds, ChargeFaultsOfCopiesToTheirPuzzles) {
  plan_.round_floor = std::chrono::microseconds(401);
  runner_.takes = std::chrono::microseconds(400);
  const RoundRunner::Script solve = runner_.script;
  runner_.script = [&solve](PuzzleRef puzzle, const Budget& budget, std::size_t i) {
    return i == 7 ? Answer{.outcome = Outcome::none} : solve(puzzle, budget, i);
  };
  runner_.incident = [](std::size_t i) {
    return runner::Incident{.outcome = Outcome::timeout, .reason = i == 11 ? "too long" : ""};
  };
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
  int passes = 0;
  const RoundRunner::Script solve = runner_.script;
  runner_.script = [&](PuzzleRef puzzle, const Budget& budget, std::size_t i) {
    passes += i == 0 ? 1 : 0;
    const bool is_first = passes == 1;
    if (is_first && i == 0) std::this_thread::sleep_for(plan_.warmup);  // which thus ends with it
    if (is_first && i == 0) return Answer{.outcome = Outcome::none};
    if (is_first && i > 0) return Answer{.outcome = Outcome::timeout};
    if (is_first || i == 2 || passes == 2) return solve(puzzle, budget, i);
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
  const RoundRunner::Script solve = runner_.script;
  runner_.script = [&solve](PuzzleRef puzzle, const Budget& budget, std::size_t i) {
    return i == 0 && budget.time_limit.count() > 0 ? Answer{} : solve(puzzle, budget, i);
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
  int passes = 0;
  runner_.script = [&passes](PuzzleRef /*puzzle*/, const Budget& /*budget*/, std::size_t i) {
    passes += i == 0 ? 1 : 0;
    return Answer{.outcome = passes == 1 ? Outcome::unanswered : Outcome::unique};
  };
  const MeasuredBlock measured = measure(2);
  ASSERT_EQ(measured.faults.size(), 3U);
  EXPECT_EQ(measured.faults.at(2).reason, "no answer was written");
}

TEST_F(ScriptedRounds, AWrongAnswerTakesThePlaceOfACrash) {
  int passes = 0;
  runner_.incident = [&passes](std::size_t i) {
    passes += i == 0 ? 1 : 0;
    const bool dies = passes == 1 && i == 0;
    return runner::Incident{.outcome = Outcome::crashed, .reason = dies ? "died" : ""};
  };
  const RoundRunner::Script solve = runner_.script;
  runner_.script = [&](PuzzleRef puzzle, const Budget& budget, std::size_t i) {
    Answer answer = solve(puzzle, budget, i);
    if (passes >= 1 && i == 0) answer.solution.cells[0] = 'x';
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
  runner_.disqualify();
  EXPECT_FALSE(again.wants(1));
  EXPECT_FALSE(again.finish().complete);
}

// Answers without a solution, at any limit above 1; at limit 1 with what `shown` says.
RoundRunner::Script counting(Answer (*shown)(PuzzleRef puzzle)) {
  return [shown](PuzzleRef puzzle, const Budget& budget, std::size_t /*i*/) {
    if (budget.solution_limit == 1) return shown(puzzle);
    return Answer{.outcome = Outcome::unique, .solutions = 1};
  };
}

struct AskedCase {
  const char* name;
  Answer (*shown)(PuzzleRef puzzle);
  bool may_only_count;
  std::uint64_t hidden;
  const char* fault;
};

TEST_F(ScriptedRounds, AskASolverThatOnlyCountsForSolutions) {
  const AskedCase cases[] = {
      {"shows it",
       [](PuzzleRef puzzle) {
         return solve_one(*find_solver("mrv")->create(), puzzle, {.solution_limit = 1});
       },
       false, 0, ""},
      {"hides it",
       [](PuzzleRef /*puzzle*/) { return Answer{.outcome = Outcome::first, .solutions = 1}; }, true,
       3, ""},
      {"must not hide it",
       [](PuzzleRef /*puzzle*/) { return Answer{.outcome = Outcome::first, .solutions = 1}; },
       false, 0, "counted a solution, but wrote none: its buffer was left untouched"},
      {"finds none", [](PuzzleRef /*puzzle*/) { return Answer{.outcome = Outcome::none}; }, true, 0,
       "found no solution where it counted one"},
      {"has no time", [](PuzzleRef /*puzzle*/) { return Answer{.outcome = Outcome::timeout}; },
       true, 0, ""},
  };
  settings_.verify = options::Verify::all;
  info_.shows_solution = false;
  for (const AskedCase& c : cases) {
    SCOPED_TRACE(c.name);
    info_.may_only_count = c.may_only_count;
    runner_.script = counting(c.shown);
    const MeasuredBlock measured = measure(1);
    EXPECT_EQ(runner_.limits.back(), 1U);
    EXPECT_EQ(measured.solutions_unshown, 3U);
    EXPECT_EQ(measured.solutions_asked, 3U);
    EXPECT_EQ(measured.solutions_hidden, c.hidden);
    EXPECT_EQ(measured.faults.size(), c.fault[0] == '\0' ? 0U : 3U);
    for (const auto& [position, fault] : measured.faults)
      EXPECT_EQ(fault.reason, c.fault);
  }
}

TEST_F(ScriptedRounds, ForgetWhatWasAskedForWhenTheRunWasCancelled) {
  std::atomic<bool> cancelled{false};
  budget_.cancelled = &cancelled;
  info_.shows_solution = false;
  runner_.script = [&](PuzzleRef /*puzzle*/, const Budget& budget, std::size_t /*i*/) {
    cancelled = budget.solution_limit == 1;
    return cancelled ? Answer{.outcome = Outcome::none}
                     : Answer{.outcome = Outcome::unique, .solutions = 1};
  };
  const MeasuredBlock measured = measure(1);
  EXPECT_EQ(measured.solutions_unshown, 3U);
  EXPECT_EQ(measured.solutions_asked, 0U);
  EXPECT_TRUE(measured.faults.empty());
  EXPECT_FALSE(measured.complete);
}

TEST_F(ScriptedRounds, AskForTheSolutionsThatAreMissingOnly) {
  settings_.verify = options::Verify::all;
  info_.shows_solution = false;
  runner_.script = [](PuzzleRef puzzle, const Budget& budget, std::size_t i) {
    Answer answer = solve_one(*find_solver("mrv")->create(), puzzle, budget);
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
  EXPECT_EQ(measured.solutions_unshown, 1U);
  EXPECT_EQ(measured.solutions_asked, 1U);
  EXPECT_EQ(measured.solutions_hidden, 0U);
  ASSERT_EQ(measured.faults.size(), 1U);
  EXPECT_EQ(measured.faults.at(1).reason, "died");
}

TEST_F(ScriptedRounds, AskForTheFirstSolutionAndFewOthers) {
  info_.shows_solution = false;
  info_.may_only_count = true;
  runner_.script = counting(
      [](PuzzleRef /*puzzle*/) { return Answer{.outcome = Outcome::first, .solutions = 1}; });
  EXPECT_GE(measure(1).solutions_asked, 1U);
  const Grid puzzle = sample_.puzzles[0];
  sample_ = {};
  for (std::uint32_t i = 0; i < 800; ++i) {
    sample_.at.push_back(i);
    sample_.puzzles.push_back(puzzle);
    sample_.declared.push_back(kEmptyGrid);
  }
  const MeasuredBlock measured = measure(1);
  EXPECT_GT(measured.solutions_asked, 30U);
  EXPECT_LT(measured.solutions_asked, 70U) << "about one in 16";
  info_.shows_solution = true;
  info_.may_only_count = false;
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
