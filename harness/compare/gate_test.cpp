#include "harness/compare/gate.h"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "harness/base/golden_fixture.h"
#include "harness/base/texts_fixture.h"
#include "harness/compare/times.h"
#include "harness/compare/verdict.h"
#include "harness/compare/verdict_report.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::compare {

namespace {

using base::expect_part;
using base::expect_start;

// Compares all but times.
const GateSettings kExactly{.deterministic_only = true};

// Both sides of a comparison, which refers to them. Most tests change their first rows.
struct Sides {
  result::RunResult base;
  result::RunResult candidate;

  result::Row& before() { return base.results[0]; }

  result::Row& now() { return candidate.results[0]; }

  std::array<result::RunResult*, 2> runs() { return {&base, &candidate}; }

  std::array<result::Row*, 2> rows() { return {&before(), &now()}; }

  Comparison compared(const GateSettings& settings = kExactly,
                      const stats::TimeRule& rule = {}) const {
    Comparison comparison = compare_results(base, candidate, settings);
    if (!settings.deterministic_only) judge_times({&base, 1}, {&candidate, 1}, rule, comparison);
    return comparison;
  }
};

using Change = std::function<void(Sides& sides)>;

void no_change(Sides& /*sides*/) {}

template <typename... Changes>
Change all(const Changes&... changes) {
  return [=](Sides& sides) { (changes(sides), ...); };
}

// Example result of sound rows: mrv and dlx on "rated", mrv on another set with 1 and 2 threads.
result::RunResult sound_result() {
  result::RunResult run = result::example_result();
  std::erase_if(run.results,
                [](const result::Row& row) { return row.solver != "mrv" && row.solver != "dlx"; });
  run.complete = true;
  for (result::Row& row : run.results)
    row.complete = true;
  return run;
}

Sides sound_sides() { return {sound_result(), sound_result()}; }

// "answers CHANGED: differ, first among puzzles 1 to 95"
std::string text_of(const CheckRecord& check) {
  return fmt::format("{} {}: {}", check.check, kind_of(check).word, check.text);
}

// The text of the first row's check with this name; empty: there is none.
std::string text_of(const Comparison& comparison, const char* name) {
  const CheckRecord* const check = comparison.rows.at(0).find(name);
  return check == nullptr ? "" : text_of(*check);
}

// What a comparison found: each difference, and sentences on rows and results, in lines.
std::string findings(const Comparison& comparison) {
  std::vector<std::string> texts;
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks)
      if (check.finding != Finding::same) texts.push_back(text_of(check));
  }
  for (const auto* sentences : {&comparison.unmatched, &comparison.unfinished})
    texts.insert(texts.end(), sentences->begin(), sentences->end());
  return fmt::format("{}", fmt::join(texts, "\n"));
}

std::uint64_t& count(result::Row& row, Outcome outcome) { return row.outcomes[outcome]; }

// Gives both rows this many puzzles of an outcome.
Change counts(Outcome outcome, std::uint64_t before, std::uint64_t now) {
  return [=](Sides& sides) {
    count(sides.before(), outcome) = before;
    count(sides.now(), outcome) = now;
  };
}

void change_answers(Sides& sides) { sides.now().blocks[1].digest = 2; }

void add_guesses(Sides& sides) { sides.now().blocks[0].guesses = 48'100; }

void sample_half(Sides& sides) { sides.before().sample_rate = sides.now().sample_rate = 0.5; }

void cut_short(result::Row& row) {
  row.puzzles = count(row, Outcome::unique) = 8192;
  row.blocks.pop_back();
}

// Gives the new row a crash of which the line is not known.
void crash_somewhere(Sides& sides) {
  sides.now().incidents = {
      {.puzzle = "", .line = result::kNoLine, .outcome = Outcome::crashed, .reason = "late"}};
}

// Makes both rows those of a solver that is said to use the limit so. An audit found that the new
// one does this.
Change audit(const char* limit, const char* does) {
  return [=](Sides& sides) {
    for (result::Row* row : sides.rows()) {
      row->external.emplace().limit = limit;
      row->solution_limit = 1000;
    }
    sides.now().task.emplace().does = does;
  };
}

struct Memory {
  double kept;  // bytes per puzzle
  std::uint64_t peak;
};

// Makes both rows those of a solver in a worker process.
Change memory(Memory before, Memory now) {
  return [=](Sides& sides) {
    for (const auto& [row, memory] : {std::pair(&sides.before(), before), {&sides.now(), now}}) {
      row->isolated = true;
      row->kept_memory = row->count_with(memory.kept);
      row->peak_memory_bytes = memory.peak;
    }
  };
}

const Change kLeak = memory({1000, 4'100'000}, {5096, 12'300'000});

struct GateCase {
  const char* name;
  Change change;
  std::string findings = {};
};

const std::string kMoreGuesses =
    "+3.66 %, 5.18 instead of 5.00 per puzzle; differ first among puzzles 1 to 8,192";

const GateCase kCases[] = {
    {"the same", no_change},

    {"more guesses on another instruction set",
     all(add_guesses, [](Sides& sides) { sides.now().isa = "avx2"; }),
     "guesses not compared: " + kMoreGuesses + "; the instruction sets differ, baseline and avx2"},
    {"more guesses of a batch solver in other batches",
     all(add_guesses, [](Sides& sides) { sides.now().chunk = 128; }),
     "guesses undecided: " + kMoreGuesses + "; 512 puzzles were solved together before, 128 now"},
    {"guesses that change from pass to pass",
     all(add_guesses, [](Sides& sides) { sides.now().unsteady = 12; }),
     "guesses undecided: cannot be compared: they changed from pass to pass on 12 puzzles"},
    {"guesses beyond all numbers", [](Sides& sides) { sides.before().guesses = UINT64_MAX; },
     "guesses undecided: cannot be compared: they exceed 64 bits"},
    {"guesses where there were none",
     [](Sides& sides) {
       for (result::BlockRecord& block : sides.before().blocks)
         block.guesses = 0;
     },
     "guesses CHANGED: 5.00 instead of 0 per puzzle; differ first among puzzles 1 to 8,192"},

    {"fewer timeouts", counts(Outcome::timeout, 3, 1), "timeouts noted: 3 timed out before, 1 now"},
    {"more timeouts", counts(Outcome::timeout, 1, 3),
     "timeouts CHANGED: 3 of 44,242 puzzles; 1 before"},
    {"timeouts, which hide the answers that differ",
     all(change_answers, counts(Outcome::timeout, 0, 2)),
     "answers undecided: differ, first among puzzles 8,193 to 44,242\n"
     "timeouts CHANGED: 2 of 44,242 puzzles; none before"},

    {"a wrong answer",
     all(counts(Outcome::unique, 44'242, 44'241), counts(Outcome::wrong, 0, 1),
         [](Sides& sides) {
           sides.now().wrong_answers = {{.puzzle = "", .line = 7, .reason = "a clue was changed"}};
         }),
     "soundness WRONG: 1 wrong answer, the first on line 7: a clue was changed\n"
     "outcomes CHANGED: 44241 unique instead of 44242, 1 wrong instead of 0"},
    {"a wrong answer that is no puzzle's",
     [](Sides& sides) {
       sides.now().wrong_answers = {
           {.puzzle = "", .line = result::kNoLine, .reason = "one too many"}};
     },
     "soundness WRONG: 1 wrong answer: one too many"},
    {"a crash that is no puzzle's", crash_somewhere, "soundness CRASHED: late"},
    {"a crash of which the line is not known", all(crash_somewhere, counts(Outcome::crashed, 0, 1)),
     "soundness CRASHED: 1 of 44,242 puzzles, the first: late"},
    {"crashes on both sides", counts(Outcome::crashed, 2, 1),
     "soundness CRASHED: 1 of 44,242 puzzles"},

    {"a missing row and a new one",
     [](Sides& sides) {
       sides.candidate.results.erase(sides.candidate.results.begin());
       sides.base.results.pop_back();
     },
     "mrv on rated: only in the baseline\n"
     "mrv on norvig|11 (2 threads): only in the new result"},
    {"another dataset of that name",
     [](Sides& sides) { sides.candidate.datasets[1].sha256 = "abcdef0123456789"; },
     "mrv on norvig|11: the dataset differs (sha256 11ff… against abcdef012345…)\n"
     "mrv on norvig|11 (2 threads): the dataset differs (sha256 11ff… against abcdef012345…)"},
    {"a renamed dataset, and another seed without samples",
     [](Sides& sides) {
       sides.candidate.datasets[0].name = "renamed";
       sides.now().dataset = sides.candidate.results[1].dataset = "renamed";
       sides.candidate.settings.set(result::kSeed, 9);
     }},
    {"another seed of a sample",
     all(sample_half, [](Sides& sides) { sides.candidate.settings.set(result::kSeed, 9); }),
     "mrv on rated: the seed of the sample differs (1 against 9)"},
    {"another solution limit", [](Sides& sides) { sides.now().solution_limit = 1; },
     "mrv on rated: the solution limit differs (2 against 1)"},
    // Regression: the second of two files of the same content had no counterpart.
    {"two files of the same content",
     [](Sides& sides) {
       for (result::RunResult* run : sides.runs()) {
         run->datasets.push_back(run->datasets[0]);
         run->results.push_back(run->results[0]);
         run->datasets.back().name = run->results.back().dataset = "copy";
         run->results.back().blocks[1].digest = 2;
       }
     }},
    {"a merge of which a part is missing",
     [](Sides& sides) {
       sides.candidate.shards = {.of = 3, .parts = {1, 3}};
       sides.candidate.complete = false;
     },
     "the new result has only parts 1, 3 of 3 of the run: merge the parts"},

    {"a baseline that was interrupted",
     [](Sides& sides) {
       sides.base.complete = false;
       cut_short(sides.before());
     },
     "completeness undecided: the baseline was cut short: 8,192 of 44,242 puzzles solved\n"
     "the baseline was interrupted"},
    {"a repaired row that was cut short",
     all(counts(Outcome::crashed, 2, 0), [](Sides& sides) { cut_short(sides.now()); }),
     "soundness FIXED: before: 2 of 44,242 puzzles; now none\n"
     "completeness undecided: the new result was cut short: 8,192 of 44,242 puzzles solved"},
    {"a sample that was cut short on both sides",
     all(sample_half,
         [](Sides& sides) {
           sides.before().blocks.clear();
           sides.now().complete = false;
         }),
     "completeness undecided: the baseline was cut short: 44,242 puzzles solved; the new result "
     "was cut short: 44,242 puzzles solved"},
    {"a smaller sample that both solved",
     [](Sides& sides) {
       sides.before().subsamples = {
           {.rate = 0.5, .puzzles = 3, .blocks = {{.puzzles = 3, .seconds = {}}}}};
       sides.now().sample_rate = 0.5;
       sides.now().blocks = {{.puzzles = 3, .seconds = {}, .digest = 1}};
     },
     "answers CHANGED: differ, first among puzzles 1 to 3"},
    {"a block of another size in a sample",
     all(sample_half, change_answers, [](Sides& sides) { sides.now().blocks[1].puzzles -= 1; }),
     "completeness undecided: both solved only 8,192 of 44,242 puzzles"},
    {"a sample of which both solved no common block",
     all(sample_half,
         [](Sides& sides) {
           sides.now().puzzles = 22'000;
           for (result::BlockRecord& block : sides.now().blocks)
             block.index += 7;
         }),
     "answers undecided: no common sample (44,242 and 22,000 puzzles): run NEW with --pilots "
     "BASE"},

    {"a solver that is said to stop at the first solution, and does",
     audit("first", "stops at first")},
    {"a solver that stops at the first solution, though that is not said of it",
     audit("honoured", "stops at first"),
     "task WRONG: declared to count solutions up to the limit; it stops at first; if that is "
     "meant, add limit=first to its description"},
    {"a solver that has stopped at the first solution before",
     all(audit("honoured", "stops at first"),
         [](Sides& sides) { sides.before().task = sides.now().task; }),
     "task noted: as before: declared to count solutions up to the limit; it stops at first; if "
     "that is meant, add limit=first to its description"},
    {"a solver that is said to prove uniqueness, and does", audit("two", "proves uniqueness")},
    {"a solver that proves uniqueness, though it was said to count",
     audit("honoured", "proves uniqueness"),
     "task WRONG: declared to count solutions up to the limit; it proves uniqueness"},
    {"a solver that ignores contradictions",
     all(audit("first", "stops at first"),
         [](Sides& sides) { sides.now().task->ignores_contradictions = true; }),
     "task WRONG: declared to stop at the first solution; it stops at first, and finds solutions "
     "where there are none"},

    {"a leak, which shows in the peak too", kLeak,
     "memory CHANGED: keeps 4,096 B more per puzzle than before (1,000 B before): a leak?; peak "
     "12.3 MB instead of 4.1 MB"},
    {"memory that differs no more than in runs of one build: 32 KiB on 44,242 puzzles",
     memory({0, 200'000}, {0.7, 4'300'000})},
    {"memory that grows by less than a quarter", memory({1000, 41'000'000}, {1200, 51'000'000})},
    {"less memory", memory({5096, 12'300'000}, {0, 400'000})},
    {"memory of a row that only one side isolated",
     all(kLeak, [](Sides& sides) { sides.before().isolated = false; })},
    {"memory on another machine",
     all(kLeak, [](Sides& sides) { sides.base.environment.cpu = "another one"; })},
    {"memory of a row that an older program made",
     all(memory({0, 400'000}, {5096, 700'000}),
         [](Sides& sides) { sides.before().kept_memory = {}; })},
    {"memory beside timeouts, after which a worker is a new one",
     all(kLeak, counts(Outcome::timeout, 2, 0)), "timeouts FIXED: 2 timed out before, 0 now"},
};

TEST(Gate, NamesWhatChanged) {
  for (const GateCase& c : kCases) {
    SCOPED_TRACE(c.name);
    Sides sides = sound_sides();
    c.change(sides);
    EXPECT_EQ(findings(sides.compared()), c.findings);
  }
}

TEST(Gate, AnAcceptedChangeOfSearchPassesAndIsShown) {
  Sides sides = sound_sides();
  add_guesses(sides);
  const Comparison comparison =
      sides.compared({.accept_guesses = true, .deterministic_only = true});
  EXPECT_EQ(findings(comparison), "guesses accepted: accepted: " + kMoreGuesses);
  EXPECT_EQ(verdict_of(comparison),
            "PASSED: the same answers to all 44,337 puzzles. Accepted: mrv on rated, search "
            "changed: guesses +3.66 %, 5.18 instead of 5.00 per puzzle.");
}

TEST(Gate, ShowsThreeKnownPuzzlesOfEachFaultyRow) {
  Sides sides = sound_sides();
  for (result::Row* row : {&sides.now(), &sides.candidate.results[1]}) {
    row->wrong_answers = {{.puzzle = "", .line = 9, .reason = "r"},
                          {.puzzle = "..1", .line = 1, .reason = "r"},
                          {.puzzle = "..2", .line = 2, .reason = "r"}};
    row->incidents = {{.puzzle = "..3", .line = 3, .outcome = Outcome::crashed, .reason = "c"},
                      {.puzzle = "..4", .line = 4, .outcome = Outcome::crashed, .reason = "c"}};
  }
  std::string shown;
  for (const Example& example : sides.compared().examples)
    shown += fmt::format("{} {} {}\n", example.row, example.line, example.what);
  EXPECT_EQ(shown,
            "mrv on rated 1 wrong: r\nmrv on rated 2 wrong: r\nmrv on rated 3 crashed: c\n"
            "dlx on rated 1 wrong: r\ndlx on rated 2 wrong: r\ndlx on rated 3 crashed: c\n");
}

TEST(Gate, ASolverAloneMustHaveSolvedAll) {
  result::RunResult candidate = sound_result();
  cut_short(candidate.results[0]);
  const Comparison comparison = check_alone(candidate, "without a base");
  EXPECT_EQ(findings(comparison),
            "completeness undecided: the result was cut short: 8,192 of 44,242 puzzles solved");
  candidate.complete = false;
  EXPECT_EQ(findings(check_alone(candidate, "without a base")),
            findings(comparison) + "\nthe result was interrupted");
}

// A comparison of which all reports have something to say.
struct Judged {
  Sides sides = sound_sides();
  Comparison comparison;

  Judged() {
    change_answers(sides);
    sides.candidate.results[1].disqualified = "5 % <b> & \"c\"\nd";
    for (result::RunResult* run : sides.runs()) {
      count(run->results[1], Outcome::timeout) = 2;
      run->results.erase(run->results.begin() + 2);
    }
    sides.candidate.results.pop_back();
    sides.candidate.complete = false;
    comparison = sides.compared();
    comparison.base_label = "3f2a1c9 Use <map>";
    comparison.candidate_label = "77c1d02 Unroll it";
    comparison.remarks = {"links differ"};
  }
};

TEST(VerdictReport, OfATerminalFitsIt) {
  for (const std::size_t width : {60, 80, 100, 120, 200}) {
    std::istringstream lines(comparison_text(Judged().comparison, {.width = width}));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(base::width_of(line), width) << line;
  }
}

TEST(VerdictReport, OfJUnitHasACaseForBuildsAndProcesses) {
  const Comparison identical{.scope = Scope::identical, .why = "BASE and NEW are the same file"};
  expect_part(comparison_junit(identical, "s"),
              "  <testsuite name=\"s\">\n    <testcase classname=\"builds\" name=\"IDENTICAL: BASE "
              "and NEW are the same file, so that nothing was run.\"/>");
  // Characters that XML forbids are replaced.
  const Comparison failed{.failures = {"a\uFFFEb\uFFFFc\x01\x7F"
                                       "d\xFF\xED\xA0\x80"}};
  expect_part(comparison_junit(failed, "s"),
              "<testcase classname=\"processes\" name=\"result\">\n"
              "      <error message=\"a\uFFFDb\uFFFDc  d\uFFFD\uFFFD\uFFFD\uFFFD\"/>");
}

TEST(VerdictReport, OfJUnitTellsFailuresFromErrorsAndWhatWasSkipped) {
  using enum Finding;

  const struct {
    GateResult result;
    const char* junit;
    std::vector<Finding> findings;
  } cases[] = {{GateResult::passed, "/>", {same, allowed, faster, fixed, minor}},
               {GateResult::inconclusive, ">\n      <skipped", {incomparable}},
               {GateResult::inconclusive, ">\n      <error", {undecided, slower_or_so}},
               {GateResult::regressed, ">\n      <failure", {slower, changed}},
               {GateResult::broken, ">\n      <error", {crashed}},
               {GateResult::broken, ">\n      <failure", {broken}}};

  const result::Row row;
  for (const auto& c : cases) {
    for (const Finding finding : c.findings) {
      const Comparison comparison{
          .rows = {{.rows = {&row, &row}, .checks = {{"guesses", finding, "why"}}}}};
      EXPECT_EQ(result_of(comparison), c.result);
      expect_part(comparison_junit(comparison, "suite"), std::string("name=\"guesses\"") + c.junit);
    }
  }
}

TEST(VerdictReport, SaysHowManyRowsHaveNoPartner) {
  Comparison comparison;
  EXPECT_EQ(verdict_of(comparison), "NOTHING TO COMPARE: the results are empty.");
  comparison.unmatched = {"mrv on a: only in the baseline"};
  EXPECT_EQ(verdict_of(comparison), "NOT COMPARABLE: mrv on a: only in the baseline.");
  comparison.unmatched.emplace_back("mrv on b: only in the baseline");
  EXPECT_EQ(verdict_of(comparison), "NOT COMPARABLE: mrv on a: only in the baseline; and 1 more.");
}

TEST(VerdictReport, SaysHowMuchWasCompared) {
  const std::pair<Change, const char*> cases[] = {
      {[](Sides& sides) { sides.candidate.complete = false; },
       "INCONCLUSIVE: the new result was interrupted."},
      {[](Sides& sides) { cut_short(sides.now()); },
       "INCONCLUSIVE: mrv on rated, the new result was cut short: 8,192 of 44,242 puzzles solved. "
       "The same answers to 8,287 of 44,337 puzzles."},
      {memory({0, 400'000}, {96, 700'000}),
       "MORE MEMORY: mrv on rated, keeps 96 B more per puzzle than before (0 B before): a leak?. "
       "The same answers to all 44,337 puzzles."},
  };
  for (const auto& [change, verdict] : cases) {
    Sides sides = sound_sides();
    change(sides);
    EXPECT_EQ(verdict_of(sides.compared()), verdict);
  }
}

TEST(VerdictReport, NamesThreeOfManyFindings) {
  const Sides sides = sound_sides();
  Comparison comparison = sides.compared();
  for (RowVerdict& row : comparison.rows)
    row.checks = {{"guesses", Finding::changed, "more"}};
  const std::string three =
      "CHANGED: mrv on rated, more; dlx on rated, more; mrv on norvig|11, more";
  EXPECT_EQ(verdict_of(comparison), three + "; and 1 more.");
  comparison.rows.pop_back();
  EXPECT_EQ(verdict_of(comparison), three + ".");
}

// Times of two processes in each of eleven groups: the faster ones within 0.5 % of `ns`.
result::ProcessesRecord eleven(double ns) {
  result::ProcessesRecord processes;
  for (const int mille : {0, 4, -3, 2, -5, 1, 3, -2, 5, -4, -1}) {
    processes.time_per_puzzle_ns.push_back(ns * (1 + mille / 1000.0));
    processes.time_per_puzzle_ns.push_back(1.2 * ns);
  }
  return processes;
}

// Results with one row, mrv, whose processes took turns, as those of `ab`: 1,000 ns before.
Sides timed_sides(double now_ns = 1000) {
  Sides sides = sound_sides();
  for (result::RunResult* run : sides.runs()) {
    run->results.resize(1);
    run->settings.set(result::kGroups, std::string("1"));
  }
  sides.before().processes = eleven(1000);
  sides.now().processes = eleven(now_ns);
  return sides;
}

// Gives both rows so many instructions per puzzle.
Change counted(double before, double now) {
  return [=](Sides& sides) {
    sides.before().instructions = sides.before().count_with(before);
    sides.now().instructions = sides.now().count_with(now);
  };
}

// Result of mrv and its reference dlx, by itself: mrv is `ratio` times as fast, known to `reach`.
result::RunResult run_apart(double ratio, double reach = 0.01) {
  result::RunResult run = sound_result();
  run.results.resize(2);
  run.results[1].speedup.reset();
  run.settings.set(result::kReference, std::string("dlx"));
  const double width = std::exp(1.96 * reach);
  run.results[0].speedup = result::SpeedupRecord{
      .reference = "dlx", .reference_threads = 1, .ratio = {ratio, ratio / width, ratio * width}};
  return run;
}

Sides sides_apart(double now = 2, double reach = 0.01) {
  return {run_apart(2, reach), run_apart(now, reach)};
}

// Results of eleven processes a side, made apart: all new times are `clock` times as long, those of
// mrv `slower` times more.
Sides processes_apart(double clock, double slower) {
  Sides sides = sides_apart();
  sides.before().processes = eleven(1);
  sides.now().processes = eleven(clock * slower);
  for (result::Row* row : sides.rows())
    row->processes->time_per_puzzle_ns[4] *= 1.01;
  sides.base.results[1].processes = eleven(2);
  sides.candidate.results[1].processes = eleven(clock * 2);
  return sides;
}

TEST(TimeCheck, SaysWhatChangedAndWhy) {
  const std::string tenth_slower =
      "time SLOWER: +10.0 % (+10.0 to +10.0) in 11 groups of four runs, slower in 11; threshold "
      "5.0 %; +10.0 % = guesses ";

  const struct {
    Sides sides;
    std::string start;  // of the check's text
    Change change = no_change;
  } cases[] = {
      {timed_sides(),
       "time same: +0.0 % (+0.0 to +0.0) in 11 groups of four runs, slower in 0; a slow-down over "
       "0.0 % is excluded"},
      {timed_sides(900),
       "time faster: -10.0 % (-10.0 to -10.0) in 11 groups of four runs, slower in 0; -10.0 % = "
       "guesses +0.0 % × time per guess -10.0 % (faster code or machine: no instructions were "
       "counted)"},
      {timed_sides(1100),
       tenth_slower +
           "-10.0 % (the search shrank) × time per guess +22.2 % (slower code or machine: no "
           "instructions were counted)",
       [](Sides& sides) { sides.now().guesses -= sides.now().guesses / 10; }},
      {timed_sides(1100), tenth_slower + "+10.0 % (the search grew) × time per guess +0.0 %",
       [](Sides& sides) { sides.now().guesses += sides.now().guesses / 10; }},
      {timed_sides(1100),
       tenth_slower + "+0.0 % × instructions per guess -10.0 % (the code got faster) × time per "
                      "instruction +22.2 % (the machine was slower, or waited more for memory)",
       counted(3000, 2700)},
      {timed_sides(1100),
       tenth_slower + "+0.0 % × instructions per guess +20.0 % (the code got slower) × time per "
                      "instruction -8.3 % (the machine was faster, or waited less for memory)",
       counted(3000, 3600)},
      {timed_sides(1045), "time slower?: slower, but whether by 5.0 % is undecided: +5.1 % (+4",
       [](Sides& sides) {
         for (std::size_t i = 0; i < 22; i += 4)
           sides.now().processes->time_per_puzzle_ns[i] *= 1.01;
       }},
      {timed_sides(), "time undecided: undecided, so far +7.1 % (-2.2 to +17.4) in 11 groups",
       [](Sides& sides) {
         for (std::size_t i = 8; i < 22; ++i)
           sides.now().processes->time_per_puzzle_ns[i] *= 1.09;
       }},
      {timed_sides(), "time undecided: no group of four runs was measured",
       [](Sides& sides) { sides.now().processes->time_per_puzzle_ns.resize(1); }},

      {sides_apart(), "time same: +0.0 % (-3.6 to +3.7) relative to dlx; a slow-down over"},
      {sides_apart(1.7), "time SLOWER: +17.6 % (+13.4 to +22.0) relative to dlx; threshold"},
      {sides_apart(2.4), "time faster: -16.7 % (-19.7 to -13.6) relative to dlx; -16.7 %"},
      {sides_apart(1.9), "time slower?: slower, but whether by 5.0 % is undecided: "},
      {sides_apart(2, 0.03), "time undecided: undecided, so far +0.0 % (-10.4 to +11.6)"},
      {processes_apart(1.33, 1), "time same: "},
      {processes_apart(0.7, 1.2), "time SLOWER: +20.0 %"},

      {sides_apart(),
       "time undecided: the sample differs (44,242 puzzles against 1 puzzle): run NEW with "
       "--pilots BASE",
       [](Sides& sides) { sides.now().puzzles = 1; }},
      {sides_apart(), "time undecided: the machine differs (Example CPU 9000 against CPU 9001)",
       [](Sides& sides) { sides.candidate.environment.cpu = "CPU 9001"; }},
      {sides_apart(), "time undecided: the reference differs (dlx against simd)",
       [](Sides& sides) { sides.now().speedup->reference = "simd"; }},
      {sides_apart(), "time undecided: no other solver was measured in the same rounds",
       [](Sides& sides) {
         for (result::RunResult* run : sides.runs()) {
           run->results.resize(1);
           run->results[0].speedup.reset();
           run->settings.set(result::kReference, std::string("mrv"));
         }
       }},
      {sides_apart(), "time undecided: mrv gave up on puzzles: compare PAR-2 instead",
       [](Sides& sides) {
         sides.now().speedup.reset();
         count(sides.now(), Outcome::timeout) = 1;
       }},
      {sides_apart(), "time undecided: its ratio to dlx has no interval: it needs more rounds",
       [](Sides& sides) { sides.now().speedup->ratio = base::without_interval(2); }},
      {sides_apart(), "time undecided: a solver with wrong answers has no time",
       [](Sides& sides) { count(sides.now(), Outcome::wrong) = 1; }},
  };

  for (const auto& c : cases) {
    Sides sides = c.sides;
    c.change(sides);
    expect_start(text_of(sides.compared({}), kTime), c.start);
  }
}

TEST(TimeCheck, OfRunsApartIsRelativeToTheirReference) {
  const Sides sides = sides_apart();
  const Comparison comparison = sides.compared({});
  EXPECT_EQ(comparison.rows[1].find(kTime), nullptr) << "the reference is the measure";
  EXPECT_EQ(comparison.remarks,
            std::vector<std::string>{"times are relative to dlx, which is not judged itself: if it "
                                     "changed, so did all ratios"});
  expect_part(verdict_of(comparison), "none slower relative to dlx.");
}

// Every report of a comparison.
std::string all_reports(const Comparison& comparison) {
  return fmt::format(
      "{}\n{}\n{}\n{}\n{}\n{}\n", comparison_text(comparison, {}), comparison_markdown(comparison),
      comparison_junit(comparison, "sudoku-bench compare"), comparison_annotations(comparison),
      times_csv(comparison), base::lines_of(base::page_json_text(verdict_json(comparison))));
}

// The comparisons are one of which all reports have something to say, and one of a solver that is
// slower on both of its files.
TEST(GoldenVerdictReports, TellAllOfTheExamples) {
  const std::string folder = SOURCE_FOLDER "/harness/compare/golden/";
  Judged judged;
  judged.comparison.examples = {
      {.row = "mrv on rated", .line = 7, .puzzle = "", .what = "wrong: r", .command = "echo ..1"}};
  base::expect_golden(all_reports(judged.comparison), folder + "judged.txt");
  Sides slower = sound_sides();
  for (result::RunResult* run : slower.runs()) {
    run->settings.set(result::kGroups, std::string("1"));
    run->datasets[0].name = run->results[0].dataset = "rated,2";
    run->results = {run->results[0], run->results[2]};
    for (result::Row& row : run->results)
      row.processes = eleven(run == &slower.base ? 1000 : 1100);
  }
  base::expect_golden(all_reports(slower.compared({})), folder + "slower.txt");
}

TEST(WhyNotOneSide, NamesWhatDiffers) {
  const std::pair<std::function<void(result::RunResult&)>, const char*> cases[] = {
      {[](auto&) {}, ""},
      {[](auto& run) { run.environment.cpu = "other"; }, "the machine differs"},
      {[](auto& run) { run.complete = false; }, "one of them was interrupted"},
      {[](auto& run) { run.results.pop_back(); }, "they have other rows"},
      {[](auto& run) { std::swap(run.results[0], run.results[1]); }, "they have other rows"},
      {[](auto& run) { run.results[0].puzzles = 7; }, "mrv on rated has other puzzles"},
      {[](auto& run) { ++run.results[0].outcomes[Outcome::wrong]; },
       "mrv on rated has other answers"},
      {[](auto& run) { run.settings.set(result::kGroups, std::string("1")); },
       "a result of `ab` has its counterpart, and no others"},
  };
  for (const auto& [change, why] : cases) {
    result::RunResult run = run_apart(2);
    change(run);
    EXPECT_EQ(why_not_one_side(run, run_apart(2)), why);
  }
}

TEST(TimeCheck, IsInTheVerdict) {
  EXPECT_EQ(
      verdict_of(timed_sides(1100).compared({})),
      "SLOWER: mrv on rated, +10.0 % (+10.0 to +10.0). The same answers to all 44,242 puzzles.");
  EXPECT_EQ(verdict_of(timed_sides(1100).compared({}, {.threshold = 0.2})),
            "PASSED: the same answers to all 44,242 puzzles, the same search, none slower.");
  EXPECT_EQ(verdict_of(timed_sides(900).compared({})),
            "FASTER: mrv on rated, -10.0 % (-10.0 to -10.0). Otherwise the same answers to all "
            "44,242 puzzles, the same search, none slower.");
}

TEST(ChangeText, HasNoFigureThatSaysNothing) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(change_text(base::Estimate{.median = 1.232, .low = 0, .high = infinite}), "+23.2 %");
  EXPECT_EQ(change_text(base::Estimate{.median = 0.99, .low = 1e-9, .high = 1e9}), "-1.0 %");
  EXPECT_EQ(change_text(0.9999), "+0.0 %") << "a loss that rounds to nothing";
  EXPECT_EQ(size_text(141.675), "over 100 %");
  EXPECT_EQ(size_text(infinite), "over 100 %");
  EXPECT_EQ(size_text(0.062), "6.2 %");
}

// Makes both rows such of which valgrind counted instructions.
void count_by_valgrind(Sides& sides) {
  for (result::Row* row : sides.rows())
    row->valgrind = {.puzzles = 10, .instructions = 10'000, .isa = "avx2"};
}

TEST(InstructionCheck, NotesAChangeBeyondThatOfOneBuild) {
  const auto isolate = [](Sides& sides) { sides.before().isolated = sides.now().isolated = true; };
  const auto divide = [](Sides& sides) { sides.now().chunk /= 2; };
  const std::pair<Change, const char*> cases[] = {
      {counted(1000, 1004),
       "instructions same: +0.40 %, 1,004 instead of 1,000 per puzzle: within the 0.5 % to which "
       "they repeat"},
      {counted(1000, 1006), "instructions noted: +0.60 %, 1,006 instead of 1,000 per puzzle"},
      {counted(1000, 900), "instructions noted: -10.00 %"},
      // With workers and in other tasks, instructions of the harness are counted, too.
      {all(isolate, counted(1000, 1010)), "instructions same: +1.00 %"},
      {all(isolate, counted(1000, 1021)), "instructions noted: +2.10 %"},
      {all(divide, counted(1000, 1010)), "instructions same: +1.00 %"},
      {count_by_valgrind,
       "instructions same: +0.00 %, 1,000 instead of 1,000 per puzzle on 10 puzzles under "
       "valgrind, as avx2 code: as many"},
  };
  for (const auto& [change, start] : cases) {
    Sides sides = timed_sides();
    change(sides);
    for (const bool deterministic_only : {true, false}) {
      const Comparison comparison = sides.compared({.deterministic_only = deterministic_only});
      expect_start(text_of(comparison, kInstructions), start);
      EXPECT_EQ(comparison.uncounted, "");
    }
  }
}

TEST(InstructionCheck, IsLeftOutOnRequest) {
  Sides sides = timed_sides();
  counted(1000, 2000)(sides);
  const Comparison comparison = sides.compared({.deterministic_only = true, .counters = false});
  EXPECT_EQ(text_of(comparison, kInstructions), "");
  EXPECT_EQ(comparison.uncounted, "");
}

TEST(InstructionCheck, OfTheRowThatChangedMostIsInTheVerdict) {
  Sides sides = sound_sides();
  for (result::RunResult* run : sides.runs()) {
    run->results.resize(2);
    run->results[1].instructions = run->results[1].count_with(1000);
  }
  counted(1000, 1000)(sides);
  EXPECT_TRUE(verdict_of(sides.compared()).ends_with(", instructions equal to 0.5 %."));
  counted(1000, 1010)(sides);
  sides.candidate.results[1].instructions = sides.now().count_with(970);
  EXPECT_EQ(verdict_of(sides.compared()),
            "PASSED: the same answers to all 44,242 puzzles, the same search, dlx on rated: -3.0 % "
            "instructions.");
}

TEST(InstructionCheck, SaysOnceWhyThereIsNone) {
  const std::pair<Change, const char*> cases[] = {
      {[](Sides& sides) {
         sides.now().instructions = {};
         sides.candidate.environment.no_counters = "perf_event_open: Permission denied";
       },
       "the machine of the new result does not count them (perf_event_open: Permission denied)"},
      {[](Sides& sides) {
         sides.before().instructions = {};
         sides.base.settings.set("counters", std::string("off"));
       },
       "the baseline was run with --counters off"},
      {[](Sides& sides) {
         for (result::Row* row : sides.rows()) {
           row->threads = 2;
           row->instructions = {};
         }
       },
       "only runs on one thread are counted"},
      {[](Sides& sides) { sides.candidate.tool.compiler = "Clang 19.1.7"; },
       "the compiler differs (GNU 12.2.0-O3 -DNDEBUG against Clang 19.1.7-O3 -DNDEBUG)"},
      {[](Sides& sides) { sides.now().isa = "avx2"; },
       "the instruction set differs (baseline against avx2)"},
      {[](Sides& sides) { sides.candidate.environment.cpu = "Example CPU 9001"; },
       "the processor differs (Example CPU 9000 against Example CPU 9001)"},
      {[](Sides& sides) { sides.now().sample_rate = 0.5; }, "the sample differs"},
      {[](Sides& sides) { sides.now().isolated = true; }, "only one side ran in worker processes"},
      {[](Sides& sides) { count(sides.now(), Outcome::timeout) = 1; },
       "the search was not the same in each pass"},
      {[](Sides& sides) { sides.before().unsteady = 1; },
       "the search was not the same in each pass"},
      {counted(1, 2000), "there are too few of them"},
      {all(count_by_valgrind,
           [](Sides& sides) { sides.now().valgrind->absence = "it uses AVX-512"; }),
       "valgrind counted nothing of the new result: it uses AVX-512"},
  };
  for (const auto& [change, reason] : cases) {
    Sides sides = timed_sides();
    counted(1000, 2000)(sides);
    change(sides);
    const Comparison comparison = sides.compared();
    EXPECT_EQ(text_of(comparison, kInstructions), "");
    EXPECT_EQ(comparison.uncounted, fmt::format("instructions are not compared: {}", reason));
  }
}

TEST(InstructionCheck, SaysWhyOnlyIfNoRowHasIt) {
  Sides sides = sound_sides();
  for (result::RunResult* run : sides.runs())
    std::swap(run->results.front(), run->results.back());
  ASSERT_EQ(sides.before().threads, 2U);
  EXPECT_EQ(sides.compared().uncounted, "instructions are not compared: the baseline has none")
      << "the reason of a row on one thread";
  counted(100'000, 100'000)(sides);
  EXPECT_EQ(sides.compared().uncounted, "");
}

TEST(InstructionCheck, IsMadeWhenInstructionsAreCountedLater) {
  Sides sides = timed_sides();
  for (result::Row* row : sides.rows())
    row->instructions = {};
  Comparison comparison = sides.compared();
  EXPECT_EQ(comparison.uncounted, "instructions are not compared: the baseline has none");
  count_by_valgrind(sides);
  compare_instructions(sides.base, sides.candidate, comparison);
  EXPECT_EQ(comparison.uncounted, "");
  EXPECT_NE(comparison.rows[0].find(kInstructions), nullptr);
}

}  // namespace

}  // namespace sudoku::compare
