#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "harness/result/example_results_fixture.h"
#include "harness/run/merge.h"

namespace sudoku::run {

namespace {

result::RunResult process(double ns) {
  result::RunResult run = result::example_result();
  run.environment.warnings.clear();
  std::erase_if(run.results, [](const result::Row& row) {
    return row.dataset != "rated" || (row.solver != "mrv" && row.solver != "dlx");
  });
  for (result::Row& row : run.results) {
    row.complete = true;
    row.time_per_puzzle_ns = {.median = ns, .low = ns - 1, .high = ns + 1};
    if (row.speedup) row.speedup->ratio = {.median = ns / 50, .low = 1, .high = 3};
  }
  return run;
}

TEST(Processes, TheMiddleCountsAndTheIntervalIsOverThem) {
  const CombinedRun combined = combine_processes({process(100), process(130), process(110)});
  EXPECT_TRUE(combined.same_answers);
  EXPECT_TRUE(combined.run.environment.warnings.empty());
  const result::Row& row = combined.run.results[1];
  EXPECT_EQ(row.processes->time_per_puzzle_ns, (std::vector<double>{100, 130, 110}));
  EXPECT_DOUBLE_EQ(row.time_per_puzzle_ns.median, 110);
  EXPECT_LT(row.time_per_puzzle_ns.low, 100);
  EXPECT_GT(row.time_per_puzzle_ns.high, 130);
  EXPECT_DOUBLE_EQ(row.puzzles_per_second.median, 1e9 / 110);
  EXPECT_DOUBLE_EQ(row.puzzles_per_second.low, 1e9 / row.time_per_puzzle_ns.high);
  EXPECT_DOUBLE_EQ(row.puzzles_per_second.high, 1e9 / row.time_per_puzzle_ns.low);
  EXPECT_DOUBLE_EQ(row.speedup->ratio.median, 2.2);
}

TEST(Processes, AnIntervalOverThemNeedsNoReasonWhyThereIsNone) {
  result::RunResult first = process(100);
  first.results[1].speedup->reason = result::Doubt::unstable;
  const CombinedRun combined = combine_processes({first, process(130), process(110)});
  EXPECT_LT(combined.run.results[1].speedup->ratio.low, 2.2);
  EXPECT_EQ(combined.run.results[1].speedup->reason, result::Doubt::none);
}

// On a busy machine, times on the clock say more about others.
TEST(Processes, AreComparedByRunningTimesWhereTheseAreKnown) {
  std::vector<result::RunResult> runs = {process(100), process(130), process(110)};
  for (result::RunResult& run : runs) {
    for (result::BlockRecord& block : run.results[1].blocks) {
      block.seconds.assign(3, 4e-9 * static_cast<double>(block.puzzles));
      block.waited = std::vector<double>(3, 3e-9 * static_cast<double>(block.puzzles));
    }
  }
  const result::Row row = combine_processes(runs).run.results[1];
  ASSERT_TRUE(row.processes->running_ns);
  for (const double ns : *row.processes->running_ns)
    EXPECT_NEAR(ns, 1, 1e-9);
  const result::ProcessesRecord known = *row.processes;
  result::ProcessesRecord unknown = known;
  unknown.running_ns.reset();
  EXPECT_EQ(result::times_to_compare(known, known).first, *known.running_ns);
  EXPECT_EQ(result::times_to_compare(known, unknown).first, known.time_per_puzzle_ns);
  runs[2].results[1].puzzles -= 1;
  const result::ProcessesRecord others = *combine_processes(runs).run.results[1].processes;
  EXPECT_TRUE(std::isnan(others.running_ns->at(2))) << "it was stopped early";
  EXPECT_FALSE(std::isnan(others.running_ns->at(1)));
  runs[1].results[1].blocks[0].waited.reset();
  EXPECT_FALSE(combine_processes(runs).run.results[1].processes->running_ns);
}

// Regression: a crash in another process than the first left no trace.
TEST(Processes, ACrashInAnyOfThemIsKept) {
  std::vector<result::RunResult> runs = {process(100), process(130), process(110)};
  for (const std::size_t crashing : {1U, 2U}) {
    result::Row& row = runs[crashing].results[1];
    --row.outcomes[Outcome::unique];
    ++row.outcomes[Outcome::crashed];
    row.incidents = {{.puzzle = "p", .line = crashing, .outcome = Outcome::crashed, .reason = "r"}};
  }
  const result::Row crashed = combine_processes(runs).run.results[1];
  EXPECT_EQ(crashed.outcomes[Outcome::crashed], 1U);
  ASSERT_EQ(crashed.incidents.size(), 1U);
  EXPECT_EQ(crashed.incidents.front().line, 1U);
  EXPECT_DOUBLE_EQ(crashed.time_per_puzzle_ns.median, 110);
  runs[2].results[1].disqualified = "10 puzzles in a row";
  EXPECT_EQ(combine_processes(runs).run.results[1].disqualified, "10 puzzles in a row");
}

TEST(Processes, OneAloneStaysAsItIs) {
  const CombinedRun combined = combine_processes({process(100)});
  EXPECT_FALSE(combined.run.results[0].processes);
  EXPECT_EQ(combined.run.results[0].time_per_puzzle_ns.low, 99);
}

TEST(Processes, ThatAnswerDifferentlyAreNamed) {
  result::RunResult other = process(120);
  other.results[0].solution_digest ^= 1;
  other.results[1].blocks[0].guesses += 1;
  const CombinedRun combined = combine_processes({process(100), process(110), other});
  EXPECT_FALSE(combined.same_answers);
  EXPECT_EQ(
      combined.run.environment.warnings,
      (std::vector<std::string>{"mrv on rated: process 3 gave different answers than process 1",
                                "dlx on rated: process 3 took different guesses than process 1"}));
}

TEST(Processes, MayAnswerDifferentlyIfTimeDecidesWhatTheyAnswer) {
  using Row = result::Row;
  const auto is_same = [](void (*change)(Row&), bool same_digest) {
    result::RunResult other = process(120);
    if (!same_digest) other.results[0].solution_digest ^= 1;
    change(other.results[0]);
    return combine_processes({process(100), other}).same_answers;
  };
  EXPECT_FALSE(is_same([](Row&) {}, false));
  EXPECT_FALSE(is_same([](Row& row) { ++row.outcomes[Outcome::multiple]; }, true));
  EXPECT_TRUE(is_same([](Row& row) { row.blocks[0].guesses += 1; }, true));
  EXPECT_TRUE(is_same([](Row& row) { row.outcomes[Outcome::timeout] = 1; }, false));
  EXPECT_TRUE(is_same([](Row& row) { row.outcomes[Outcome::crashed] = 1; }, false));
  EXPECT_TRUE(is_same([](Row& row) { row.complete = false; }, false));
}

TEST(Processes, OneWrongAnswerInAnyOfThemVoidsTheRow) {
  result::RunResult wrong = process(std::nan(""));
  wrong.results[0].outcomes[Outcome::wrong] = 2;
  result::Row row = combine_processes({process(100), wrong, process(110)}).run.results[0];
  EXPECT_EQ(row.outcomes[Outcome::wrong], 2U);
  EXPECT_TRUE(std::isnan(row.time_per_puzzle_ns.median));
}

TEST(Processes, OneThatWasStoppedEarlyHasNoTimeToCompare) {
  result::RunResult early = process(500);
  early.results[0].puzzles -= 1;
  early.results[0].complete = false;
  const result::Row row = combine_processes({process(100), early, process(110)}).run.results[0];
  EXPECT_TRUE(std::isnan(row.processes->time_per_puzzle_ns[1]));
  EXPECT_NEAR(row.time_per_puzzle_ns.median, std::sqrt(100.0 * 110), 1e-9);
}

TEST(Processes, ShareTheirMachine) {
  std::vector<result::RunResult> runs = {process(100), process(130), process(110)};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].environment.steal = 0.01 * static_cast<double>(i + 1);
    runs[i].environment.warnings = {"it rained", "day " + std::to_string(i)};
    runs[i].started = "start " + std::to_string(i);
    runs[i].finished = "end " + std::to_string(i);
  }
  const result::RunResult run = combine_processes(runs).run;
  EXPECT_DOUBLE_EQ(run.environment.steal, 0.02);
  EXPECT_EQ(run.environment.warnings,
            (std::vector<std::string>{"it rained", "day 0", "day 1", "day 2"}));
  EXPECT_EQ(run.started, "start 0");
  EXPECT_EQ(run.finished, "end 2");
}

TEST(Processes, HaveTheMedianOfWhatWasCountedAndOfTheScaling) {
  std::vector<result::RunResult> runs = {process(100), process(130), process(110)};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    result::Row& row = runs[i].results[0];
    row.instructions = row.count_with(static_cast<double>(1000 + 10 * (i * 2 % 3)));
    row.cycles = {};
    row.scaling.emplace().ratio.median = 3.0 - static_cast<double>(i);
    row.speedup.reset();
  }
  const result::Row row = combine_processes(runs).run.results[0];
  EXPECT_EQ(row.mean_of(row.instructions), 1010);
  EXPECT_EQ(row.mean_of(row.cycles), std::nullopt);
  EXPECT_DOUBLE_EQ(row.scaling->ratio.median, 2);
  EXPECT_FALSE(row.speedup);
}

}  // namespace

}  // namespace sudoku::run
