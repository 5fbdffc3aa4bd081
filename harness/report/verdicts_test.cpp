#include <gtest/gtest.h>

#include "harness/base/texts_fixture.h"
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

// The example result as a finished run on its first dataset, without the solver that was wrong. The
// golden reports have the verdicts on the example itself.
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

TEST(Verdicts, CompareTheFastestWithTheReferenceUnlessItIsTheNext) {
  result::RunResult run = sound_result();
  run.settings.set(result::kReference, "dlx");
  run.results[1].speedup->reference = "dlx";
  EXPECT_EQ(sentences(run).front(),
            "rated: simd is the fastest, 2.31 M/s on 1 thread; 25.1× faster than dlx, the "
            "reference (95 % interval 24.7–25.5).");
  run.results[1].speedup->ratio = base::without_interval(25);
  EXPECT_EQ(sentences(run).front().find("the reference"), std::string::npos)
      << "a ratio without an interval is not certain";
}

TEST(Verdicts, LetNoSolverWinThatLooksForFewerSolutions) {
  result::RunResult run = sound_result();
  run.results[1].task = {.does = "stops at first"};
  EXPECT_EQ(sentences(run),
            (Sentences{"rated: mrv (92.0 k/s on 1 thread) and dlx (91.0 k/s on 1 thread) are too "
                       "close to call: tie (95 % interval 0.97–1.02).",
                       kSound}));
}

// A run in which simd is the user's own solver, and the sentence that it begins with.
struct OwnCase {
  const char* name;
  void (*change)(result::RunResult& run, result::Row& own);
  const char* sentence;
};

void set_ratio(result::Row& own, const base::Estimate& ratio, result::Doubt reason = {}) {
  own.speedup->ratio = ratio;
  own.speedup->reason = reason;
}

void give_up(result::Row& own, std::uint64_t puzzles) {
  own.outcomes[Outcome::unique] -= puzzles;
  own.outcomes[Outcome::timeout] = puzzles;
}

const OwnCase kOwnCases[] = {
    {"faster", [](auto&, auto&) {},
     "simd: 2.31 M/s, 25.1× faster than mrv (24.7–25.5); no wrong answer found."},
    {"slower, and confirmed",
     [](auto&, auto& own) {
       set_ratio(own, {.median = 1 / 8.3, .low = 1 / 8.5, .high = 1 / 8.1});
       own.confirmed = {.referees = 2'700, .solvers = 44'242};
     },
     "simd: 2.31 M/s, 8.3× slower than mrv (8.1–8.5); all 44,242 answers right."},
    {"far slower",
     [](auto&, auto& own) { set_ratio(own, {.median = 1e-4, .low = 0.9e-4, .high = 1.1e-4}); },
     "simd: 2.31 M/s, 10,000× slower than mrv ±12 %; no wrong answer found."},
    {"tie", [](auto&, auto& own) { set_ratio(own, {.median = 1, .low = 0.98, .high = 1.02}); },
     "simd: 2.31 M/s, tie with mrv (0.98–1.02); no wrong answer found."},
    {"unstable",
     [](auto&, auto& own) {
       set_ratio(own, {.median = 0.2, .low = 0.1, .high = 0.4}, result::Doubt::unstable);
     },
     "simd: 2.31 M/s, ~5.00× slower than mrv, but unstable: 10.0× slower to 2.50× slower; no wrong "
     "answer found."},
    {"on a shared core", [](auto&, auto& own) { own.speedup->shift_by_sharing = 0.15; },
     "simd: 2.31 M/s, 25.1× faster than mrv (24.7–25.5), on a shared core; no wrong answer found."},
    {"reference", [](auto& run, auto&) { run.settings.set(result::kReference, "simd"); },
     "simd: 2.31 M/s, the reference; no wrong answer found."},
    {"no reference", [](auto& run, auto&) { run.settings.set(result::kReference, "none"); },
     "simd: 2.31 M/s; no wrong answer found."},
    {"stops sooner", [](auto&, auto& own) { own.task = {.does = "stops at first"}; },
     "simd: 2.31 M/s, not compared with mrv: simd stops at the first solution; no wrong answer "
     "found."},
    {"other puzzles",
     [](auto&, auto& own) {
       own.speedup.reset();
       own.blocks.clear();
     },
     "simd: 2.31 M/s, measured on other puzzles than mrv; no wrong answer found."},
    {"gave up",
     [](auto& run, auto& own) {
       give_up(own, 1);
       own.confirmed = {.solvers = 44'241};
       own.blocks = run.results[0].blocks;
       for (result::BlockRecord& block : own.blocks)
         for (double& seconds : block.seconds)
           seconds *= 6600;
     },
     "simd: ≤ 2.31 M/s, at least 6,600× slower than mrv: 1 of 44,242 puzzles took over 1 s; its "
     "44,241 answers right."},
    {"gave up, otherwise faster",
     [](auto& run, auto& own) {
       give_up(own, 2);
       own.blocks = run.results[0].blocks;
     },
     "simd: ≤ 2.31 M/s: 2 of 44,242 puzzles took over 1 s; no wrong answer found."},
    {"gave up on all", [](auto&, auto& own) { give_up(own, 44'242); },
     "simd: solved none: 44,242 of 44,242 puzzles took over 1 s; no wrong answer found."},
    {"of two datasets",
     [](auto& run, auto&) { run.datasets.push_back(result::example_result().datasets[1]); },
     "simd on rated: 2.31 M/s, 25.1× faster than mrv (24.7–25.5); no wrong answer found."},
};

TEST(Verdicts, BeginWithTheUsersOwnSolver) {
  for (const OwnCase& c : kOwnCases) {
    SCOPED_TRACE(c.name);
    result::RunResult run = sound_result();
    result::Row& own = run.results[1];
    own.external.emplace();
    c.change(run, own);
    EXPECT_EQ(sentences(run).front(), c.sentence);
  }
}

TEST(Verdicts, SayOfALoneSolverOnceWhatItDoes) {
  result::RunResult run = sound_result();
  run.results = {run.results[1]};
  run.results[0].external.emplace();
  EXPECT_EQ(sentences(run), (Sentences{"simd: 2.31 M/s; no wrong answer found.", kSound}));
}

TEST(Verdicts, RankAllAlikeInARaceOfExternalSolvers) {
  result::RunResult run = sound_result();
  for (int i = 0; i < 4; ++i) {
    run.results.push_back(run.results[1]);
    run.results.back().external.emplace();
    run.results.back().solver = "rival-" + std::to_string(i);
  }
  base::expect_start(sentences(run).front(), "rated: simd (2.31 M/s on 1 thread) and rival-0");
}

TEST(Verdicts, DoNotCallWhatOverlaps) {
  result::RunResult run = sound_result();
  run.results[1].speedup->ratio = {.median = 1.2, .low = 1, .high = 1.4};
  base::expect_start(sentences(run).front(),
                     "rated: simd (2.31 M/s on 1 thread) and mrv (92.0 k/s "
                     "on 1 thread) are too close to call");
  run.results.erase(run.results.begin() + 1);
  EXPECT_EQ(
      sentences(run),
      (Sentences{"rated: mrv (92.0 k/s on 1 thread) and dlx (91.0 k/s on 1 thread) are too close "
                 "to call: tie (95 % interval 0.97–1.02).",
                 kSound}));
}

// Regression: the uncertainty of an unstable ratio was called unknown, though it is known to be
// large.
TEST(Verdicts, SayWhyARatioIsNotCertain) {
  const auto with = [](const base::Estimate& ratio, result::Doubt reason) {
    result::RunResult run = sound_result();
    run.results[1].speedup->ratio = ratio;
    run.results[1].speedup->reason = reason;
    return sentences(run).front();
  };
  const std::string start =
      "rated: simd (2.31 M/s on 1 thread) against mrv (92.0 k/s on 1 thread): about 25.0× faster, ";
  EXPECT_EQ(with(base::without_interval(25), result::Doubt::none),
            start + "with unknown uncertainty.");
  EXPECT_EQ(with(base::without_interval(25), result::Doubt::one_round),
            start + "with unknown uncertainty: the noise of a single round is unknown.");
  EXPECT_EQ(with({.median = 25, .low = 18.2, .high = 30.1}, result::Doubt::unstable),
            start + "but unstable: 18.2× faster to 30.1× faster.");
}

TEST(Verdicts, CompareSpeedsWhereThereIsNoRatio) {
  result::RunResult run = sound_result();
  run.results[1].threads = 2;
  EXPECT_EQ(sentences(run).front(), "rated: simd is the fastest, 2.31 M/s on 2 threads.");
  run.results[1].puzzles_per_second = {.median = 93'000, .low = 92'500, .high = 94'000};
  EXPECT_EQ(sentences(run).front(),
            "rated: simd (93.0 k/s on 2 threads) and mrv (92.0 k/s on 1 thread) are too close to "
            "call.");
}

// Regression: a report began with a speed ratio of two solvers on one puzzle.
TEST(Verdicts, NameNobodyOfFewerThanThirtyPuzzles) {
  result::RunResult run = sound_result();
  for (result::Row& row : run.results)
    row.puzzles = 18;
  EXPECT_EQ(sentences(run).front(), "rated: fewer than 30 puzzles, too few to name a winner.");
  run.datasets.push_back(result::example_result().datasets[1]);
  run.results.push_back(result::example_result().results.back());
  base::expect_start(sentences(run).front(), "norvig|11: mrv solves");
  run.datasets.pop_back();
  run.results.pop_back();
  run.results[0].puzzles = run.results[2].puzzles = 30;
  base::expect_start(
      sentences(run).front(),
      "rated: mrv (92.0 k/s on 1 thread) and dlx (91.0 k/s on 1 thread) are too close to call");
  run.results = {run.results[1]};
  EXPECT_EQ(sentences(run).front(), "rated: simd solves 2.31 M/s on 1 thread.");
}

TEST(Verdicts, LetNoSolverWinThatGotStuck) {
  result::RunResult run = sound_result();
  run.results[1].outcomes[Outcome::incomplete] = 1;
  run.results.erase(run.results.begin() + 2);
  EXPECT_EQ(sentences(run), (Sentences{"rated: mrv solves 92.0 k/s on 1 thread.", kSound}));
  run.results = {run.results[2], run.results[1]};
  EXPECT_EQ(sentences(run), (Sentences{"rated: no solver solves all puzzles.", kSound}));
  run.results = {run.results[1]};
  EXPECT_EQ(sentences(run), (Sentences{"rated: no solver solves all puzzles.", kSound}));
}

TEST(Verdicts, NameNobodyWithoutAValidResult) {
  result::RunResult run = result::example_result();
  run.results = {run.results[4]};
  EXPECT_EQ(sentences(run).front(), "rated: no solver has a valid result.");
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
  run.complete = false;
  EXPECT_EQ(sentences(run), Sentences{"Nothing was measured: the run was interrupted."});
}

}  // namespace

}  // namespace sudoku::report
