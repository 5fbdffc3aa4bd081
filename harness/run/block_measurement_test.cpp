#include "harness/run/block_measurement.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/run/run_fixture.h"

namespace sudoku::run {

namespace {

// Solves nine puzzles in each pass, and crashes on the sixth one of the second pass.
class CrashesOnce final : public Runner {
 public:
  using Runner::Runner;

  std::uint64_t added_memory() override { return 0; }

  double startup_s() const override { return 0; }

  // Numbers of puzzles that it was given at a time.
  const std::vector<std::size_t>& sizes() const { return sizes_; }

 private:
  Nanoseconds pass(const Work& work, const Budget& budget,
                   std::span<std::uint64_t> ticks) override {
    incidents_.clear();
    sizes_.push_back(work.puzzles.size());
    for (std::size_t i = 0; i < work.puzzles.size(); ++i) {
      call({.solver = *solver_, .work = work, .budget = budget}, {.first = i, .size = 1});
      ticks[i] = 1;
      if (++solved_ == 9 + 6) incidents_[i] = {.outcome = Outcome::crashed, .reason = "on purpose"};
    }
    return Nanoseconds(1);
  }

  std::unique_ptr<Solver> solver_ = find_solver("mrv")->create();
  std::vector<std::size_t> sizes_;
  int solved_ = 0;
};

// Holds a million bytes more after the first pass, and fifty more for each puzzle.
class KeepsMemory final : public Runner {
 public:
  using Runner::Runner;

  std::uint64_t added_memory() override { return 0; }

  std::optional<HeldMemory> held_memory() override { return held_; }

  double startup_s() const override { return 0; }

 private:
  Nanoseconds pass(const Work& work, const Budget& budget,
                   std::span<std::uint64_t> /*ticks*/) override {
    call({.solver = *solver_, .work = work, .budget = budget},
         {.first = 0, .size = work.puzzles.size()});
    if (held_.heap == 0) held_.heap += 1'000'000;
    held_.heap += 50 * work.puzzles.size();
    return std::chrono::seconds(1);  // enough for a throughput round
  }

  std::unique_ptr<Solver> solver_ = find_solver("mrv")->create();
  HeldMemory held_;
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
            {.plan = plan_, .settings = settings_, .budget = {}, .latency_rounds = latency_rounds},
            scratch_,
            all_samples_};
  }

  RunSettings settings_ = quick_run({"mrv"});
  parallel::ThreadPool pool_{1, true};
  StampClock clock_;
  CoreMeter meter_{pool_, clock_};
  HardwareCounters counters_{nullptr};
  MeasureScratch scratch_{.clock = clock_, .counters = counters_, .core = &meter_};
  std::unique_ptr<Runner> runner_ = enter(settings_.solver_specs.front(), pool_, clock_, {});
  Sample sample_;
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
    HeldMemory before;
    HeldMemory after;
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
    EXPECT_EQ(kept_memory(c.before, c.after), c.kept);
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

}  // namespace

}  // namespace sudoku::run
