#include "harness/compare/gate.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

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

std::uint64_t& count(result::Row& row, Outcome outcome) { return row.outcomes[outcome]; }

// Makes a row one of a solver in a worker process.
void keep_memory(result::Row& row, double per_puzzle, std::uint64_t peak) {
  row.isolated = true;
  row.kept_memory = row.count_with(per_puzzle);
  row.peak_memory_bytes = peak;
}

struct GateCase {
  const char* name;
  std::function<void(result::RunResult& base, result::RunResult& candidate)> change;
  GateResult result;
  std::string finding;  // expected: "check: text" of a difference, or an unmatched row
};

std::string findings(const Comparison& comparison) {
  std::string text;
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks) {
      if (check.finding != Finding::same) text += check.check + ": " + check.text + "\n";
    }
  }
  for (const auto& sentences : {comparison.unmatched, comparison.unfinished}) {
    for (const std::string& sentence : sentences)
      text += sentence + "\n";
  }
  return text;
}

const GateCase kCases[] = {
    {"the same", [](auto&, auto&) {}, GateResult::passed, ""},
    {"another answer in one block",
     [](auto&, auto& candidate) { candidate.results[0].blocks[1].digest = 2; },
     GateResult::regressed, "answers: differ, first among puzzles 8,193 to 44,242\n"},
    {"other outcomes",
     [](auto&, auto& candidate) {
       --count(candidate.results[0], Outcome::unique);
       ++count(candidate.results[0], Outcome::multiple);
     },
     GateResult::regressed, "outcomes: 44241 unique instead of 44242, 1 multiple instead of 0\n"},
    {"more guesses",
     [](auto&, auto& candidate) { candidate.results[0].blocks[0].guesses = 48'100; },
     GateResult::regressed,
     "guesses: +3.66 %, 5.18 instead of 5.00 per puzzle; differ first among puzzles 1 "
     "to 8,192\n"},
    {"guesses where there were none",
     [](auto& base, auto&) {
       for (result::BlockRecord& block : base.results[0].blocks)
         block.guesses = 0;
     },
     GateResult::regressed,
     "guesses: 5.00 instead of 0 per puzzle; differ first among puzzles 1 to 8,192\n"},
    {"fewer timeouts",
     [](auto& base, auto& candidate) {
       count(base.results[0], Outcome::timeout) = 3;
       count(candidate.results[0], Outcome::timeout) = 1;
     },
     GateResult::passed, "timeouts: 3 timed out before, 1 now\n"},
    {"more timeouts",
     [](auto& base, auto& candidate) {
       count(base.results[0], Outcome::timeout) = 1;
       count(candidate.results[0], Outcome::timeout) = 3;
     },
     GateResult::regressed, "timeouts: 3 of 44,242 puzzles; 1 before\n"},
    {"more guesses on another instruction set",
     [](auto&, auto& candidate) {
       candidate.results[0].blocks[0].guesses = 48'100;
       candidate.results[0].isa = "avx2";
     },
     GateResult::inconclusive,
     "guesses: +3.66 %, 5.18 instead of 5.00 per puzzle; differ first among puzzles 1 "
     "to 8,192; the instruction sets differ, baseline and avx2\n"},
    {"timeouts hide which answers differ",
     [](auto&, auto& candidate) {
       candidate.results[0].blocks[1].digest = 2;
       count(candidate.results[0], Outcome::timeout) = 2;
     },
     GateResult::regressed,
     "answers: differ, first among puzzles 8,193 to 44,242\n"
     "timeouts: 2 of 44,242 puzzles; none before\n"},
    {"a wrong answer",
     [](auto&, auto& candidate) {
       count(candidate.results[1], Outcome::wrong) = 1;
       candidate.results[1].wrong_answers = {
           {.puzzle = "", .line = 7, .reason = "a clue was changed"}};
     },
     GateResult::broken,
     "soundness: 1 wrong answer, the first on line 7: a clue was changed\noutcomes: 1 wrong "
     "instead "
     "of 0\n"},
    {"a wrong answer that is no puzzle's",
     [](auto&, auto& candidate) {
       candidate.results[1].wrong_answers = {
           {.puzzle = "", .line = result::kNoLine, .reason = "one too many"}};
     },
     GateResult::broken, "soundness: 1 wrong answer: one too many\n"},
    {"a crash that is no puzzle's",
     [](auto&, auto& candidate) {
       candidate.results[1].incidents = {
           {.puzzle = "", .line = result::kNoLine, .outcome = Outcome::crashed, .reason = "late"}};
     },
     GateResult::broken, "soundness: late\n"},
    {"a crash of which the line is not known",
     [](auto&, auto& candidate) {
       count(candidate.results[1], Outcome::crashed) = 1;
       candidate.results[1].incidents = {
           {.puzzle = "", .line = result::kNoLine, .outcome = Outcome::crashed, .reason = "late"}};
     },
     GateResult::broken, "soundness: 1 of 44,242 puzzles, the first: late\n"},
    {"a crash", [](auto&, auto& candidate) { count(candidate.results[1], Outcome::crashed) = 3; },
     GateResult::broken, "soundness: 3 of 44,242 puzzles\n"},
    {"disqualified", [](auto&, auto& candidate) { candidate.results[1].disqualified = "silent"; },
     GateResult::broken, "soundness: disqualified: silent\n"},
    {"a missing row",
     [](auto&, auto& candidate) { candidate.results.erase(candidate.results.begin()); },
     GateResult::unmatched, "mrv on rated: only in the baseline\n"},
    {"a new row", [](auto& base, auto&) { base.results.pop_back(); }, GateResult::unmatched,
     "mrv on norvig|11 (2 threads): only in the new result\n"},
    {"no rows at all",
     [](auto& base, auto& candidate) {
       base.results.clear();
       candidate.results.clear();
     },
     GateResult::unmatched, ""},
    {"another dataset of that name",
     [](auto&, auto& candidate) { candidate.datasets[1].sha256 = "abcdef0123456789"; },
     GateResult::unmatched,
     "mrv on norvig|11: the dataset differs (sha256 11ff… against abcdef012345…)\n"
     "mrv on norvig|11 (2 threads): the dataset differs (sha256 11ff… against abcdef012345…)\n"},
    {"a renamed dataset",
     [](auto&, auto& candidate) {
       candidate.datasets[0].name = "renamed";
       candidate.results[0].dataset = candidate.results[1].dataset = "renamed";
     },
     GateResult::passed, ""},
    {"another solution limit",
     [](auto&, auto& candidate) { candidate.results[0].solution_limit = 1; }, GateResult::unmatched,
     "mrv on rated: the solution limit differs (2 against 1)\n"},
    {"another seed does not matter without samples",
     [](auto&, auto& candidate) { candidate.settings.set(result::kSeed, 9); }, GateResult::passed,
     ""},
    {"another seed of a sample",
     [](auto& base, auto& candidate) {
       base.results[0].sample_rate = candidate.results[0].sample_rate = 0.5;
       candidate.settings.set(result::kSeed, 9);
     },
     GateResult::unmatched, "mrv on rated: the seed of the sample differs (1 against 9)\n"},
    {"another sample",
     [](auto&, auto& candidate) {
       candidate.results[0].sample_rate = 0.5;
       candidate.results[0].puzzles = 22'000;
     },
     GateResult::inconclusive,
     "answers: no common sample (44,242 and 22,000 puzzles): run NEW with --pilots BASE\n"},
    {"a row of which little was solved",
     [](auto&, auto& candidate) {
       candidate.complete = candidate.results[0].complete = false;
       candidate.results[0].puzzles = 8192;
       count(candidate.results[0], Outcome::unique) = 8192;
       candidate.results[0].blocks.pop_back();
     },
     GateResult::inconclusive,
     "completeness: the new result was cut short: 8,192 of 44,242 puzzles solved\n"
     "the new result was interrupted\n"},
    {"a row that says it is whole, and is not",
     [](auto&, auto& candidate) {
       candidate.results[0].puzzles = 8192;
       count(candidate.results[0], Outcome::unique) = 8192;
       candidate.results[0].blocks.pop_back();
     },
     GateResult::inconclusive,
     "completeness: the new result was cut short: 8,192 of 44,242 puzzles solved\n"},
    {"rows without blocks on both sides",
     [](auto& base, auto& candidate) {
       for (result::RunResult* run : {&base, &candidate}) {
         run->results[0].puzzles = count(run->results[0], Outcome::unique) = 0;
         run->results[0].blocks.clear();
       }
     },
     GateResult::inconclusive,
     "completeness: the baseline was cut short: 0 of 44,242 puzzles solved; the new result was cut "
     "short: 0 of 44,242 puzzles solved\n"},
    {"a baseline of which little was solved",
     [](auto& base, auto&) {
       base.complete = base.results[0].complete = false;
       base.results[0].puzzles = 8192;
       count(base.results[0], Outcome::unique) = 8192;
       base.results[0].blocks.pop_back();
     },
     GateResult::inconclusive,
     "completeness: the baseline was cut short: 8,192 of 44,242 puzzles solved\n"
     "the baseline was interrupted\n"},
    {"a repaired row that was cut short",
     [](auto& base, auto& candidate) {
       count(base.results[0], Outcome::crashed) = 2;
       candidate.results[0].puzzles = 8192;
       count(candidate.results[0], Outcome::unique) = 8192;
       candidate.results[0].blocks.pop_back();
     },
     GateResult::inconclusive,
     "soundness: before: 2 of 44,242 puzzles; now none\n"
     "completeness: the new result was cut short: 8,192 of 44,242 puzzles solved\n"},
    {"crashes on both sides",
     [](auto& base, auto& candidate) {
       count(base.results[0], Outcome::crashed) = 2;
       count(candidate.results[0], Outcome::crashed) = 1;
     },
     GateResult::broken, "soundness: 1 of 44,242 puzzles\n"},
    {"a block of another size",
     [](auto& base, auto& candidate) {
       base.results[0].sample_rate = candidate.results[0].sample_rate = 0.5;
       candidate.results[0].blocks[1].puzzles -= 1;
       candidate.results[0].blocks[1].digest = 2;
     },
     GateResult::inconclusive, "completeness: both solved only 8,192 of 44,242 puzzles\n"},
    {"a solver that proves uniqueness, as was said of it",
     [](auto& base, auto& candidate) {
       for (result::Row* row : {&base.results[0], &candidate.results[0]}) {
         row->external.emplace().limit = "two";
         row->solution_limit = 1000;
       }
       candidate.results[0].task.emplace().does = "proves uniqueness";
     },
     GateResult::passed, ""},
    {"a sample of which both solved other blocks",
     [](auto& base, auto& candidate) {
       base.results[0].sample_rate = candidate.results[0].sample_rate = 0.5;
       candidate.results[0].blocks[1].index = 7;
     },
     GateResult::inconclusive, "completeness: both solved only 8,192 of 44,242 puzzles\n"},
    {"a sample of which both solved no common block",
     [](auto& base, auto& candidate) {
       base.results[0].sample_rate = candidate.results[0].sample_rate = 0.5;
       for (result::BlockRecord& block : candidate.results[0].blocks)
         block.index += 7;
     },
     GateResult::inconclusive,
     "answers: no common sample (44,242 and 44,242 puzzles): run NEW with --pilots BASE\n"},
    {"a sample that was cut short",
     [](auto& base, auto& candidate) {
       base.results[0].sample_rate = candidate.results[0].sample_rate = 0.5;
       candidate.results[0].complete = false;
     },
     GateResult::inconclusive,
     "completeness: the new result was cut short: 44,242 puzzles solved\n"},
    {"a merge of which a part is missing",
     [](auto&, auto& candidate) {
       candidate.complete = false;
       candidate.shards = result::ShardsRecord{.of = 3, .parts = {1, 3}};
     },
     GateResult::inconclusive,
     "the new result has only parts 1, 3 of 3 of the run: merge the parts\n"},
    {"guesses that change from pass to pass",
     [](auto&, auto& candidate) {
       candidate.results[0].blocks[0].guesses = 7;
       candidate.results[0].unsteady = 12;
     },
     GateResult::inconclusive,
     "guesses: cannot be compared: they changed from pass to pass on 12 puzzles\n"},
    {"guesses beyond all numbers",
     [](auto& base, auto& candidate) {
       base.results[0].guesses = candidate.results[0].guesses = UINT64_MAX;
     },
     GateResult::inconclusive, "guesses: cannot be compared: they exceed 64 bits\n"},
    {"more guesses of a batch solver in other batches",
     [](auto& base, auto& candidate) {
       base.results[0].chunk = 64;
       candidate.results[0].chunk = 128;
       candidate.results[0].blocks[0].guesses = 48'100;
     },
     GateResult::inconclusive,
     "guesses: +3.66 %, 5.18 instead of 5.00 per puzzle; differ first among puzzles 1 to 8,192; 64 "
     "puzzles were solved together before, 128 now\n"},
    {"a solver that is said to stop at the first solution, and does",
     [](auto& base, auto& candidate) {
       for (result::Row* row : {&base.results[0], &candidate.results[0]})
         row->external.emplace().limit = "first";
       candidate.results[0].task.emplace().does = "stops at first";
     },
     GateResult::passed, ""},
    {"a solver that stops at the first solution, though that is not said of it",
     [](auto& base, auto& candidate) {
       for (result::Row* row : {&base.results[0], &candidate.results[0]})
         row->external.emplace().limit = "honoured";
       candidate.results[0].task.emplace().does = "stops at first";
     },
     GateResult::broken,
     "task: declared to count solutions up to the limit; it stops at first; if that is meant, add "
     "limit=first to its description\n"},
    {"a solver that has stopped at the first solution before",
     [](auto& base, auto& candidate) {
       for (result::Row* row : {&base.results[0], &candidate.results[0]}) {
         row->external.emplace().limit = "honoured";
         row->task.emplace().does = "stops at first";
       }
     },
     GateResult::passed,
     "task: as before: declared to count solutions up to the limit; it stops at first; if that is "
     "meant, add limit=first to its description\n"},
    {"a solver that proves uniqueness, though it was said to count",
     [](auto& base, auto& candidate) {
       for (result::Row* row : {&base.results[0], &candidate.results[0]}) {
         row->external.emplace().limit = "honoured";
         row->solution_limit = 1000;
       }
       candidate.results[0].task.emplace().does = "proves uniqueness";
     },
     GateResult::broken,
     "task: declared to count solutions up to the limit; it proves uniqueness\n"},
    {"a solver that ignores contradictions",
     [](auto& base, auto& candidate) {
       for (result::Row* row : {&base.results[0], &candidate.results[0]})
         row->external.emplace().limit = "first";
       candidate.results[0].task = {.does = "stops at first", .ignores_contradictions = true};
     },
     GateResult::broken,
     "task: declared to stop at the first solution; it stops at first, and finds solutions where "
     "there are none\n"},
    {"a leak",
     [](auto& base, auto& candidate) {
       keep_memory(base.results[0], 0, 400'000);
       keep_memory(candidate.results[0], 96, 700'000);
     },
     GateResult::regressed,
     "memory: keeps 96 B more per puzzle than before (0 B before): a leak?\n"},
    {"a larger leak that shows in the peak too",
     [](auto& base, auto& candidate) {
       keep_memory(base.results[0], 1000, 4'100'000);
       keep_memory(candidate.results[0], 5096, 12'300'000);
     },
     GateResult::regressed,
     "memory: keeps 4,096 B more per puzzle than before (1,000 B before): a leak?; peak 12.3 MB "
     "instead of 4.1 MB\n"},
    {"memory that differs no more than in runs of one build",
     [](auto& base, auto& candidate) {
       keep_memory(base.results[0], 0, 200'000);
       // 32 KiB on 44,242 puzzles
       keep_memory(candidate.results[0], 0.7, 4'300'000);
     },
     GateResult::passed, ""},
    {"memory that grows by less than a quarter",
     [](auto& base, auto& candidate) {
       keep_memory(base.results[0], 1000, 41'000'000);
       keep_memory(candidate.results[0], 1200, 51'000'000);
     },
     GateResult::passed, ""},
    {"less memory",
     [](auto& base, auto& candidate) {
       keep_memory(base.results[0], 5096, 12'300'000);
       keep_memory(candidate.results[0], 0, 400'000);
     },
     GateResult::passed, ""},
    {"memory of rows that only one side isolated",
     [](auto& base, auto& candidate) {
       keep_memory(base.results[0], 0, 400'000);
       keep_memory(candidate.results[0], 5096, 12'300'000);
       base.results[0].isolated = false;
     },
     GateResult::passed, ""},
    {"memory on another machine",
     [](auto& base, auto& candidate) {
       keep_memory(base.results[0], 0, 400'000);
       keep_memory(candidate.results[0], 5096, 12'300'000);
       base.environment.cpu = "another one";
     },
     GateResult::passed, ""},
    {"memory of a row that older programs made",
     [](auto& base, auto& candidate) {
       keep_memory(base.results[0], 0, 400'000);
       keep_memory(candidate.results[0], 5096, 700'000);
       base.results[0].kept_memory = {};
     },
     GateResult::passed, ""},
    {"memory beside timeouts, after which a worker is a new one",
     [](auto& base, auto& candidate) {
       keep_memory(base.results[0], 0, 400'000);
       keep_memory(candidate.results[0], 5096, 12'300'000);
       count(base.results[0], Outcome::timeout) = 2;
     },
     GateResult::passed, "timeouts: 2 timed out before, 0 now\n"},
    {"a smaller sample that both solved",
     [](auto& base, auto& candidate) {
       base.results[0].subsamples = {
           {.rate = 0.5, .puzzles = 3, .blocks = {{.puzzles = 3, .seconds = {}}}}};
       candidate.results[0].sample_rate = 0.5;
       candidate.results[0].blocks = {{.puzzles = 3, .seconds = {}, .digest = 1}};
     },
     GateResult::regressed, "answers: differ, first among puzzles 1 to 3\n"},
};

TEST(Gate, NamesWhatChanged) {
  for (const GateCase& c : kCases) {
    SCOPED_TRACE(c.name);
    result::RunResult base = sound_result();
    result::RunResult candidate = sound_result();
    c.change(base, candidate);
    const Comparison comparison = compare_results(base, candidate, kExactly);
    EXPECT_EQ(findings(comparison), c.finding);
    EXPECT_EQ(result_of(comparison), c.result);
  }
}

// Regression: the second of two files of the same content had no counterpart.
TEST(Gate, FilesOfTheSameContentAreMatchedByName) {
  result::RunResult base = sound_result();
  base.datasets.push_back(base.datasets[0]);
  base.datasets.back().name += "#2";
  base.results.push_back(base.results[0]);
  base.results.back().dataset += "#2";
  const Comparison comparison = compare_results(base, base, kExactly);
  EXPECT_TRUE(comparison.unmatched.empty());
  EXPECT_EQ(comparison.rows.back().rows.candidate, &base.results.back());
}

TEST(Gate, AnAcceptedChangeOfSearchPassesAndIsShown) {
  const result::RunResult base = sound_result();
  result::RunResult candidate = sound_result();
  candidate.results[0].blocks[0].guesses = 0;
  const Comparison comparison =
      compare_results(base, candidate, {.accept_guesses = true, .deterministic_only = true});
  EXPECT_EQ(result_of(comparison), GateResult::passed);
  EXPECT_EQ(findings(comparison),
            "guesses: accepted: -18.08 %, 4.10 instead of 5.00 per puzzle; differ first among "
            "puzzles 1 to 8,192\n");
  EXPECT_EQ(
      verdict_of(comparison),
      "PASSED: the same answers to all 44,337 puzzles. Accepted: mrv on rated, search changed: "
      "guesses -18.08 %, 4.10 instead of 5.00 per puzzle.");
}

// A comparison with a changed, a wrong and an unmatched row.
struct Judged {
  result::RunResult base = sound_result();
  result::RunResult candidate = sound_result();

  Judged() {
    candidate.results[0].blocks[1].digest = 2;
    candidate.results[1].disqualified = "a <b> & \"c\"\nd";
    candidate.results.pop_back();
  }

  Comparison comparison() const { return compare_results(base, candidate, kExactly); }
};

TEST(VerdictReport, OfATerminalShowsEveryCheck) {
  EXPECT_EQ(comparison_text(Judged().comparison(), {}),
            R"(solver and file   check      verdict  details
────────────────  ─────────  ───────  ───────────────────────────────────────────
mrv on rated      answers    CHANGED  differ, first among puzzles 8,193 to 44,242
mrv on rated      guesses    same     the same
dlx on rated      soundness  WRONG    disqualified: a <b> & "c" d
dlx on rated      answers    same     44,242 the same
dlx on rated      guesses    same     the same
mrv on norvig|11  answers    same     95 the same
mrv on norvig|11  guesses    same     the same

instructions are not compared: the baseline has none
not compared: mrv on norvig|11 (2 threads): only in the baseline
WRONG: dlx on rated, disqualified: a <b> & "c" d.
)");
}

TEST(VerdictReport, OfATerminalFitsIt) {
  for (const std::size_t width : {60, 80, 100, 120, 200}) {
    std::istringstream lines(comparison_text(Judged().comparison(), {.width = width}));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(base::width_of(line), width) << line;
  }
}

TEST(VerdictReport, OfAPullRequestSaysTheVerdictFirst) {
  EXPECT_EQ(comparison_markdown(Judged().comparison()),
            R"(**WRONG: dlx on rated, disqualified: a \<b> & "c" d.**

| solver and file | check | verdict | details |
|---|---|---|---|
| mrv on rated | answers | CHANGED | differ, first among puzzles 8,193 to 44,242 |
| dlx on rated | soundness | WRONG | disqualified: a \<b> & "c" d |

instructions are not compared: the baseline has none

Not compared:

- mrv on norvig\|11 (2 threads): only in the baseline
)");
}

TEST(VerdictReport, OfJUnitHasACaseForEveryCheck) {
  EXPECT_EQ(comparison_junit(Judged().comparison(), "sudoku-bench compare"),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="sudoku-bench compare">
    <testcase classname="mrv on rated" name="answers">
      <failure message="differ, first among puzzles 8,193 to 44,242"/>
    </testcase>
    <testcase classname="mrv on rated" name="guesses"/>
    <testcase classname="dlx on rated" name="soundness">
      <failure message="disqualified: a &lt;b> &amp; &quot;c&quot; d"/>
    </testcase>
    <testcase classname="dlx on rated" name="answers"/>
    <testcase classname="dlx on rated" name="guesses"/>
    <testcase classname="mrv on norvig|11" name="answers"/>
    <testcase classname="mrv on norvig|11" name="guesses"/>
    <testcase classname="rows" name="mrv on norvig|11 (2 threads): only in the baseline">
      <error message="not compared"/>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(VerdictReport, NamesWhatIsUnfinished) {
  const result::RunResult base = sound_result();
  result::RunResult candidate = sound_result();
  candidate.complete = false;
  const Comparison comparison = compare_results(base, candidate, kExactly);
  EXPECT_EQ(verdict_of(comparison), "INCONCLUSIVE: the new result was interrupted.");
  const std::string sentence = "the new result was interrupted\n";
  expect_part(comparison_text(comparison, {}), "unfinished: " + sentence);
  expect_part(comparison_markdown(comparison), "Unfinished:\n\n- " + sentence);
  EXPECT_NE(comparison_junit(comparison, "s")
                .find("name=\"the new result was interrupted\">\n"
                      "      <error message=\"unfinished\"/>"),
            std::string::npos);
  EXPECT_EQ(comparison_annotations(comparison), "::warning title=unfinished::" + sentence);
}

TEST(VerdictReport, NamesBothSidesAndWhatWasRemarked) {
  const result::RunResult run = sound_result();
  Comparison comparison = compare_results(run, run, {});
  EXPECT_EQ(comparison_junit(comparison, "s").find("<properties>"), std::string::npos);
  comparison.base_label = "3f2a1c9 Use <map>";
  comparison.candidate_label = "77c1d02 Unroll it";
  comparison.remarks = {"links differ"};
  const std::string junit = comparison_junit(comparison, "s");
  expect_part(junit,
              "    <properties>\n"
              "      <property name=\"base\" value=\"3f2a1c9 Use &lt;map>\"/>\n"
              "      <property name=\"new\" value=\"77c1d02 Unroll it\"/>\n"
              "    </properties>\n");
  const std::string text = comparison_text(comparison, {});
  expect_part(text, "base 3f2a1c9 Use <map>");
  expect_part(text, "\nlinks differ\n");
  expect_part(comparison_markdown(comparison), "\nbase 3f2a1c9 Use \\<map>");
}

TEST(VerdictReport, SaysHowManyRowsHaveNoPartner) {
  Comparison comparison;
  EXPECT_EQ(verdict_of(comparison), "NOTHING TO COMPARE: the results are empty.");
  comparison.unmatched = {"mrv on a: only in the baseline"};
  EXPECT_EQ(verdict_of(comparison), "NOT COMPARABLE: mrv on a: only in the baseline.");
  comparison.unmatched.emplace_back("mrv on b: only in the baseline");
  EXPECT_EQ(verdict_of(comparison), "NOT COMPARABLE: mrv on a: only in the baseline; and 1 more.");
}

TEST(Gate, ShowsThreePuzzlesOfEachFaultyRow) {
  const result::RunResult base = sound_result();
  result::RunResult candidate = sound_result();
  for (result::Row* row : {&candidate.results[0], &candidate.results[1]}) {
    row->outcomes[Outcome::wrong] = 2;
    row->wrong_answers = {{.puzzle = "..1", .line = 1, .reason = "r"},
                          {.puzzle = "..2", .line = 2, .reason = "r"}};
    row->outcomes[Outcome::crashed] = 2;
    row->incidents = {{.puzzle = "..3", .line = 3, .outcome = Outcome::crashed, .reason = "c"},
                      {.puzzle = "..4", .line = 4, .outcome = Outcome::crashed, .reason = "c"}};
  }
  const Comparison comparison = compare_results(base, candidate, kExactly);
  std::vector<std::string> shown;
  for (const Example& example : comparison.examples)
    shown.push_back(fmt::format("{} {} {}", example.row, example.line, example.what));
  EXPECT_EQ(shown,
            (std::vector<std::string>{"mrv on rated 1 wrong: r", "mrv on rated 2 wrong: r",
                                      "mrv on rated 3 crashed: c", "dlx on rated 1 wrong: r",
                                      "dlx on rated 2 wrong: r", "dlx on rated 3 crashed: c"}));
}

TEST(Gate, ShowsNoPuzzleThatIsNotKnown) {
  const result::RunResult base = sound_result();
  result::RunResult candidate = sound_result();
  candidate.results[0].outcomes[Outcome::wrong] = 2;
  candidate.results[0].wrong_answers = {{.puzzle = "", .line = 1, .reason = "r"},
                                        {.puzzle = "..2", .line = 2, .reason = "r"}};
  const Comparison comparison = compare_results(base, candidate, kExactly);
  ASSERT_EQ(comparison.examples.size(), 1U);
  EXPECT_EQ(comparison.examples[0].line, 2U);
}

TEST(Gate, ShowsTimeoutsThatAreTheSame) {
  result::RunResult base = sound_result();
  result::RunResult candidate = sound_result();
  for (result::RunResult* run : {&base, &candidate})
    count(run->results[0], Outcome::timeout) = 2;
  const Comparison comparison = compare_results(base, candidate, kExactly);
  const auto& checks = comparison.rows[0].checks;
  const auto timeouts = std::ranges::find(checks, kTimeouts, &CheckRecord::check);
  ASSERT_NE(timeouts, checks.end());
  EXPECT_EQ(timeouts->finding, Finding::same);
  EXPECT_EQ(timeouts->text, "2 on both sides");
  EXPECT_EQ(result_of(comparison), GateResult::passed);
}

TEST(Gate, SaysHowMuchOfAFileWasCompared) {
  const result::RunResult base = sound_result();
  const Comparison comparison = compare_results(base, base, kExactly);
  EXPECT_EQ(comparison.rows[0].compared, 44'242U);
  EXPECT_EQ(comparison.rows[0].of, 44'242U);
  EXPECT_EQ(comparison.rows.back().of, 95U);
}

TEST(Gate, ASolverAloneMustHaveSolvedAll) {
  result::RunResult candidate = sound_result();
  candidate.results[0].complete = false;
  candidate.results[0].puzzles = 8192;
  candidate.results[0].blocks.pop_back();
  const Comparison comparison = check_alone(candidate, "without a base");
  EXPECT_EQ(comparison.rows[0].checks.at(0).check, "completeness");
  EXPECT_EQ(comparison.rows[0].checks[0].text,
            "the result was cut short: 8,192 of 44,242 puzzles solved");
  EXPECT_EQ(result_of(comparison), GateResult::inconclusive);
  EXPECT_TRUE(comparison.unfinished.empty());
  candidate.complete = false;
  EXPECT_EQ(check_alone(candidate, "without a base").unfinished,
            std::vector<std::string>{"the result was interrupted"});
}

TEST(VerdictReport, HasAHeadlineOfItsOwnForMemory) {
  const result::RunResult run = sound_result();
  Comparison comparison = compare_results(run, run, kExactly);
  comparison.rows[0].checks.push_back({kMemory, Finding::changed, "a leak?"});
  EXPECT_EQ(verdict_of(comparison),
            "MORE MEMORY: mrv on rated, a leak?. The same answers to all 44,337 puzzles.");
}

TEST(VerdictReport, OfJUnitHasOnlyCharactersOfXml) {
  Comparison comparison;
  comparison.unmatched = {
      "a\uFFFEb\uFFFFc\x01\x7F"
      "d\xFF\xED\xA0\x80"};
  EXPECT_NE(
      comparison_junit(comparison, "s").find("name=\"a\uFFFDb\uFFFDc  d\uFFFD\uFFFD\uFFFD\uFFFD\""),
      std::string::npos);
}

TEST(VerdictReport, OfJUnitTellsFailuresFromErrorsAndWhatWasSkipped) {
  const std::pair<Finding, std::string> cases[] = {
      {Finding::slower, "failure"}, {Finding::changed, "failure"},
      {Finding::broken, "failure"}, {Finding::undecided, "error"},
      {Finding::crashed, "error"},  {Finding::incomparable, "skipped"}};
  const result::Row row;
  for (const auto& [finding, element] : cases) {
    Comparison comparison;
    comparison.rows.push_back({.rows = {&row, &row}, .checks = {{"guesses", finding, "why"}}});
    const std::string xml = comparison_junit(comparison, "suite");
    EXPECT_NE(xml.find("<" + element + " message=\"why\"/>"), std::string::npos) << xml;
  }
}

TEST(VerdictReport, NamesThreeOfManyFindings) {
  std::vector<result::Row> rows(5);
  Comparison comparison;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].solver = fmt::format("s{}", i);
    rows[i].dataset = "f";
    comparison.rows.push_back(
        {.rows = {&rows[i], &rows[i]}, .checks = {{"guesses", Finding::changed, "more"}}});
  }
  EXPECT_EQ(verdict_of(comparison),
            "CHANGED: s0 on f, more; s1 on f, more; s2 on f, more; and 2 more.");
  comparison.rows.resize(3);
  EXPECT_EQ(verdict_of(comparison), "CHANGED: s0 on f, more; s1 on f, more; s2 on f, more.");
}

// What holds for a solver on all its files is told once, and of each file as a detail.
TEST(VerdictReport, TellsOfASolverOnSeveralFilesOnce) {
  std::vector<result::Row> rows(2);
  std::vector<result::Row> now;
  Comparison comparison;
  SolverVerdict solver{
      .name = "mrv on 2 files",
      .check = {kTime, Finding::slower, "slower on all 2 files", "+10.0 %"},
      .time = TimeChange{
          .judged = {.pairs = 3, .ratio = {1.02, 0.95, 1.1}, .excluded = 0.1, .threshold = 0.05}}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].solver = "mrv";
    rows[i].dataset = fmt::format("f{}", i);
  }
  now = rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RowPair pair = {&rows[i], &now[i]};
    solver.rows.push_back(pair);
    const Finding finding = i == 0 ? Finding::minor : Finding::slower;
    comparison.rows.push_back({.rows = pair, .checks = {{kTime, finding, "a part of it", "part"}}});
  }
  comparison.solvers.push_back(solver);
  EXPECT_EQ(verdict_of(comparison), "SLOWER: mrv on 2 files, +10.0 %.");
  const std::string xml = comparison_junit(comparison, "suite");
  expect_part(xml, "<testcase classname=\"mrv on 2 files\" name=\"time\">");
  expect_part(xml, "<testcase classname=\"mrv on f1\" name=\"time\">");
  expect_part(comparison_markdown(comparison),
              "| mrv on 2 files | +2.0 % (-5.0 to +10.0) | 5.0 % | 10.0 % |");
}

TEST(VerdictReport, OfJUnitHasACaseForBuildsAndProcesses) {
  Comparison identical{.scope = Scope::identical, .why = "BASE and NEW are the same file"};
  expect_part(comparison_junit(identical, "s"),
              "<testcase classname=\"builds\" name=\"IDENTICAL: BASE and NEW are the same file, so "
              "that nothing was run.\"/>");
  Comparison failed;
  failed.failures = {"a process of NEW was killed"};
  expect_part(comparison_junit(failed, "s"),
              "<testcase classname=\"processes\" name=\"result\">\n      <error message=\"a "
              "process of NEW was killed\"/>");
}

TEST(VerdictReport, OfAPageHasAllChecksAndWhatWasNotCompared) {
  const base::Json verdict = verdict_json(Judged().comparison());
  EXPECT_EQ(verdict["verdict"], "WRONG: dlx on rated, disqualified: a <b> & \"c\" d.");
  EXPECT_EQ(verdict["kind"], "bad");
  EXPECT_EQ(verdict["sentences"],
            (std::vector<std::string>{
                "instructions are not compared: the baseline has none",
                "not compared: mrv on norvig|11 (2 threads): only in the baseline"}));
  ASSERT_EQ(verdict["checks"].size(), 7U);
  EXPECT_EQ(verdict["checks"][0]["verdict"], "CHANGED");
  EXPECT_TRUE(verdict["checks"][0]["bad"]);
  EXPECT_FALSE(verdict["checks"][1]["bad"]);
}

TEST(VerdictReport, OfAPageRepeatsFaultyPuzzles) {
  const result::RunResult base = sound_result();
  result::RunResult candidate = sound_result();
  candidate.results[0].outcomes[Outcome::wrong] = 1;
  candidate.results[0].wrong_answers = {{.puzzle = "..1", .line = 7, .reason = "r"}};
  const Comparison comparison = compare_results(base, candidate, kExactly);
  ASSERT_EQ(comparison.examples.size(), 1U);
  const base::Json verdict = verdict_json(comparison);
  const std::string last = verdict["sentences"].back().get<std::string>();
  EXPECT_TRUE(last.starts_with("mrv on rated")) << last;
  EXPECT_TRUE(last.ends_with("wrong: r; to repeat: " + comparison.examples[0].command)) << last;
  EXPECT_NE(comparison.examples[0].command.find("echo ..1 | "), std::string::npos);
}

TEST(VerdictReport, OfAWorkflowAnnotatesTheFindings) {
  EXPECT_EQ(comparison_annotations(Judged().comparison()),
            "::error title=CHANGED::mrv on rated: differ, first among puzzles 8,193 to 44,242\n"
            "::error title=WRONG::dlx on rated: disqualified: a <b> & \"c\"%0Ad\n"
            "::error title=not compared::mrv on norvig|11 (2 threads): only in the baseline\n");
}

}  // namespace

// Tests of the time checks: results whose processes took turns, as those of `ab`.

namespace {

// Times of two processes in each of eleven groups: the faster ones within 0.5 % of `ns`.
result::ProcessesRecord eleven(double ns) {
  result::ProcessesRecord processes;
  for (const int mille : {0, 4, -3, 2, -5, 1, 3, -2, 5, -4, -1}) {
    processes.time_per_puzzle_ns.push_back(ns * (1 + mille / 1000.0));
    processes.time_per_puzzle_ns.push_back(1.2 * ns);
  }
  return processes;
}

// A result with one row, mrv, of eleven groups.
result::RunResult timed_result(double ns = 1000) {
  result::RunResult run = result::example_result();
  run.results.resize(1);
  run.complete = true;
  run.settings.set(result::kGroups, std::string("1"));
  run.results[0].processes = eleven(ns);
  return run;
}

void count_instructions(result::RunResult& run, double per_puzzle) {
  run.results[0].instructions = run.results[0].count_with(per_puzzle);
}

struct TimeCase {
  const char* name;
  std::function<void(result::RunResult& base, result::RunResult& candidate)> change;
  GateResult result;
  std::string text;  // expected start of the last check's text
};

const std::string kSlower =
    "+10.0 % (+10.0 to +10.0) in 11 groups of four runs, slower in 11; threshold 5.0 %; +10.0 % = "
    "guesses ";

// Makes the candidate slower by a tenth, with these numbers of instructions per puzzle.
auto slower_with(double before, double now) {
  return [=](result::RunResult& base, result::RunResult& candidate) {
    candidate = timed_result(1100);
    count_instructions(base, before);
    count_instructions(candidate, now);
  };
}

const TimeCase kTimes[] = {
    {"the same", [](auto&, auto&) {}, GateResult::passed,
     "+0.0 % (+0.0 to +0.0) in 11 groups of four runs, slower in 0; a slow-down over 0.0 % is "
     "excluded"},
    {"10 % slower", [](auto&, auto& candidate) { candidate = timed_result(1100); },
     GateResult::regressed,
     kSlower + "+0.0 % × time per guess +10.0 % (slower code or machine: no instructions were "
               "counted)"},
    {"10 % faster", [](auto&, auto& candidate) { candidate = timed_result(900); },
     GateResult::passed,
     "-10.0 % (-10.0 to -10.0) in 11 groups of four runs, slower in 0; -10.0 % = guesses +0.0 % × "
     "time per guess -10.0 % (faster code or machine: no "
     "instructions were counted)"},
    {"no group", [](auto& base, auto&) { base.results[0].processes->time_per_puzzle_ns = {1}; },
     GateResult::inconclusive, "no group of four runs was measured"},
    {"a group of one process",
     [](auto&, auto& candidate) { candidate.results[0].processes->time_per_puzzle_ns.resize(1); },
     GateResult::inconclusive, "no group of four runs was measured"},
    {"more in most groups",
     [](auto&, auto& candidate) {
       for (std::size_t i = 8; i < 22; ++i)
         candidate.results[0].processes->time_per_puzzle_ns[i] *= 1.09;
     },
     GateResult::inconclusive, "undecided, so far +7.1 % (-2.2 to +17.4) in 11 groups"},
    {"a little more, for sure",
     [](auto&, auto& candidate) {
       candidate = timed_result(1045);
       for (std::size_t i = 0; i < 22; ++i)
         candidate.results[0].processes->time_per_puzzle_ns[i] *= i % 4 == 0 ? 1.01 : 1;
     },
     GateResult::inconclusive, "slower, but whether by 5.0 % is undecided: +5.1 % (+4"},
    {"the code got slower", slower_with(3000, 3300), GateResult::regressed,
     kSlower + "+0.0 % × instructions per guess +10.0 % (the code got slower) × time per "
               "instruction +0.0 %"},
    {"the machine differs", slower_with(3000, 3000), GateResult::regressed,
     kSlower + "+0.0 % × instructions per guess +0.0 % × time per instruction +10.0 % (the machine "
               "was slower, or waited more for memory)"},
    {"the code got faster", slower_with(3000, 2700), GateResult::regressed,
     kSlower + "+0.0 % × instructions per guess -10.0 % (the code got faster) × time per "
               "instruction +22.2 % (the machine was slower, or waited more for memory)"},
    {"the machine was faster", slower_with(3000, 3600), GateResult::regressed,
     kSlower + "+0.0 % × instructions per guess +20.0 % (the code got slower) × time per "
               "instruction -8.3 % (the machine was faster, or waited less for memory)"},
    {"the search shrank",
     [](auto&, auto& candidate) {
       candidate = timed_result(1100);
       candidate.results[0].guesses -= candidate.results[0].guesses / 10;
     },
     GateResult::regressed,
     kSlower + "-10.0 % (the search shrank) × time per guess +22.2 % (slower code or machine: no "
               "instructions were counted)"},
    {"the search grew",
     [](auto&, auto& candidate) {
       candidate = timed_result(1100);
       candidate.results[0].guesses += candidate.results[0].guesses / 10;
     },
     GateResult::regressed, kSlower + "+10.0 % (the search grew) × time per guess +0.0 %"},
};

TEST(TimeCheck, SaysWhatChangedAndWhatIsExcluded) {
  for (const TimeCase& c : kTimes) {
    SCOPED_TRACE(c.name);
    result::RunResult base = timed_result();
    result::RunResult candidate = timed_result();
    c.change(base, candidate);
    const Comparison comparison = compare_results(base, candidate, {});
    EXPECT_EQ(result_of(comparison), c.result);
    const CheckRecord& last = comparison.rows[0].checks.back();
    EXPECT_EQ(last.check, "time");
    EXPECT_EQ(last.text.substr(0, c.text.size()), c.text);
  }
}

// The result of a run of mrv and its reference dlx, by itself: mrv is `ratio` times as fast, known
// to `reach`.
result::RunResult run_apart(double ratio, double reach) {
  result::RunResult run = sound_result();
  run.results.resize(2);
  run.results[1].speedup.reset();
  run.settings.set(result::kReference, std::string("dlx"));
  const double width = std::exp(1.96 * reach);
  run.results[0].speedup = result::SpeedupRecord{
      .reference = "dlx", .reference_threads = 1, .ratio = {ratio, ratio / width, ratio * width}};
  return run;
}

TEST(TimeCheck, OfRunsApartIsRelativeToTheirReference) {
  const struct {
    const char* name;
    double now;    // speed relative to the reference; before: 2
    double reach;  // standard error of both
    Finding finding;
    const char* text;
  } cases[] = {
      {"the same", 2, 0.01, Finding::same, "+0.0 % (-3.6 to +3.7) relative to dlx; a slow-down"},
      {"slower", 1.7, 0.01, Finding::slower, "+17.6 % (+13.4 to +22.0) relative to dlx; thresh"},
      {"faster", 2.4, 0.01, Finding::faster, "-16.7 % (-19.7 to -13.6) relative to dlx; -16.7 %"},
      {"perhaps below the threshold", 1.9, 0.01, Finding::slower_or_so, "slower, but whether by 5"},
      {"unknown", 2, 0.03, Finding::undecided, "undecided, so far +0.0 % (-10.4 to +11.6)"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const result::RunResult base = run_apart(2, c.reach);
    const result::RunResult candidate = run_apart(c.now, c.reach);
    const Comparison comparison = compare_results(base, candidate, {});
    const CheckRecord* const check = comparison.rows[0].find(kTime);
    ASSERT_NE(check, nullptr);
    EXPECT_EQ(check->finding, c.finding);
    expect_start(check->text, c.text);
    EXPECT_EQ(comparison.rows[1].find(kTime), nullptr) << "the reference is the measure";
  }
}

// A machine that was slower by a third for all solvers changes no ratio.
TEST(TimeCheck, OfProcessesApartIsByTheirRatiosToTheReference) {
  const auto run_with = [](double clock, double slower) {
    result::RunResult run = run_apart(2, 0.01);
    for (std::size_t i = 0; i < 2; ++i) {
      run.results[i].processes = eleven(clock * (i == 0 ? slower : 2));
      for (double& time : run.results[i].processes->time_per_puzzle_ns)
        time *= i == 0 && &time == &run.results[i].processes->time_per_puzzle_ns[4] ? 1.01 : 1;
    }
    return run;
  };
  EXPECT_EQ(compare_results(run_with(1, 1), run_with(1.33, 1), {}).rows[0].find(kTime)->finding,
            Finding::same);
  EXPECT_EQ(compare_results(run_with(1, 1), run_with(0.7, 1.2), {}).rows[0].find(kTime)->finding,
            Finding::slower);
}

TEST(TimeCheck, OfRunsApartNeedsTheSameMeasure) {
  const struct {
    void (*change)(result::RunResult& candidate);
    const char* text;
  } cases[] = {
      {[](result::RunResult& run) { run.results[0].puzzles = 1; },
       "the sample differs (44,242 puzzles against 1 puzzle): run NEW with --pilots BASE"},
      {[](result::RunResult& run) { run.environment.cpu = "CPU 9001"; },
       "the machine differs (Example CPU 9000 against CPU 9001)"},
      {[](result::RunResult& run) { run.results[0].speedup->reference = "simd"; },
       "the reference differs (dlx against simd)"},
      {[](result::RunResult& run) { run.results[0].speedup.reset(); },
       "no other solver was measured in the same rounds"},
      {[](result::RunResult& run) {
         run.results[0].speedup.reset();
         run.results[0].outcomes[Outcome::timeout] = 1;
       },
       "mrv gave up on puzzles: compare PAR-2 instead"},
      {[](result::RunResult& run) { run.results[0].speedup->ratio = base::without_interval(2); },
       "its ratio to dlx has no interval: it needs more rounds"},
      {[](result::RunResult& run) { run.results[0].outcomes[Outcome::wrong] = 1; },
       "a solver with wrong answers has no time"},
  };

  for (const auto& c : cases) {
    const result::RunResult base = run_apart(2, 0.01);
    result::RunResult candidate = run_apart(2, 0.01);
    c.change(candidate);
    const Comparison comparison = compare_results(base, candidate, {});
    EXPECT_EQ(comparison.rows[0].find(kTime)->text, c.text);
    EXPECT_EQ(comparison.rows[0].find(kTime)->finding, Finding::undecided);
  }
}

TEST(TimeCheck, OfRunsApartSaysByWhatItIsMeasured) {
  const result::RunResult run = run_apart(2, 0.01);
  const Comparison comparison = compare_results(run, run, {});
  EXPECT_EQ(comparison.remarks,
            std::vector<std::string>{"times are relative to dlx, which is not judged itself: if it "
                                     "changed, so did all ratios"});
  expect_part(verdict_of(comparison), "none slower relative to dlx.");
}

TEST(TimeCheck, OfALoneSolverHasNoMeasure) {
  result::RunResult base = run_apart(2, 0.01);
  base.results.resize(1);
  base.results[0].speedup.reset();
  base.settings.set(result::kReference, std::string("mrv"));
  EXPECT_EQ(compare_results(base, base, {}).rows[0].find(kTime)->text,
            "no other solver was measured in the same rounds");
}

TEST(WhyNotOneSide, NamesWhatDiffers) {
  const struct {
    void (*change)(result::RunResult& run);
    const char* why;
  } cases[] = {
      {[](result::RunResult& /*run*/) {}, ""},
      {[](result::RunResult& run) { run.environment.cpu = "other"; }, "the machine differs"},
      {[](result::RunResult& run) { run.complete = false; }, "one of them was interrupted"},
      {[](result::RunResult& run) { run.results.pop_back(); }, "they have other rows"},
      {[](result::RunResult& run) { std::swap(run.results[0], run.results[1]); },
       "they have other rows"},
      {[](result::RunResult& run) { run.results[0].puzzles = 7; },
       "mrv on rated has other puzzles"},
      {[](result::RunResult& run) { ++run.results[0].outcomes[Outcome::wrong]; },
       "mrv on rated has other answers"},
      {[](result::RunResult& run) { run.settings.set(result::kGroups, std::string("1")); },
       "a result of `ab` has its counterpart, and no others"},
  };

  for (const auto& c : cases) {
    result::RunResult run = run_apart(2, 0.01);
    c.change(run);
    EXPECT_EQ(why_not_one_side(run, run_apart(2, 0.01)), c.why);
  }
}

TEST(TimeCheck, AWiderThresholdLetsMorePass) {
  const result::RunResult base = timed_result();
  const result::RunResult candidate = timed_result(1100);
  const Comparison comparison = compare_results(base, candidate, {.time = {.threshold = 0.2}});
  EXPECT_EQ(result_of(comparison), GateResult::passed);
  EXPECT_EQ(verdict_of(comparison),
            "PASSED: the same answers to all 44,242 puzzles, the same search, none slower.");
}

TEST(TimeCheck, AVerdictBeginsWithWhatIsFaster) {
  const result::RunResult base = timed_result();
  const result::RunResult candidate = timed_result(900);
  EXPECT_EQ(verdict_of(compare_results(base, candidate, {})),
            "FASTER: mrv on rated, -10.0 % (-10.0 to -10.0). Otherwise the same answers to all "
            "44,242 puzzles, the same search, none slower.");
}

TEST(TimeCheck, TheVerdictAndTheTableLeadTheMarkdown) {
  const result::RunResult base = timed_result();
  const result::RunResult candidate = timed_result(1100);
  const std::string text = comparison_markdown(compare_results(base, candidate, {}));
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "**SLOWER: mrv on rated, +10.0 % (+10.0 to +10.0). The same answers to all 44,242 "
            "puzzles.**");
  expect_part(text, "| mrv on rated | +10.0 % (+10.0 to +10.0) | 5.0 % | 10.0 % |");
  expect_part(text, "| time, new against base (interval) |");
}

TEST(TimeCheck, IsInTheTableForScripts) {
  result::RunResult base = timed_result();
  result::RunResult candidate = timed_result(1100);
  base.results[0].dataset = candidate.results[0].dataset = "rated,2";
  base.datasets[0].name = candidate.datasets[0].name = "rated,2";
  EXPECT_EQ(times_csv(compare_results(base, candidate, {})),
            "verdict,ratio,low,high,threshold,pairs,threads,solver,dataset\n"
            "SLOWER,1.100000,1.100000,1.100000,0.050000,11,1,mrv,\"rated,2\"\n");
  EXPECT_EQ(times_csv(compare_results(base, candidate, kExactly)),
            "verdict,ratio,low,high,threshold,pairs,threads,solver,dataset\n");
}

// The check of instructions in a comparison of one row; null when there is none.
const CheckRecord* instructions_of(const Comparison& comparison) {
  const std::vector<CheckRecord>& checks = comparison.rows.at(0).checks;
  const auto check = std::ranges::find(checks, kInstructions, &CheckRecord::check);
  return check == checks.end() ? nullptr : &*check;
}

struct InstructionCase {
  double per_puzzle;
  Finding finding;
  const char* text;
};

TEST(InstructionCheck, NotesAChangeOfHalfAPerCentThatDecidesNothing) {
  const InstructionCase cases[] = {
      {1004, Finding::same,
       "+0.40 %, 1,004 instead of 1,000 per puzzle: within the 0.5 % to which they repeat"},
      {1006, Finding::minor, "+0.60 %, 1,006 instead of 1,000 per puzzle"},
      {996, Finding::same,
       "-0.40 %, 996 instead of 1,000 per puzzle: within the 0.5 % to which they repeat"},
      {900, Finding::minor, "-10.00 %, 900 instead of 1,000 per puzzle"},
  };
  for (const InstructionCase& c : cases) {
    SCOPED_TRACE(c.text);
    result::RunResult base = timed_result();
    result::RunResult candidate = timed_result();
    count_instructions(base, 1000);
    count_instructions(candidate, c.per_puzzle);
    for (const bool deterministic_only : {true, false}) {
      const Comparison comparison =
          compare_results(base, candidate, {.deterministic_only = deterministic_only});
      ASSERT_NE(instructions_of(comparison), nullptr);
      EXPECT_EQ(instructions_of(comparison)->finding, c.finding);
      EXPECT_EQ(instructions_of(comparison)->text, c.text);
      EXPECT_EQ(result_of(comparison), GateResult::passed);
      EXPECT_EQ(comparison.uncounted, "");
    }
  }
}

// Two results of which valgrind counted rows, 1,000 instructions per puzzle.
std::pair<result::RunResult, result::RunResult> profiled_results() {
  result::RunResult base = timed_result();
  for (result::Row& row : base.results) {
    row.profile = {
        .puzzles = 10, .instructions = 10'000, .isa = "avx2", .functions = {{"descend", 10'000}}};
  }
  return {base, base};
}

TEST(InstructionCheck, ComparesWhatValgrindCounted) {
  auto [base, candidate] = profiled_results();
  const Comparison same = compare_results(base, candidate, kExactly);
  ASSERT_NE(instructions_of(same), nullptr);
  EXPECT_EQ(instructions_of(same)->finding, Finding::same);
  expect_part(verdict_of(same), "as many instructions as before, a neutral change");
  EXPECT_EQ(same.uncounted, "");
  candidate.results[0].profile->instructions = 10'010;
  const Comparison other = compare_results(base, candidate, kExactly);
  EXPECT_EQ(instructions_of(other)->finding, Finding::minor);
  EXPECT_EQ(result_of(other), GateResult::passed);
  base.results[0].profile->instructions = 0;
  EXPECT_EQ(instructions_of(compare_results(base, candidate, kExactly)), nullptr);
}

TEST(InstructionCheck, OfTheRowThatChangedMostIsInTheVerdict) {
  const auto counted = [](double first, double second) {
    result::RunResult run = sound_result();
    run.results.resize(2);
    run.results[0].instructions = run.results[0].count_with(first);
    run.results[1].instructions = run.results[1].count_with(second);
    return run;
  };
  const result::RunResult base = counted(1000, 1000);
  const result::RunResult rows = counted(1010, 970);
  EXPECT_EQ(verdict_of(compare_results(base, rows, kExactly)),
            "PASSED: the same answers to all 44,242 puzzles, the same search, dlx on rated: -3.0 % "
            "instructions.");
  EXPECT_TRUE(verdict_of(compare_results(base, base, kExactly))
                  .ends_with(", the same search, instructions equal to 0.5 %."));
}

TEST(InstructionCheck, SaysWhyValgrindCountedNothing) {
  auto [base, candidate] = profiled_results();
  for (result::Row& row : candidate.results)
    row.profile = {.absence = "the solver uses AVX-512 instructions, which valgrind lacks"};
  const Comparison comparison = compare_results(base, candidate, kExactly);
  EXPECT_EQ(instructions_of(comparison), nullptr);
  EXPECT_EQ(comparison.uncounted,
            "instructions are not compared: valgrind counted nothing of the new result: the solver "
            "uses AVX-512 instructions, which valgrind lacks");
}

TEST(InstructionCheck, IsLeftOutOnRequest) {
  result::RunResult base = timed_result();
  result::RunResult candidate = timed_result();
  count_instructions(base, 1000);
  count_instructions(candidate, 2000);
  const Comparison comparison =
      compare_results(base, candidate, {.deterministic_only = true, .counters = false});
  EXPECT_EQ(result_of(comparison), GateResult::passed);
  EXPECT_EQ(comparison.uncounted, "");
}

// Whether other instructions than the solver's are counted too: 1 % more of them is then nothing.
struct WideCase {
  const char* name;
  std::function<void(result::RunResult& base, result::RunResult& candidate)> change;
};

TEST(InstructionCheck, IsWiderWhereTheHarnessIsCountedToo) {
  const WideCase cases[] = {
      {"workers",
       [](auto& base, auto& candidate) {
         base.results[0].isolated = candidate.results[0].isolated = true;
       }},
      {"other tasks", [](auto&, auto& candidate) { candidate.results[0].chunk *= 2; }}};
  for (const WideCase& c : cases) {
    SCOPED_TRACE(c.name);
    result::RunResult base = timed_result();
    result::RunResult candidate = timed_result();
    c.change(base, candidate);
    count_instructions(base, 1000);
    count_instructions(candidate, 1010);
    EXPECT_EQ(instructions_of(compare_results(base, candidate, {}))->finding, Finding::same);
    count_instructions(candidate, 1021);
    EXPECT_EQ(instructions_of(compare_results(base, candidate, {}))->finding, Finding::minor);
  }
}

struct UncountedCase {
  std::function<void(result::RunResult& base, result::RunResult& candidate)> change;
  const char* reason;
};

TEST(InstructionCheck, SaysOnceWhyThereIsNone) {
  const UncountedCase cases[] = {
      {[](auto& base, auto&) { base.results[0].instructions = {}; }, "the baseline has none"},
      {[](auto&, auto& candidate) {
         candidate.results[0].instructions = {};
         candidate.environment.no_counters = "perf_event_open: Permission denied";
       },
       "the machine of the new result does not count them (perf_event_open: Permission denied)"},
      {[](auto& base, auto&) {
         base.results[0].instructions = {};
         base.settings.set("counters", std::string("off"));
       },
       "the baseline was run with --counters off"},
      {[](auto& base, auto& candidate) {
         for (result::RunResult* run : {&base, &candidate}) {
           run->results[0].threads = 2;
           run->results[0].instructions = {};
         }
       },
       "only runs on one thread are counted"},
      {[](auto& base, auto& candidate) {
         base.tool.compiler = "GNU 12.2.0";
         candidate.tool.compiler = "Clang 19.1.7";
         base.tool.flags = candidate.tool.flags = " -O3";
       },
       "the compiler differs (GNU 12.2.0 -O3 against Clang 19.1.7 -O3)"},
      {[](auto&, auto& candidate) { candidate.results[0].isa = "avx2"; },
       "the instruction set differs (baseline against avx2)"},
      {[](auto&, auto& candidate) { candidate.environment.cpu = "Example CPU 9001"; },
       "the processor differs (Example CPU 9000 against Example CPU 9001)"},
      {[](auto&, auto& candidate) { candidate.results[0].isolated = true; },
       "only one side ran in worker processes"},
      {[](auto&, auto& candidate) { candidate.results[0].outcomes[Outcome::timeout] = 1; },
       "the search was not the same in each pass"},
      {[](auto&, auto& candidate) { candidate.results[0].unsteady = 1; },
       "the search was not the same in each pass"},
      {[](auto& base, auto&) { count_instructions(base, 1); }, "there are too few of them"},
  };
  for (const UncountedCase& c : cases) {
    SCOPED_TRACE(c.reason);
    result::RunResult base = timed_result();
    result::RunResult candidate = timed_result();
    count_instructions(base, 1000);
    count_instructions(candidate, 2000);
    c.change(base, candidate);
    const Comparison comparison = compare_results(base, candidate, kExactly);
    EXPECT_EQ(instructions_of(comparison), nullptr);
    const std::string sentence = std::string("instructions are not compared: ") + c.reason;
    EXPECT_EQ(comparison.uncounted, sentence);
    const std::string text = comparison_text(comparison, {});
    expect_part(text, "\n" + sentence + "\n");
    expect_part(comparison_markdown(comparison), "instructions are not compared: ");
    EXPECT_EQ(verdict_json(comparison)["sentences"][0], sentence);
  }
}

TEST(InstructionCheck, OfOneRowIsEnoughToSayNothing) {
  result::RunResult base = sound_result();
  result::RunResult candidate = base;
  count_instructions(base, 1000);
  count_instructions(candidate, 1000);
  const Comparison comparison = compare_results(base, candidate, kExactly);
  EXPECT_GT(comparison.rows.size(), 1U);
  EXPECT_EQ(comparison.uncounted, "");
}

TEST(InstructionCheck, SaysWhyThereIsNoneByARowOnOneThread) {
  result::RunResult base = sound_result();
  std::swap(base.results.front(), base.results.back());
  ASSERT_EQ(base.results.front().threads, 2U);
  EXPECT_EQ(compare_results(base, base, kExactly).uncounted,
            "instructions are not compared: the baseline has none");
}

TEST(InstructionCheck, IsMadeAnewWhenInstructionsAreCountedLater) {
  result::RunResult base = timed_result();
  result::RunResult candidate = timed_result();
  count_instructions(base, 3000);
  count_instructions(candidate, 3300);
  Comparison comparison = compare_results(base, candidate, kExactly);
  ASSERT_NE(instructions_of(comparison), nullptr);
  compare_instructions(base, candidate, comparison);
  EXPECT_EQ(std::ranges::count(comparison.rows[0].checks, kInstructions, &CheckRecord::check), 1);
  base.results[0].instructions = {};
  compare_instructions(base, candidate, comparison);
  EXPECT_EQ(instructions_of(comparison), nullptr);
  EXPECT_FALSE(comparison.rows[0].instructions);
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

}  // namespace

}  // namespace sudoku::compare
