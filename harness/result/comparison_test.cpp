#include "harness/result/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/result/rates.h"

namespace sudoku::result {

namespace {

BlockRecord block(std::uint64_t puzzles, double seconds) {
  return {.index = 0, .puzzles = puzzles, .seconds = {seconds, seconds}, .guesses = 0, .digest = 0};
}

// A row of two rounds, which took equally long.
Row row(const char* solver, std::uint64_t threads, double seconds, std::uint64_t puzzles = 100) {
  Row row;
  row.solver = solver;
  row.threads = threads;
  row.puzzles = puzzles;
  row.blocks = {block(puzzles, seconds)};
  return row;
}

// A row of which some rounds took half as long again.
Row moved_row(const char* solver, double seconds, std::size_t rounds = 10,
              const std::vector<std::size_t>& moved_rounds = {2, 5, 6}) {
  Row moved = row(solver, 1, seconds);
  moved.blocks.front().seconds.assign(rounds, seconds);
  for (const std::size_t round : moved_rounds)
    moved.blocks.front().seconds[round] = 1.5 * seconds;
  return moved;
}

std::vector<const Row*> pointers_to(const std::vector<Row>& rows) {
  std::vector<const Row*> pointers;
  std::ranges::transform(rows, std::back_inserter(pointers), [](const Row& each) { return &each; });
  return pointers;
}

std::vector<PairRatio> pairs_of(const std::vector<Row>& rows,
                                std::span<const ComparisonRecord> comparisons = {}) {
  return compare_pairs(pointers_to(rows), comparisons);
}

TEST(CompareRows, AgainstTheReferenceOnAsManyThreadsAndItselfOnTheFewest) {
  std::vector<Row> rows = {row("b", 1, 2), row("b", 2, 2), row("b", 4, 1), row("a", 1, 8),
                           row("a", 2, 4)};
  compare_rows(rows, {}, "a");
  EXPECT_FALSE(rows[3].speedup);
  EXPECT_DOUBLE_EQ(rows[0].speedup->ratio.median, 4);
  EXPECT_DOUBLE_EQ(rows[1].speedup->ratio.median, 2);
  EXPECT_EQ(rows[1].speedup->reference_threads, 2U);
  EXPECT_FALSE(rows[0].scaling);
  EXPECT_DOUBLE_EQ(rows[2].scaling->ratio.median, 2);
  EXPECT_EQ(rows[2].scaling->reference_threads, 1U);
}

// Rounds that take equally long show no noise; intervals still include the spread of processes, and
// those of rates the moves of the clock.
TEST(CompareRows, IntervalsHoldHowProcessesDiffer) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2)};
  compare_rows(rows, {}, "a");
  const double factor = std::exp(1.96 * kBetweenProcesses);
  EXPECT_NEAR(rows[1].speedup->ratio.low, 4 / factor, 1e-4);
  EXPECT_NEAR(rows[1].speedup->ratio.high, 4 * factor, 1e-4);
  const double of_rates = std::exp(1.96 * std::hypot(kBetweenProcesses, kBetweenHours));
  EXPECT_NEAR(rows[1].puzzles_per_second.low, 50 / of_rates, 1e-3);
  EXPECT_DOUBLE_EQ(rows[1].time_per_puzzle_ns.median, 1e9 / 50);
  EXPECT_NEAR(rows[1].time_per_puzzle_ns.low, 1e9 / (50 * of_rates), 1e3);
  EXPECT_NEAR(rows[1].time_per_puzzle_ns.high, 1e9 / (50 / of_rates), 1e3);
}

// In six of forty rounds all solvers took half as long again: so may the machine in other runs.
TEST(CompareRows, IntervalsHoldHowMuchTheMachineMoved) {
  const auto low_end = [](std::vector<Row> rows) {
    compare_rows(rows, {}, "none");
    return rows[0].puzzles_per_second.low / rows[0].puzzles_per_second.median;
  };
  const std::vector<std::size_t> often = {2, 5, 6, 12, 15, 26};
  const Row moved = moved_row("a", 2, 40, often);
  EXPECT_LT(low_end({moved, moved_row("b", 3, 40, often)}),
            0.9 * low_end({moved, moved_row("b", 3, 40, {})}));
}

// How much puzzles differ cannot be told from one of them.
TEST(CompareRows, ARateNeedsTwoPuzzlesForAnInterval) {
  for (const std::uint64_t puzzles : {1, 2}) {
    std::vector<Row> rows = {row("a", 1, 8, puzzles)};
    compare_rows(rows, {}, "a");
    EXPECT_DOUBLE_EQ(rows[0].puzzles_per_second.median, static_cast<double>(puzzles) / 8);
    EXPECT_EQ(std::isfinite(rows[0].puzzles_per_second.low), puzzles > 1);
  }
}

// The sampling error of a sample is estimated from single puzzles; a whole dataset has none. Half
// of these puzzles take 1 µs and half 3 µs: relative to their mean, 0.5 and 1.5, with a variance of
// 0.25 * 100 / 99.
TEST(CompareRows, ARateOfASampleNeedsTheTimesOfPuzzlesForItsInterval) {
  std::vector<Row> rows = {row("a", 1, 8)};
  const auto has_interval = [&rows] {
    compare_rows(rows, {}, "a");
    return std::isfinite(rows[0].puzzles_per_second.low);
  };
  EXPECT_TRUE(has_interval());
  rows[0].sample_rate = 0.25;
  EXPECT_FALSE(has_interval());
  rows[0].latency =
      LatencyRecord{.chunk = 8,
                    .total_ps = 200'000'000,
                    .histogram = {.first_ps = {1'000'000, 3'000'000}, .count = {50, 50}}};
  EXPECT_FALSE(has_interval()) << "those of batches";
  rows[0].latency->chunk = 1;
  EXPECT_TRUE(has_interval());
  const double sampling = std::sqrt(0.75 * (0.25 * 100 / 99) / 100);
  const double others = std::hypot(kBetweenProcesses, kBetweenHours);
  EXPECT_NEAR(std::log(12.5 / rows[0].puzzles_per_second.low),
              1.959964 * std::hypot(sampling, others), 1e-3);
}

// The sample is a quarter of the puzzles. One solver takes 1 or 4 units by turns, 0.4 and 1.6 of
// its mean; the other takes the same for each puzzle. The second row solved more than the sample.
TEST(CompareRows, ARatioOfASampleHoldsWhatTheSampleLeavesOpen) {
  const PairRecord pair = {.a = "slow",
                           .b = "fast",
                           .puzzles = 100,
                           .cells = {.x = {40, 48}, .y = {20, 20}, .count = {50, 50}}};
  PairRecord even = pair;
  even.cells.x = even.cells.y = {20, 20};
  const std::vector<ComparisonRecord> known = {
      {.dataset = "another", .threads = 1, .pairs = {even}},
      {.dataset = "", .threads = 2, .pairs = {even}},
      {.dataset = "", .threads = 1, .pairs = {pair}}};
  for (const bool is_turned : {false, true}) {
    std::vector<Row> rows = {row(is_turned ? "fast" : "slow", 1, 8),
                             row(is_turned ? "slow" : "fast", 1, 5, 400)};
    rows[0].sample_rate = 0.25;
    rows[1].subsamples = {{.rate = 0.25, .puzzles = 100, .blocks = {block(100, 2)}}};
    EXPECT_EQ(pairs_of(rows).at(0).reason, Doubt::unknown_sampling);
    const PairRatio turned = pairs_of(rows, known).at(0);
    compare_rows(rows, known, rows[0].solver);
    const SpeedupRecord& speedup = *rows[1].speedup;
    EXPECT_EQ(speedup.puzzles, 100U);
    EXPECT_EQ(speedup.sample_rate, 0.25);
    EXPECT_DOUBLE_EQ(speedup.ratio.median, 4);
    const double sampling = std::sqrt(0.75 * (0.36 * 100 / 99) / 100);
    EXPECT_NEAR(std::log(speedup.ratio.high / 4),
                1.959964 * std::hypot(sampling, kBetweenProcesses), 1e-3);
    EXPECT_NEAR(1 / turned.ratio.low, speedup.ratio.high, 1e-9);
  }
}

// Regression: a report said "21.8 times as fast as mrv" from a single puzzle.
TEST(CompareRows, SayWhyThereIsNoRatioOfFewerThanThirtyPuzzles) {
  std::vector<Row> rows = {row("a", 1, 8, 29), row("b", 1, 2, 29), row("b", 2, 1, 29)};
  const PairRatio pair = pairs_of(rows).at(0);
  compare_rows(rows, {}, "a");
  EXPECT_DOUBLE_EQ(rows[1].puzzles_per_second.median, 14.5) << "a row speaks for itself";
  const std::array<const SpeedupRecord*, 3> records = {&*rows[1].speedup, &*rows[2].scaling, &pair};
  for (const SpeedupRecord* record : records) {
    EXPECT_TRUE(std::isnan(record->ratio.median));
    EXPECT_EQ(record->reason, Doubt::few_puzzles);
  }
}

TEST(CompareRows, TakeAwayTheScalingOfMoreThreadsThanCpus) {
  RunResult run;
  run.results = {row("a", 2, 8)};
  std::optional<SpeedupRecord>& scaling = run.results[0].scaling;
  scaling = {.reference = "a", .puzzles = 30, .ratio = {.median = 2, .low = 1, .high = 3}};
  for (const int cpus : {0, 2, 1}) {
    run.environment.cores = cpus;
    leave_out_unfounded_scaling(run);
    EXPECT_EQ(has_ratio(scaling), cpus != 1);
    EXPECT_EQ(scaling->reason, cpus != 1 ? Doubt::none : Doubt::few_cpus);
  }
}

// A row whose rounds waited for the CPU for a share of the time.
Row waiting_row(const char* solver, double seconds, double share,
                const std::vector<std::string>& command = {}) {
  Row waiting = row(solver, 1, seconds);
  waiting.blocks.front().waited = {share * seconds, share * seconds};
  waiting.external.emplace().command = command;
  return waiting;
}

// What pipes cost a command is some 0.6 µs a puzzle more or less where others have the CPUs.
TEST(CompareRows, PipesOfACommandAreInDoubtOnABusyMachine) {
  const Row fast = waiting_row("fast", 4e-4, 0.5, {"solver"});
  for (const double share : {0.0, 0.5}) {
    std::vector<Row> rows = {waiting_row("a", 8e-3, share), fast,
                             waiting_row("slow", 8e-3, 0.5, {"solver"})};
    compare_rows(rows, {}, "a");
    EXPECT_EQ(rows[1].speedup->reason, share == 0 ? Doubt::none : Doubt::unstable);
    EXPECT_EQ(rows[2].speedup->reason, Doubt::none) << "0.6 of 40 µs do not matter";
  }
  EXPECT_EQ(pairs_of({fast, fast}).at(0).reason, Doubt::none) << "it costs both the same";
}

TEST(CompareRows, AWrongAnswerVoidsBothSides) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2), row("c", 1, 2)};
  rows[1].outcomes[Outcome::wrong] = 1;
  compare_rows(rows, {}, "b");
  EXPECT_FALSE(rows[0].speedup);
  compare_rows(rows, {}, "a");
  EXPECT_FALSE(rows[1].speedup);
  EXPECT_TRUE(std::isnan(rows[1].puzzles_per_second.median));
  EXPECT_TRUE(rows[2].speedup);
}

TEST(MachineMovement, IsWhatAllSolversShowOften) {
  const std::string slower =
      "the machine was slower for all solvers in 3 of 10 rounds, by up to 50 %";
  const std::string shared =
      "other work on the same core left solvers as little as 65 % of it, in 2 of 8 turns";
  Row one = moved_row("one", 0.2);
  Row two = moved_row("two", 3);
  Row alone = one;
  alone.threads = 4;
  Row void_row = moved_row("steady", 1, 10, {});
  void_row.disqualified = "on purpose";
  Row quiet = row("quiet", 1, 8);
  quiet.blocks.front().core_share = std::vector<double>(20, 1);
  Row sharing = row("sharing", 1, 8);
  sharing.blocks.front().core_share = {0.98, 0.65, 1, 0.97};
  Row sharing_too = row("sharing too", 1, 2);
  sharing_too.blocks.front().core_share = {1, 0.97, 0.7, 0.98};
  Row moved_and_sharing = one;
  moved_and_sharing.blocks.front().core_share = {0.98, 0.65, 1, 0.97, 1, 0.97, 0.7, 0.98};

  const struct {
    const char* name;
    std::vector<Row> rows;
    std::string text;
  } cases[] = {
      {"two solvers", {one, two}, slower},
      {"beside some without a speed", {one, void_row, two, void_row}, slower},
      {"several on some threads, one on others", {one, two, alone}, slower},
      {"one solver", {one}, ""},
      {"seldom", {moved_row("one", 0.2, 40), moved_row("two", 3, 40)}, ""},
      {"a shared core", {sharing, sharing_too}, shared},
      {"both", {moved_and_sharing, two}, slower + "; " + shared},
      {"a core that is seldom shared", {sharing, quiet}, ""},
  };

  for (const auto& c : cases)
    EXPECT_EQ(machine_movement(pointers_to(c.rows)), c.text) << c.name;
}

TEST(Pairs, CompareEveryTwoRowsOnceOverTheBlocksOfBoth) {
  std::vector<Row> rows = {row("a", 1, 1), row("b", 1, 4), row("c", 1, 4)};
  rows[0].blocks.push_back({.index = 1, .puzzles = 900, .seconds = {900, 900}});
  const std::vector<PairRatio> pairs = pairs_of(rows);
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].a, 0U);
  EXPECT_EQ(pairs[0].b, 1U);
  EXPECT_EQ(pairs[0].puzzles, 100U);
  EXPECT_DOUBLE_EQ(pairs[0].ratio.median, 4);
  EXPECT_GT(pairs[0].ratio.low, 3.9);
  EXPECT_LT(pairs[0].ratio.high, 4.1);
  EXPECT_DOUBLE_EQ(pairs[2].ratio.median, 1);
}

// Times per process differ by another factor than the rounds of the first one.
TEST(Pairs, CompareTheProcessesOfTwoRowsIfBothHaveSome) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2)};
  rows[0].processes = ProcessesRecord{.time_per_puzzle_ns = {10, 20, 30}, .running_ns = {}};
  EXPECT_DOUBLE_EQ(pairs_of(rows).at(0).ratio.median, 0.25);
  rows[1].processes = ProcessesRecord{.time_per_puzzle_ns = {30, 60, 90}, .running_ns = {}};
  const PairRatio pair = pairs_of(rows).at(0);
  EXPECT_DOUBLE_EQ(pair.ratio.median, 3);
  EXPECT_NEAR(pair.ratio.low, 3, 1e-9);
}

TEST(Pairs, TakeWhatTheRunHasWorkedOutOfTheirRows) {
  std::vector<Row> rows = {row("a", 1, 8), row("b", 1, 2)};
  const SpeedupRecord known = {.reference = "a",
                               .reference_threads = 1,
                               .puzzles = 70,
                               .ratio = {.median = 0.5, .low = 0.4, .high = 0.8},
                               .reason = Doubt::unstable};
  rows[1].speedup = known;
  EXPECT_EQ(pairs_of({rows[1], rows[0]}).at(0).ratio.low, 0.4);
  const PairRatio turned = pairs_of(rows).at(0);
  EXPECT_EQ(turned.puzzles, 70U);
  EXPECT_EQ(turned.ratio.median, 2);
  EXPECT_EQ(turned.ratio.low, 1.25);
  EXPECT_EQ(turned.ratio.high, 2.5);
  EXPECT_EQ(turned.reason, Doubt::unstable);
  rows[1].speedup->puzzles = 18;
  EXPECT_EQ(pairs_of(rows).at(0).reason, Doubt::few_puzzles);
  EXPECT_TRUE(std::isnan(pairs_of(rows).at(0).ratio.median));
  rows[1].speedup->reference_threads = 2;
  EXPECT_DOUBLE_EQ(pairs_of(rows).at(0).ratio.median, 0.25) << "over a on two threads";
  rows[1].speedup = known;
  rows[1].speedup->reference = "c";
  EXPECT_DOUBLE_EQ(pairs_of(rows).at(0).ratio.median, 0.25) << "over another solver";
}

TEST(Pairs, RoundsThatDoNotAgreeAreUnstable) {
  std::vector<Row> rows = {row("a", 1, 1), row("b", 1, 1)};
  rows[0].blocks.front().seconds = {1, 1, 1, 1};
  rows[1].blocks.front().seconds = {1, 5, 2, 9};
  const PairRatio pair = pairs_of(rows).at(0);
  EXPECT_EQ(pair.reason, Doubt::unstable);
  EXPECT_LT(pair.ratio.low, pair.ratio.median);
  EXPECT_GT(pair.ratio.high, pair.ratio.median);
  EXPECT_EQ(shown_ratio(pair).median, pair.ratio.median);
  EXPECT_TRUE(std::isnan(shown_ratio(pair).low));
}

TEST(Pairs, HaveNoRatioOfSolversThatDidNotDoTheSame) {
  const struct {
    void (*change)(Row& row);
    const char* why;
  } cases[] = {
      {[](Row& row) { row.outcomes[Outcome::incomplete] = 1; }, "left puzzles unsolved"},
      {[](Row& row) { row.outcomes[Outcome::timeout] = 1; },
       "gave up on puzzles: compare PAR-2 instead"},
      {[](Row& row) { row.disqualified = "10 puzzles in a row"; }, "was disqualified"},
      {[](Row& row) { row.outcomes[Outcome::wrong] = 1; }, "gave wrong answers"},
      {[](Row& row) { row.outcomes[Outcome::first] = 1; }, "stops at the first solution"},
      {[](Row& row) { row.task = {.does = "stops at first"}; }, "stops at the first solution"},
  };

  for (const auto& c : cases) {
    std::vector<Row> rows = {row("sound", 1, 1), row("other", 1, 2)};
    c.change(rows[1]);
    const std::string why = std::string("other ") + c.why;
    EXPECT_EQ(why_not_compared(rows[0], rows[1]), why);
    EXPECT_EQ(why_not_compared(rows[1], rows[0]), why);
    EXPECT_TRUE(std::isnan(pairs_of(rows).at(0).ratio.median)) << why;
  }

  std::vector<Row> rows = {row("sound", 1, 1), row("other", 1, 2)};
  for (Row& each : rows)
    each.outcomes[Outcome::first] = 1;
  EXPECT_TRUE(std::isfinite(pairs_of(rows).at(0).ratio.median)) << "both do the same";
  rows[1].sample_rate = 0.5;
  EXPECT_TRUE(pairs_of(rows).empty()) << "they met no puzzle together";
}

TEST(SolutionsSought, AreTheLimitOrWhatTheAuditFound) {
  const struct {
    const char* said;
    const char* does;
    std::array<std::uint64_t, 3> sought;  // at limits of 1, 2 and 5
    const char* shortcut;
  } cases[] = {
      {"", "", {1, 2, 5}, ""},
      {"", "unclear", {1, 2, 5}, ""},
      {"", "counts", {1, 2, 5}, ""},
      {"two", "", {1, 2, 2}, "stops at the second solution"},
      {"", "proves uniqueness", {1, 2, 2}, "stops at the second solution"},
      {"", "stops at first", {1, 1, 1}, "stops at the first solution"},
      {"", "assumes uniqueness", {1, 1, 1}, "assumes that puzzles have one solution"},
      {"", "finds no solution", {0, 0, 0}, "finds no solution"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.said) + c.does);
    Row row;
    row.external.emplace().limit = c.said;
    if (*c.does != '\0') row.task = {.does = c.does};
    for (std::size_t i = 0; i < c.sought.size(); ++i) {
      row.solution_limit = std::array{1, 2, 5}[i];
      EXPECT_EQ(solutions_sought(row), c.sought[i]);
    }
    if (c.sought[2] == 5) continue;
    EXPECT_EQ(shortcut_of(row), c.shortcut);
  }
}

}  // namespace

}  // namespace sudoku::result
