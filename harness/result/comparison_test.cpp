#include "harness/result/comparison.h"

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "harness/result/rates.h"

namespace sudoku::result {

namespace {

BlockRecord block(std::uint64_t puzzles, double seconds) {
  return {.index = 0, .puzzles = puzzles, .seconds = {seconds, seconds}, .guesses = 0, .digest = 0};
}

Row row(const char* solver, std::uint64_t threads, double seconds) {
  Row row;
  row.solver = solver;
  row.threads = threads;
  row.blocks = {block(100, seconds)};
  return row;
}

TEST(CompareRows, AgainstTheReferenceOnAsManyThreads) {
  std::vector<Row> rows = {row("a", 1, 8), row("a", 2, 4), row("b", 1, 2), row("b", 2, 2)};
  compare_rows(rows, {}, "a");
  EXPECT_FALSE(rows[0].speedup);
  EXPECT_DOUBLE_EQ(rows[2].speedup->ratio.median, 4);
  EXPECT_DOUBLE_EQ(rows[3].speedup->ratio.median, 2);
  EXPECT_EQ(rows[3].speedup->reference_threads, 2U);
}

// Rounds that take equally long show no noise; intervals still include the spread of processes, and
// those of rates the moves of the clock.
TEST(CompareRows, IntervalsHoldHowProcessesDiffer) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2)};
  rows[1].puzzles = 100;
  compare_rows(rows, {}, "a");
  const double factor = std::exp(1.96 * kBetweenProcesses);
  EXPECT_NEAR(rows[1].speedup->ratio.low, 4 / factor, 1e-4);
  EXPECT_NEAR(rows[1].speedup->ratio.high, 4 * factor, 1e-4);
  const double of_rates = std::exp(1.96 * std::hypot(kBetweenProcesses, kBetweenHours));
  EXPECT_NEAR(rows[1].puzzles_per_second.low, 50 / of_rates, 1e-3);
}

// How much puzzles differ cannot be told from one of them.
TEST(CompareRows, ARateNeedsTwoPuzzlesForAnInterval) {
  for (const std::uint64_t puzzles : {1, 2}) {
    std::vector<Row> rows = {row("a", 1, 8)};
    rows[0].puzzles = puzzles;
    rows[0].blocks = {block(puzzles, 8)};
    compare_rows(rows, {}, "a");
    EXPECT_DOUBLE_EQ(rows[0].puzzles_per_second.median, static_cast<double>(puzzles) / 8);
    EXPECT_EQ(std::isfinite(rows[0].puzzles_per_second.low), puzzles > 1);
    EXPECT_EQ(why_no_interval(rows[0]), puzzles > 1 ? Doubt::none : Doubt::one_puzzle);
  }
}

// A quarter of the puzzles, half of which take 1 µs and half 3 µs: relative to their mean, 0.5 and
// 1.5, with a variance of 0.25 * 100 / 99.
TEST(CompareRows, ARateOfASampleHoldsWhatTheSampleLeavesOpen) {
  std::vector<Row> rows = {row("a", 1, 8)};
  rows[0].puzzles = 100;
  rows[0].sample_rate = 0.25;
  rows[0].latency =
      LatencyRecord{.total_ps = 200'000'000,
                    .histogram = {.first_ps = {1'000'000, 3'000'000}, .count = {50, 50}},
                    .histogram_all_samples = {}};
  compare_rows(rows, {}, "a");
  const double sampling = std::sqrt(0.75 * (0.25 * 100 / 99) / 100);
  const double others = std::hypot(kBetweenProcesses, kBetweenHours);
  EXPECT_NEAR(std::log(12.5 / rows[0].puzzles_per_second.low),
              1.959964 * std::hypot(sampling, others), 1e-3);
}

// The sampling error of a sample is estimated from single puzzles; a whole dataset has none.
TEST(CompareRows, ARateOfASampleNeedsTheTimesOfPuzzlesForAnInterval) {
  std::vector<Row> rows = {row("a", 1, 8)};
  rows[0].puzzles = 100;
  compare_rows(rows, {}, "a");
  EXPECT_EQ(why_no_interval(rows[0]), Doubt::none);
  rows[0].sample_rate = 0.25;
  compare_rows(rows, {}, "a");
  EXPECT_EQ(why_no_interval(rows[0]), Doubt::unknown_sampling);
  rows[0].latency =
      LatencyRecord{.chunk = 8,
                    .total_ps = 200'000'000,
                    .histogram = {.first_ps = {1'000'000, 3'000'000}, .count = {50, 50}},
                    .histogram_all_samples = {}};
  compare_rows(rows, {}, "a");
  EXPECT_EQ(why_no_interval(rows[0]), Doubt::unknown_sampling) << "those of batches";
}

// The sample is a quarter of the puzzles. One solver takes 1 or 4 units by turns, 0.4 and 1.6 of
// its mean; the other takes the same for each puzzle.
TEST(CompareRows, ARatioOfASampleHoldsWhatTheSampleLeavesOpen) {
  const PairRecord pair = {.a = "slow",
                           .b = "fast",
                           .puzzles = 100,
                           .cells = {.x = {40, 48}, .y = {20, 20}, .count = {50, 50}}};
  PairRecord even = pair;
  even.cells.x = even.cells.y = {20, 20};
  const ComparisonRecord other = {.dataset = "another", .threads = 1, .pairs = {even}};
  const ComparisonRecord threads = {.dataset = "", .threads = 2, .pairs = {even}};
  const ComparisonRecord known = {.dataset = "", .threads = 1, .pairs = {pair}};
  for (const bool is_turned : {false, true}) {
    std::vector<Row> rows = {row(is_turned ? "fast" : "slow", 1, 8),
                             row(is_turned ? "slow" : "fast", 1, 2)};
    for (Row& each : rows)
      each.puzzles = 100;
    rows[0].sample_rate = 0.25;
    rows[1].sample_rate = 1;
    rows[1].subsamples = {{.rate = 0.25, .puzzles = 100, .blocks = rows[1].blocks}};
    compare_rows(rows, std::vector{other, threads, known}, rows[0].solver);
    const double sampling = std::sqrt(0.75 * (0.36 * 100 / 99) / 100);
    EXPECT_NEAR(std::log(rows[1].speedup->ratio.high / 4),
                1.959964 * std::hypot(sampling, kBetweenProcesses), 1e-3);
  }
}

TEST(CompareRows, ScalingIsAgainstTheFewestThreads) {
  std::vector<Row> rows = {row("a", 1, 8), row("a", 2, 4)};
  compare_rows(rows, {}, "a");
  EXPECT_FALSE(rows[0].scaling);
  EXPECT_DOUBLE_EQ(rows[1].scaling->ratio.median, 2);
  EXPECT_EQ(rows[1].scaling->reference_threads, 1U);
}

TEST(CompareRows, OnTheSmallerOfTwoSamples) {
  std::vector<Row> rows = {row("slow", 1, 9), row("fast", 1, 1)};
  rows[0].sample_rate = 0.25;
  rows[0].blocks = {block(35, 9)};
  rows[1].subsamples = {{.rate = 0.25, .puzzles = 35, .blocks = {block(35, 0.5)}}};
  compare_rows(rows, {}, "slow");
  EXPECT_DOUBLE_EQ(rows[1].speedup->ratio.median, 18);
  EXPECT_EQ(rows[1].speedup->puzzles, 35U);
  EXPECT_EQ(rows[1].speedup->sample_rate, 0.25);
}

// Regression: a report said "21.8 times as fast as mrv" from a single puzzle.
TEST(CompareRows, SayWhyThereIsNoRatioOfFewerThanThirtyPuzzles) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2), row("b", 2, 1)};
  for (Row& each : rows) {
    each.puzzles = 29;
    each.blocks = {block(29, each.blocks.front().seconds.front())};
  }
  compare_rows(rows, {}, "a");
  EXPECT_DOUBLE_EQ(rows[1].puzzles_per_second.median, 14.5) << "a row speaks for itself";
  EXPECT_TRUE(std::isnan(rows[1].speedup->ratio.median));
  EXPECT_EQ(rows[1].speedup->reason, Doubt::few_puzzles);
  EXPECT_TRUE(std::isnan(rows[2].scaling->ratio.median));
  EXPECT_EQ(rows[2].scaling->reason, Doubt::few_puzzles);
  const std::array<const Row*, 2> two = {rows.data(), &rows[1]};
  const PairRatio pair = compare_pairs(two, {}).front();
  EXPECT_TRUE(std::isnan(pair.ratio.median));
  EXPECT_EQ(pair.reason, Doubt::few_puzzles);
}

TEST(CompareRows, TakeAwayTheScalingOfMoreThreadsThanCpus) {
  RunResult run;
  run.results = {row("a", 2, 8)};
  std::optional<SpeedupRecord>& scaling = run.results[0].scaling;
  scaling = {.reference = "a", .puzzles = 30, .ratio = {.median = 2, .low = 1, .high = 3}};
  for (const int cpus : {2, 1}) {
    run.environment.cores = cpus;
    leave_out_unfounded_scaling(run);
    EXPECT_EQ(has_ratio(scaling), cpus == 2);
    EXPECT_EQ(scaling->reason, cpus == 2 ? Doubt::none : Doubt::few_cpus);
  }
}

// A row whose rounds waited for the CPU for a share of the time.
Row waiting_row(const char* solver, double seconds, double share) {
  Row waiting = row(solver, 1, seconds);
  waiting.blocks.front().waited = {share * seconds, share * seconds};
  return waiting;
}

// What pipes cost a command is some 0.6 µs a puzzle more or less where others have the CPUs.
TEST(CompareRows, PipesOfACommandAreInDoubtOnABusyMachine) {
  for (const double share : {0.0, 0.5}) {
    std::vector<Row> rows = {waiting_row("a", 8e-3, share), waiting_row("fast", 4e-4, 0.5),
                             waiting_row("slow", 8e-3, 0.5)};
    for (Row* command : {&rows[1], &rows[2]})
      command->external.emplace().command = {"solver"};
    compare_rows(rows, {}, "a");
    EXPECT_EQ(rows[1].speedup->reason, share == 0 ? Doubt::none : Doubt::unstable);
    EXPECT_EQ(rows[2].speedup->reason, Doubt::none) << "0.6 of 40 µs do not matter";
  }
}

TEST(CompareRows, PipesOfTwoCommandsCostBothTheSame) {
  std::vector<Row> rows = {waiting_row("a", 4e-4, 0.5), waiting_row("b", 4e-4, 0.5)};
  for (Row& command : rows)
    command.external.emplace().command = {"solver"};
  compare_rows(rows, {}, "a");
  EXPECT_EQ(rows[1].speedup->reason, Doubt::none);
}

TEST(MachineMovement, TellsHowOftenTheCoreWasShared) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2)};
  const std::array<const Row*, 2> both = {rows.data(), &rows[1]};
  EXPECT_EQ(machine_movement(both), "");
  rows[0].blocks.front().core_share = {0.98, 0.65, 1, 0.97};
  rows[1].blocks.front().core_share = {1, 0.97, 0.7, 0.98};
  EXPECT_EQ(machine_movement(both),
            "other work on the same core left solvers as little as 65 % of it, in 2 of 8 turns");
  rows[1].blocks.front().core_share = std::vector<double>(20, 1);
  EXPECT_EQ(machine_movement(both), "") << "one in 24 is seldom";
}

TEST(CompareRows, AWrongAnswerVoidsBothSides) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2), row("c", 1, 2)};
  rows[1].outcomes[Outcome::wrong] = 1;
  compare_rows(rows, {}, "b");
  EXPECT_FALSE(rows[0].speedup);
  compare_rows(rows, {}, "a");
  EXPECT_FALSE(rows[1].speedup);
  EXPECT_TRUE(rows[2].speedup);
}

Row timed_row(const char* solver, double seconds) {
  Row row;
  row.solver = solver;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const double noise = static_cast<double>(index % 3) / 100;
    row.blocks.push_back({.index = index,
                          .puzzles = 100,
                          .seconds = {seconds, seconds * (1 + noise), seconds * (1.01 + noise)}});
  }
  return row;
}

// Seconds of ten rounds, of which three took half as long again.
Row moved_row(const char* solver, double seconds) {
  Row moved = row(solver, 1, seconds);
  moved.puzzles = 100;
  moved.blocks.front().seconds.assign(10, seconds);
  for (const std::size_t round : {2, 5, 6})
    moved.blocks.front().seconds[round] = 1.5 * seconds;
  return moved;
}

TEST(CompareRows, GiveTheTimeAsTheInverseOfTheSpeed) {
  std::vector<Row> rows = {timed_row("a", 0.5)};
  rows[0].puzzles = 2000;
  compare_rows(rows, {}, "a");
  const base::Estimate& rate = rows[0].puzzles_per_second;
  EXPECT_DOUBLE_EQ(rows[0].time_per_puzzle_ns.median, 1e9 / rate.median);
  EXPECT_DOUBLE_EQ(rows[0].time_per_puzzle_ns.low, 1e9 / rate.high);
  EXPECT_DOUBLE_EQ(rows[0].time_per_puzzle_ns.high, 1e9 / rate.low);
  EXPECT_LT(rate.low, rate.high);
}

// In six of forty rounds all solvers took half as long again: so may the machine in other runs.
TEST(CompareRows, IntervalsHoldHowMuchTheMachineMoved) {
  const auto often_moved = [](const char* solver, double usual) {
    Row moved = moved_row(solver, usual);
    std::vector<double>& seconds = moved.blocks.front().seconds;
    seconds.resize(40, usual);
    for (const std::size_t round : {12, 15, 26})
      seconds[round] = 1.5 * usual;
    return moved;
  };
  const auto low_end = [](std::vector<Row> rows) {
    compare_rows(rows, {}, "none");
    return rows[0].puzzles_per_second.low / rows[0].puzzles_per_second.median;
  };
  Row steady = row("b", 1, 3);
  steady.puzzles = 100;
  steady.blocks.front().seconds.assign(40, 3);
  const double without = low_end({often_moved("a", 2), steady});
  EXPECT_LT(low_end({often_moved("a", 2), often_moved("b", 3)}), 0.9 * without);
}

// Times per process differ by another factor than the rounds of the first one.
TEST(Pairs, CompareTheProcessesOfTwoRowsIfBothHaveSome) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2)};
  for (Row& each : rows)
    each.puzzles = 100;
  const std::array<const Row*, 2> both = {rows.data(), &rows[1]};
  rows[0].processes = ProcessesRecord{.time_per_puzzle_ns = {10, 20, 30}, .running_ns = {}};
  EXPECT_DOUBLE_EQ(compare_pairs(both, {}).at(0).ratio.median, 0.25);
  rows[1].processes = ProcessesRecord{.time_per_puzzle_ns = {30, 60, 90}, .running_ns = {}};
  const PairRatio pair = compare_pairs(both, {}).at(0);
  EXPECT_DOUBLE_EQ(pair.ratio.median, 3);
  EXPECT_NEAR(pair.ratio.low, 3, 1e-9);
}

TEST(Pairs, TakeNoSpeedUpOverFewPuzzles) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2)};
  for (Row& each : rows)
    each.puzzles = 100;
  rows[1].speedup = SpeedupRecord{.reference = "a",
                                  .reference_threads = 1,
                                  .puzzles = 18,
                                  .ratio = {.median = 4, .low = 3.9, .high = 4.1}};
  const std::array<const Row*, 2> both = {rows.data(), &rows[1]};
  const PairRatio pair = compare_pairs(both, {}).at(0);
  EXPECT_EQ(pair.reason, Doubt::few_puzzles);
  EXPECT_TRUE(std::isnan(pair.ratio.median));
}

TEST(MachineMovement, IsWhatAllSolversShow) {
  const Row one = moved_row("one", 0.2);
  const Row two = moved_row("two", 3);
  const std::array<const Row*, 2> both = {&one, &two};
  EXPECT_EQ(machine_movement(both),
            "the machine was slower for all solvers in 3 of 10 rounds, by up to 50 %");
}

TEST(MachineMovement, IsNotThatOfSolversWithoutASpeed) {
  const Row one = moved_row("one", 0.2);
  const Row two = moved_row("two", 3);
  Row disqualified = row("steady", 1, 1);
  disqualified.blocks.front().seconds.assign(10, 1);
  disqualified.disqualified = "on purpose";
  const std::array<const Row*, 3> all = {&one, &disqualified, &two};
  EXPECT_EQ(machine_movement(all),
            "the machine was slower for all solvers in 3 of 10 rounds, by up to 50 %");
}

TEST(MachineMovement, IsNotToldIfItIsSeldom) {
  std::vector<Row> rows = {moved_row("one", 0.2), moved_row("two", 3)};
  for (Row& each : rows) {
    const double usual = each.blocks.front().seconds.front();
    each.blocks.front().seconds.resize(40, usual);
  }
  const std::array<const Row*, 2> both = {rows.data(), &rows[1]};
  EXPECT_EQ(machine_movement(both), "") << "3 of 40 rounds";
}

TEST(MachineMovement, IsToldOfThreadsWithSeveralSolvers) {
  const Row alone = moved_row("alone", 2);
  Row one = moved_row("one", 0.2);
  Row two = moved_row("two", 3);
  one.threads = two.threads = 4;
  const std::array<const Row*, 3> all = {&alone, &one, &two};
  EXPECT_EQ(machine_movement(all),
            "the machine was slower for all solvers in 3 of 10 rounds, by up to 50 %");
}

TEST(MachineMovement, IsNotToldFromOneSolver) {
  const Row one = moved_row("one", 0.2);
  const std::array<const Row*, 1> alone = {&one};
  EXPECT_EQ(machine_movement(alone), "");
}

TEST(Pairs, CompareEveryTwoRowsOnce) {
  const Row fast = timed_row("fast", 1);
  const Row slow = timed_row("slow", 4);
  const Row tied = timed_row("tied", 4);
  const std::array<const Row*, 3> rows = {&fast, &slow, &tied};
  const std::vector<PairRatio> pairs = compare_pairs(rows, {});
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].a, 0U);
  EXPECT_EQ(pairs[0].b, 1U);
  EXPECT_EQ(pairs[0].puzzles, 2000U);
  EXPECT_NEAR(pairs[0].ratio.median, 4, 1e-9);
  EXPECT_GT(pairs[0].ratio.low, 3.9);
  EXPECT_LT(pairs[0].ratio.high, 4.1);
  EXPECT_LE(pairs[2].ratio.low, 1);
  EXPECT_GE(pairs[2].ratio.high, 1);
}

TEST(Pairs, AgreeWithTheSpeedUpOfTwoRows) {
  const Row fast = timed_row("fast", 1);
  const Row slow = timed_row("slow", 4);
  const std::array<const Row*, 2> rows = {&fast, &slow};
  const base::Estimate alone = speedup(fast.blocks, slow.blocks, kBetweenProcesses);
  const base::Estimate paired = compare_pairs(rows, {}).front().ratio;
  EXPECT_EQ(paired.median, alone.median);
  EXPECT_NEAR(paired.low, alone.low, 0.02);
  EXPECT_NEAR(paired.high, alone.high, 0.02);
}

TEST(Pairs, DoNotTakeASpeedUpOverAnotherRow) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2), row("c", 1, 1)};
  rows[1].speedup =
      SpeedupRecord{.reference = "a", .puzzles = 100, .ratio = {.median = 4, .low = 3, .high = 5}};
  const std::array<const Row*, 2> two = {&rows[1], &rows[2]};
  EXPECT_DOUBLE_EQ(compare_pairs(two, {}).front().ratio.median, 0.5);
  rows[1].processes = ProcessesRecord{{1, 2, 3}};
  EXPECT_DOUBLE_EQ(compare_pairs(two, {}).front().ratio.median, 0.5)
      << "only one of them ran in several processes";
}

TEST(Pairs, TakeWhatTheRunHasWorkedOut) {
  const Row reference = timed_row("reference", 1);
  Row other = timed_row("other", 4);
  other.speedup = SpeedupRecord{.reference = "reference",
                                .reference_threads = 1,
                                .puzzles = 70,
                                .ratio = {.median = 0.5, .low = 0.4, .high = 0.8}};
  const std::array<const Row*, 2> rows = {&reference, &other};
  const PairRatio pair = compare_pairs(rows, {}).front();
  EXPECT_EQ(pair.puzzles, 70U);
  EXPECT_EQ(pair.ratio.median, 2);
  EXPECT_EQ(pair.ratio.low, 1.25);
  EXPECT_EQ(pair.ratio.high, 2.5);
}

TEST(Pairs, PairBlocksWhenOneSideHasFewer) {
  const Row whole = timed_row("whole", 1);
  Row part = timed_row("part", 3);
  part.blocks.resize(5);
  const std::array<const Row*, 2> rows = {&whole, &part};
  const PairRatio pair = compare_pairs(rows, {}).front();
  EXPECT_EQ(pair.puzzles, 500U);
  EXPECT_NEAR(pair.ratio.median, 3, 1e-9);
}

TEST(Pairs, HaveNoRatioToASolverThatDidNotSolveAllPuzzlesRight) {
  const Row sound = timed_row("sound", 1);
  Row other = timed_row("other", 2);
  other.puzzles = 2000;
  const std::array<const Row*, 2> rows = {&sound, &other};
  const auto expect_flaw = [&](const std::string& flaw) {
    EXPECT_TRUE(std::isnan(compare_pairs(rows, {}).front().ratio.median));
    EXPECT_EQ(why_not_compared(sound, other), "other " + flaw);
  };
  other.outcomes[Outcome::incomplete] = 1;
  expect_flaw("left puzzles unsolved");
  other.outcomes[Outcome::timeout] = 1;
  expect_flaw("gave up on puzzles: compare PAR-2 instead");
  other.disqualified = "10 puzzles in a row";
  expect_flaw("was disqualified");
  other.outcomes[Outcome::wrong] = 1;
  expect_flaw("gave wrong answers");
  other.sample_rate = 0.5;
  EXPECT_TRUE(compare_pairs(rows, {}).empty()) << "they met no puzzle together";
}

TEST(Pairs, GiveNoRatioOfSolversThatLookForDifferentNumbersOfSolutions) {
  const Row honest = timed_row("honest", 1);
  Row declared = timed_row("declared", 2);
  declared.outcomes[Outcome::first] = 1;
  Row found_out = timed_row("found_out", 2);
  found_out.task = {.does = "stops at first"};
  const std::array<const Row*, 3> rows = {&honest, &declared, &found_out};
  const std::vector<PairRatio> pairs = compare_pairs(rows, {});
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(why_not_compared(honest, declared), "declared stops at the first solution");
  EXPECT_EQ(why_not_compared(honest, found_out), "found_out stops at the first solution");
  EXPECT_TRUE(std::isnan(pairs[1].ratio.median));
  EXPECT_TRUE(std::isfinite(pairs[2].ratio.median)) << "both do the same";
}

TEST(SolutionsSought, AreTheLimitOrWhatTheAuditFound) {
  const struct {
    const char* does;
    std::uint64_t at_1;
    std::uint64_t at_2;
    std::uint64_t at_5;
  } cases[] = {{"", 1, 2, 5},
               {"unclear", 1, 2, 5},
               {"counts", 1, 2, 5},
               {"proves uniqueness", 1, 2, 2},
               {"stops at first", 1, 1, 1},
               {"assumes uniqueness", 1, 1, 1},
               {"finds no solution", 0, 0, 0}};

  for (const auto& c : cases) {
    Row row;
    if (*c.does != '\0') row.task = {.does = c.does};
    for (const auto& [limit, sought] : {std::pair(1, c.at_1), {2, c.at_2}, {5, c.at_5}}) {
      row.solution_limit = static_cast<std::uint64_t>(limit);
      EXPECT_EQ(solutions_sought(row), sought) << c.does;
    }
  }
}

TEST(SolutionsSought, AreTwoOfASolverThatIsSaidToStopThere) {
  Row row;
  row.external.emplace().limit = "two";
  for (const auto& [limit, sought] : {std::pair(1, 1), {2, 2}, {5, 2}}) {
    row.solution_limit = static_cast<std::uint64_t>(limit);
    EXPECT_EQ(solutions_sought(row), static_cast<std::uint64_t>(sought));
  }
}

TEST(ShortcutOf, NamesEachWayToDoLess) {
  Row row;
  row.solution_limit = 5;

  const struct {
    const char* does;
    const char* text;
  } cases[] = {{"proves uniqueness", "stops at the second solution"},
               {"stops at first", "stops at the first solution"},
               {"assumes uniqueness", "assumes that puzzles have one solution"},
               {"finds no solution", "finds no solution"}};

  for (const auto& c : cases) {
    row.task = {.does = c.does};
    EXPECT_EQ(shortcut_of(row), c.text);
  }
}

TEST(Pairs, RoundsThatDoNotAgreeAreUnstable) {
  Row a = row("a", 1, 1);
  Row b = row("b", 1, 1);
  a.blocks.front().seconds = {1, 1, 1, 1};
  b.blocks.front().seconds = {1, 5, 2, 9};
  const std::array<const Row*, 2> rows = {&a, &b};
  const PairRatio pair = compare_pairs(rows, {}).front();
  EXPECT_TRUE(std::isfinite(pair.ratio.median));
  EXPECT_EQ(pair.reason, Doubt::unstable);
  EXPECT_LT(pair.ratio.low, pair.ratio.median);
  EXPECT_GT(pair.ratio.high, pair.ratio.median);
  EXPECT_EQ(shown_ratio(pair).median, pair.ratio.median);
  EXPECT_TRUE(std::isnan(shown_ratio(pair).low));
}

TEST(Pairs, TurnAnUnstableRatioWithItsInterval) {
  Row a = row("a", 1, 1);
  Row b = row("b", 1, 1);
  a.puzzles = b.puzzles = 100;
  b.speedup = SpeedupRecord{.reference = "a",
                            .reference_threads = 1,
                            .puzzles = 100,
                            .ratio = {.median = 0.004, .low = 0.0025, .high = 0.005},
                            .reason = Doubt::unstable};
  const std::array<const Row*, 2> rows = {&a, &b};
  const PairRatio pair = compare_pairs(rows, {}).front();
  EXPECT_DOUBLE_EQ(pair.ratio.median, 250);
  EXPECT_EQ(pair.reason, Doubt::unstable);
  EXPECT_EQ(pair.ratio.low, 200);
  EXPECT_EQ(pair.ratio.high, 400);
}

// Solver b takes as long as solver a for two puzzles in three, twice as long for the third, so the
// ratio depends on which nine puzzles were sampled.
TEST(Pairs, OfASampleHoldWhichPuzzlesWereDrawn) {
  Row a = row("a", 1, 1);
  Row b = row("b", 1, 3);
  for (Row* each : {&a, &b}) {
    each->dataset = "set";
    each->sample_rate = 0.5;
    each->blocks.front().seconds.assign(9, each->blocks.front().seconds.front());
  }
  const std::array<const Row*, 2> rows = {&a, &b};
  EXPECT_EQ(compare_pairs(rows, {}).front().reason, Doubt::unknown_sampling);

  const PairRecord pair_record{
      .a = "a", .b = "b", .puzzles = 9, .cells = {.x = {40, 40}, .y = {40, 44}, .count = {6, 3}}};
  const ComparisonRecord comparison{.dataset = "set", .threads = 1, .pairs = {pair_record}};
  const PairRatio pair = compare_pairs(rows, std::span(&comparison, 1)).front();
  EXPECT_EQ(pair.reason, Doubt::none);
  EXPECT_NEAR(pair.ratio.median, 3, 1e-9);
  // Each divided by its mean, the times of solver b (1 or 2, mean 4/3) differ from those of a by
  // -0.25 or 0.5: a standard deviation of 0.375. Half of the puzzles were sampled.
  EXPECT_NEAR(std::log(pair.ratio.high / 3), 1.96 * 0.375 * std::sqrt(0.5 / 9), 0.01);
}

}  // namespace

}  // namespace sudoku::result
