#include "harness/report/notes.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "harness/measure/comparison.h"
#include "harness/results/example_result.h"

namespace sudoku {

namespace {

using Lines = std::vector<std::string>;

TEST(Notes, CaptionADataset) {
  const RunResult run = example_result();
  EXPECT_EQ(caption(view_of(run, run.datasets[0])),
            "44,242 puzzles, 21–31 clues (mean 24.6), 2 rows in quarantine");
  EXPECT_EQ(caption(view_of(run, run.datasets[1])),
            "95 puzzles, 17–21 clues (mean 21.0); small set: repeats may flatter");
}

TEST(Notes, CaptionOfASetTooSmallToCompareSolversOn) {
  RunResult run = example_result();
  run.datasets[1].puzzles = 29;
  EXPECT_EQ(caption(view_of(run, run.datasets[1])),
            "29 puzzles, 17–21 clues (mean 21.0); small set: repeats may flatter, and too few to "
            "compare solvers");
}

TEST(Notes, CaptionOfOneKindOfPuzzle) {
  RunResult run = example_result();
  run.datasets[0] = {.name = "rated",
                     .path = "",
                     .sha256 = "",
                     .puzzles = 1'000,
                     .quarantined = 1,
                     .quarantine_first = {},
                     .clues_min = 17,
                     .clues_mean = 17,
                     .clues_max = 17};
  EXPECT_EQ(caption(view_of(run, run.datasets[0])), "1,000 puzzles, 17 clues, 1 row in quarantine");
}

TEST(Notes, AreSilentWhenAllIsWell) {
  RunResult run = example_result();
  run.results = {run.results[0]};
  EXPECT_EQ(notes(view_of(run, run.datasets[0])), Lines{});
}

TEST(Notes, SayWhatLimitsTheFigures) {
  RunResult run = example_result();
  run.results.resize(5);
  EXPECT_EQ(
      notes(view_of(run, run.datasets[0])),
      (Lines{"wrong: flags, line 12: a clue was changed",
             "* simd: latencies are of 512 puzzles at once, from hand-over to return",
             "outcomes of naive: 409 unique, 3 timeout",
             "outcomes of flags: 44,239 unique, 3 wrong",
             "gave up on puzzles, and the time spent on them counts (≤); PAR-2: naive 31.0 ms",
             "fewer than 1,000 puzzles, repeats may flatter: naive"}));
}

TEST(Notes, MarkLatenciesOfASolverThatRemembers) {
  RunResult run = example_result();
  run.results = {run.results[0]};
  run.results[0].latency->mean = run.results[0].time_per_puzzle_ns.median / 10;
  EXPECT_EQ(notes(view_of(run, run.datasets[0])).front(),
            "latencies are less than half of the time a puzzle takes in throughput rounds, as if "
            "puzzles were remembered: mrv");
}

TEST(Notes, TellOfSweepsAndInterruptions) {
  const RunResult run = example_result();
  EXPECT_EQ(notes(view_of(run, run.datasets[1])),
            (Lines{"outcomes: 95 multiple", "scaling: mrv on 2 threads = 1.92× (1.90–1.94) of 1",
                   "cut short, figures cover what was measured: mrv (2 threads)"}));
}

// Twelve lines once said that all of the puzzles have several solutions.
TEST(Notes, SayOnceWhatSeveralRowsHaveInCommon) {
  RunResult run = example_result();
  run.results = {run.results[0], run.results[1], run.results[2]};
  for (ResultRecord& row : run.results) {
    row.outcomes = {};
    row.outcomes[static_cast<std::size_t>(Outcome::multiple)] = row.puzzles;
  }
  run.results[2].puzzles = run.results[2].outcomes[static_cast<std::size_t>(Outcome::multiple)] = 5;
  const Lines all = notes(view_of(run, run.datasets[0]));
  EXPECT_EQ(std::ranges::count(all, "outcomes of simd, mrv, dlx: all multiple"), 1);
  run.results[0].outcomes[static_cast<std::size_t>(Outcome::none)] = 1;
  run.results[1].outcomes = run.results[0].outcomes;
  const Lines mixed = notes(view_of(run, run.datasets[0]));
  EXPECT_EQ(std::ranges::count(mixed, "outcomes of simd, mrv: 44,242 multiple, 1 none"), 1);
  EXPECT_EQ(std::ranges::count(mixed, "outcomes of dlx: all multiple"), 1);
}

TEST(Notes, SayWhyThereIsNoSpeedUp) {
  RunResult run = example_result();
  run.results = {run.results[0], run.results[1], run.results[2]};
  for (ResultRecord& row : run.results) {
    if (row.speedup) row.speedup->puzzles = 18;
  }
  leave_out_small_comparisons(run.results);
  EXPECT_EQ(notes(view_of(run, run.datasets[0])).back(),
            "no speed-up: they share 18 puzzles only, a comparison takes 30: simd, dlx");
}

TEST(Notes, CountThePuzzlesThatBothMet) {
  RunResult run = example_result();
  run.results = {run.results[0], run.results[1]};
  run.results[1].speedup->puzzles = 412;
  EXPECT_EQ(notes(view_of(run, run.datasets[0])).back(),
            "speed-up over the 412 puzzles that both met: simd");
}

TEST(Notes, ExplainOnlyTheColumnsThatAreThere) {
  RunResult run = example_result();
  run.results = {run.results[7]};
  run.results[0].peak_memory_bytes = 0;
  EXPECT_EQ(
      legend(run),
      (Lines{"puzzles/s: puzzles per second of wall time, median of the rounds (95 % interval, "
             "bootstrap)",
             "time: wall time per puzzle, the inverse of puzzles/s; not a latency",
             "guesses: branching decisions per puzzle, mean"}));
}

}  // namespace

}  // namespace sudoku
