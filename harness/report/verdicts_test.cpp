#include <limits>

#include <gtest/gtest.h>

#include "harness/report/notes.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

using Sentences = std::vector<std::string>;

Sentences sentences(const result::RunResult& run) {
  Sentences sentences;
  for (const Verdict& verdict : verdicts(run))
    sentences.push_back(verdict.text);
  return sentences;
}

// The example result as a finished run on its first dataset, without the solver that was wrong.
result::RunResult sound_result() {
  result::RunResult run = result::example_result();
  run.complete = true;
  run.datasets.resize(1);
  run.results.resize(4);
  return run;
}

constexpr const char* kSound =
    "No wrong answer was found. Checked: clues and houses of every solution shown, in every round; "
    "the number of independently confirmed answers is not recorded (--verify sample).";

TEST(Verdicts, SayWhoCheckedHowManyOfWhat) {
  result::RunResult run = sound_result();
  run.settings.set(result::kVerify, "off");
  run.results.resize(2);
  run.results[0].confirmed = {.referees = 3, .solvers = 44'000, .declared = 20};
  run.results[1].confirmed = {.referees = 4, .solvers = 44'242, .declared = 1};
  EXPECT_EQ(
      sentences(run).back(),
      "No wrong answer was found. Checked: clues and houses of every solution shown, in every "
      "round; the number of solutions of 7 of 88,484 answers by two referees (--verify off), "
      "of 88,242 by another solver; 21 answers against a declared solution.");
}

TEST(Verdicts, NameTheFastest) {
  EXPECT_EQ(sentences(sound_result()),
            (Sentences{"rated: simd is the fastest, 2.31 M/s on 1 thread; 25.1× (95 % interval "
                       "24.7–25.5) as fast as mrv, the next; naive gave up on 3 of 412 puzzles.",
                       kSound}));
}

TEST(Verdicts, CompareTheFastestWithTheReferenceUnlessItIsTheNext) {
  result::RunResult run = sound_result();
  run.settings.set(result::kReference, "dlx");
  run.results[1].speedup->reference = "dlx";
  EXPECT_EQ(sentences(run).front(),
            "rated: simd is the fastest, 2.31 M/s on 1 thread; 25.1× (95 % interval 24.7–25.5) as "
            "fast as dlx, the reference; naive gave up on 3 of 412 puzzles.");
  run.results[1].speedup->ratio = base::without_interval(25);
  EXPECT_EQ(sentences(run).front().find("the reference"), std::string::npos)
      << "a ratio without an interval is not certain";
}

TEST(Verdicts, LetNoSolverWinThatLooksForFewerSolutions) {
  result::RunResult run = sound_result();
  run.results[1].task = {.does = "stops at first"};
  EXPECT_EQ(sentences(run),
            (Sentences{"rated: mrv (92.0 k/s on 1 thread) and dlx (91.0 k/s on 1 thread) are too "
                       "close to call: tie (95 % interval 0.97–1.02); naive gave up on 3 of 412 "
                       "puzzles; simd is not ranked: it stops at the first solution.",
                       kSound}));
}

TEST(Verdicts, OnlyCountManySolversThatAreNotRanked) {
  result::RunResult run = sound_result();
  for (int i = 0; i < 6; ++i) {
    result::Row lesser = run.results[1];
    lesser.solver = "lesser-" + std::to_string(i);
    lesser.task = {.does = "stops at first"};
    run.results.push_back(lesser);
    result::Row giving_up = run.results[3];
    giving_up.solver = "slow-" + std::to_string(i);
    run.results.push_back(giving_up);
  }
  const std::string end =
      "; 7 solvers gave up on puzzles; 6 solvers stop at fewer solutions and are not ranked.";
  EXPECT_TRUE(sentences(run).front().ends_with(end)) << sentences(run).front();
}

TEST(Verdicts, DoNotCallWhatOverlaps) {
  result::RunResult run = sound_result();
  run.results.erase(run.results.begin() + 1);
  EXPECT_EQ(sentences(run), (Sentences{"rated: mrv (92.0 k/s on 1 thread) and dlx (91.0 k/s on 1 "
                                       "thread) are too close to call: tie (95 % interval "
                                       "0.97–1.02); naive gave up on 3 of 412 puzzles.",
                                       kSound}));
}

TEST(Verdicts, SayWhenARatioHasNoInterval) {
  result::RunResult run = sound_result();
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  run.results[1].speedup->ratio = {.median = 25, .low = unknown, .high = unknown};
  const std::string start =
      "rated: simd (2.31 M/s on 1 thread) against mrv (92.0 k/s on 1 thread): about 25.0× as fast, "
      "with unknown uncertainty";
  const std::string end = "; naive gave up on 3 of 412 puzzles.";
  EXPECT_EQ(sentences(run).front(), start + end);
  run.results[1].speedup->reason = "the noise of a single round is unknown";
  EXPECT_EQ(sentences(run).front(), start + ": the noise of a single round is unknown" + end);
}

// Regression: the uncertainty of an unstable ratio was called unknown, though it is known to be
// large.
TEST(Verdicts, SayWhenARatioIsUnstable) {
  result::RunResult run = sound_result();
  run.results[1].speedup->ratio = base::without_interval(25);
  run.results[1].speedup->reason = "unstable: between 18.2 and 30.1";
  EXPECT_EQ(sentences(run).front(),
            "rated: simd (2.31 M/s on 1 thread) against mrv (92.0 k/s on 1 thread): about 25.0× as "
            "fast, but unstable: between 18.2× and 30.1×; naive gave up on 3 of 412 puzzles.");
  run.results[1].speedup->reason = "unstable";
  EXPECT_TRUE(sentences(run).front().ends_with(
      "about 25.0× as fast, but unstable; naive gave up on 3 of 412 puzzles."));
}

TEST(Verdicts, CompareSpeedsWhereThereIsNoRatio) {
  result::RunResult run = sound_result();
  run.results[1].threads = 2;
  EXPECT_EQ(
      sentences(run).front(),
      "rated: simd is the fastest, 2.31 M/s on 2 threads; naive gave up on 3 of 412 puzzles.");
  run.results[1].puzzles_per_second = {.median = 93'000, .low = 92'500, .high = 94'000};
  EXPECT_EQ(sentences(run).front(),
            "rated: simd (93.0 k/s on 2 threads) and mrv (92.0 k/s on 1 thread) are too close to "
            "call; naive gave up on 3 of 412 puzzles.");
}

// Regression: a report began with a speed ratio of two solvers on one puzzle.
TEST(Verdicts, NameNobodyOfFewerThanThirtyPuzzles) {
  result::RunResult run = sound_result();
  for (result::Row& row : run.results)
    row.puzzles = 18;
  EXPECT_EQ(
      sentences(run).front(),
      "rated: fewer than 30 puzzles, too few to name a winner; naive gave up on 3 of 18 puzzles.");
  run.datasets.push_back(result::example_result().datasets[1]);
  run.results.push_back(result::example_result().results.back());
  EXPECT_TRUE(sentences(run).front().starts_with("norvig|11: mrv solves")) << "who is named first";
  run.datasets.pop_back();
  run.results.pop_back();
  run.results[0].puzzles = run.results[2].puzzles = 30;
  EXPECT_TRUE(sentences(run).front().starts_with(
      "rated: mrv (92.0 k/s on 1 thread) and dlx (91.0 k/s on 1 thread) are too close to call"))
      << sentences(run).front();
  run.results = {run.results[1]};
  EXPECT_EQ(sentences(run).front(), "rated: simd solves 2.31 M/s on 1 thread.");
}

TEST(Verdicts, DoNotCompareASolverWithItself) {
  result::RunResult run = result::example_result();
  run.complete = true;
  run.datasets.erase(run.datasets.begin());
  run.results.erase(run.results.begin(), run.results.begin() + 7);
  EXPECT_EQ(sentences(run), (Sentences{"norvig|11: mrv solves 19.2 k/s on 2 threads.", kSound}));
}

TEST(Verdicts, LetNoSolverWinThatGotStuck) {
  result::RunResult run = sound_result();
  run.results[1].outcomes[Outcome::incomplete] = 1;
  run.results.erase(run.results.begin() + 2);
  EXPECT_EQ(sentences(run), (Sentences{"rated: mrv solves 92.0 k/s on 1 thread; naive gave up "
                                       "on 3 of 412 puzzles.",
                                       kSound}));
  run.results = {run.results[2], run.results[1]};
  EXPECT_EQ(sentences(run),
            (Sentences{"rated: no solver solves all puzzles; naive gave up on 3 of 412 puzzles.",
                       kSound}));
  run.results = {run.results[1]};
  EXPECT_EQ(sentences(run), (Sentences{"rated: no solver solves all puzzles.", kSound}));
}

TEST(Verdicts, TellOfWrongAnswersAndInterruptions) {
  result::RunResult run = result::example_result();
  run.datasets.resize(1);
  run.results = {run.results[4]};
  EXPECT_EQ(sentences(run),
            (Sentences{"rated: no solver has a valid result.",
                       "WRONG: flags gave 3 wrong answers on rated; its figures are void.",
                       "The figures are partial: the run was interrupted."}));
}

TEST(Verdicts, TellOfACrashThatIsNoPuzzles) {
  result::RunResult run = sound_result();
  run.results.resize(1);
  run.results[0].incidents = {
      {.puzzle = "", .line = result::kNoLine, .outcome = Outcome::crashed, .reason = "late"}};
  EXPECT_EQ(sentences(run).at(1), "CRASHED: mrv on rated: late.");
}

// Regression: of a shard without a block.
TEST(Verdicts, AreNoneWithoutAPuzzle) {
  result::RunResult run = sound_result();
  run.results.resize(1);
  run.results[0].puzzles = 0;
  run.results[0].puzzles_per_second = base::kUnknownEstimate;
  EXPECT_EQ(sentences(run).front(), "rated: no puzzle was measured.");
}

TEST(Verdicts, TellOfCrashesAndDisqualifications) {
  result::RunResult run = result::example_result();
  run.complete = true;
  run.datasets.resize(1);
  run.results = {run.results[0], run.results[5], run.results[6]};
  EXPECT_EQ(
      sentences(run),
      (Sentences{"rated: mrv solves 92.0 k/s on 1 thread; rival-3 gave up on 1 of 44,242 puzzles.",
                 "CRASHED: rival-3 on 2 puzzles of rated.",
                 "DISQUALIFIED: echo on rated: 10 puzzles in a row: ended with exit status 1.",
                 kSound}));
}

}  // namespace

}  // namespace sudoku::report
