// The time tier of a comparison: results with processes, as `compare` gets them.
#include "harness/gate/time_check.h"

#include <functional>
#include <limits>
#include <string_view>

#include <gtest/gtest.h>

#include "harness/gate/change_text.h"
#include "harness/gate/gate.h"
#include "harness/gate/slowed.h"
#include "harness/gate/verdict_report.h"
#include "harness/results/example_result.h"

namespace sudoku {

namespace {

// Eleven times around `ns` that differ by a few per mille.
ProcessesRecord eleven(double ns) {
  ProcessesRecord processes;
  for (const int mille : {0, 4, -3, 2, -5, 1, 3, -2, 5, -4, -1})
    processes.time_per_puzzle_ns.push_back(ns * (1 + mille / 1000.0));
  return processes;
}

// One row, mrv, with eleven processes.
RunResult timed_result(double ns = 1000) {
  RunResult run = example_result();
  run.results.resize(1);
  run.complete = true;
  run.results[0].processes = eleven(ns);
  return run;
}

// Its puzzles take the process's time in instructions, at three a nanosecond.
void count_instructions(RunResult& run, double per_puzzle) {
  run.results[0].instructions_per_puzzle = per_puzzle;
}

struct TimeCase {
  const char* name;
  std::function<void(RunResult& base, RunResult& fresh)> change;
  GateResult result;
  const char* text;  // how that of the last check begins
};

const TimeCase kTimes[] = {
    {"the same", [](RunResult&, RunResult&) {}, GateResult::passed,
     "+0.0 % (+0.0 to +0.0); a slow-down of 5.0 % would have been seen"},
    {"10 % slower", [](RunResult&, RunResult& fresh) { fresh = timed_result(1100); },
     GateResult::regressed,
     "+10.0 % (+10.0 to +10.0), more than 5.0 %: +10.0 % = guesses +0.0 % × time a guess +10.0 % "
     "(slower code or machine: no instructions were counted); 5.0 % would have been seen"},
    {"10 % faster", [](RunResult&, RunResult& fresh) { fresh = timed_result(900); },
     GateResult::passed,
     "-10.0 % (-10.0 to -10.0), more than 5.0 %: -10.0 % = guesses +0.0 % × time a guess -10.0 % "
     "(faster code or machine: no instructions were counted); 5.0 % would have been seen"},
    {"ten processes",
     [](RunResult&, RunResult& fresh) {
       fresh.results[0].processes->time_per_puzzle_ns.pop_back();
     },
     GateResult::inconclusive,
     "+0.0 % seen; no verdict from 10 processes a side, 11 are needed (run --processes 11)"},
    {"drift within the new result",
     [](RunResult&, RunResult& fresh) {
       for (std::size_t i = 6; i < 11; ++i)
         fresh.results[0].processes->time_per_puzzle_ns[i] *= 1.09;
     },
     GateResult::inconclusive, "+3.9 % ("},
    {"another machine",
     [](RunResult&, RunResult& fresh) { fresh.environment.cpu = "Example CPU 9001"; },
     GateResult::inconclusive,
     "measured on another machine (Example CPU 9000 against Example CPU 9001)"},
    {"the code got slower",
     [](RunResult& base, RunResult& fresh) {
       fresh = timed_result(1100);
       count_instructions(base, 3000);
       count_instructions(fresh, 3300);
     },
     GateResult::regressed,
     "+10.0 % (+10.0 to +10.0), more than 5.0 %: +10.0 % = guesses +0.0 % × instructions a guess "
     "+10.0 % (the code got slower) × time an instruction +0.0 %; 5.0 % would have been seen"},
    {"the machine differs",
     [](RunResult& base, RunResult& fresh) {
       fresh = timed_result(1100);
       count_instructions(base, 3000);
       count_instructions(fresh, 3000);
     },
     GateResult::regressed,
     "+10.0 % (+10.0 to +10.0), more than 5.0 %: +10.0 % = guesses +0.0 % × instructions a guess "
     "+0.0 % × time an instruction +10.0 % (the machine was slower, or waits more for memory); "
     "5.0 % would have been seen"},
    {"the search grew",
     [](RunResult&, RunResult& fresh) {
       fresh = timed_result(1100);
       fresh.results[0].guesses.mean *= 1.1;
     },
     GateResult::regressed,
     "+10.0 % (+10.0 to +10.0), more than 5.0 %: +10.0 % = guesses +10.0 % (the search grew) × "
     "time a guess +0.0 %; 5.0 % would have been seen"},
};

TEST(TimeCheck, SaysWhatChangedAndWhatItCouldHaveSeen) {
  for (const TimeCase& c : kTimes) {
    SCOPED_TRACE(c.name);
    RunResult base = timed_result();
    RunResult fresh = timed_result();
    c.change(base, fresh);
    const Comparison comparison = compare_results(base, fresh, {});
    EXPECT_EQ(result_of(comparison), c.result);
    const CheckRecord& last = comparison.rows[0].checks.back();
    EXPECT_EQ(last.check, "time");
    EXPECT_EQ(last.text.substr(0, std::string_view(c.text).size()), c.text);
  }
}

TEST(TimeCheck, AWiderThresholdLetsMorePass) {
  const RunResult base = timed_result();
  const RunResult fresh = timed_result(1100);
  const Comparison comparison = compare_results(base, fresh, {.time = {.threshold = 0.2}});
  EXPECT_EQ(result_of(comparison), GateResult::passed);
  EXPECT_EQ(verdict_of(comparison),
            "PASSED: 1 of 1 row with the same answers and the same search, none slower.");
}

TEST(TimeCheck, TheVerdictAndTheTableLeadTheMarkdown) {
  const RunResult base = timed_result();
  RunResult fresh = timed_result(1100);
  fresh.results[0].slowest[0].latency_ns = 2 * base.results[0].slowest[0].latency_ns;
  const std::string text = comparison_markdown(compare_results(base, fresh, {}));
  EXPECT_EQ(text.substr(0, text.find('\n')), "**SLOWER: 1 of 1 row cost more than before.**");
  EXPECT_NE(text.find("mrv on rated slowed most on line "), std::string::npos) << text;
  EXPECT_NE(text.find("| mrv on rated | +10.0 % (+10.0 to +10.0) | 5.0 % | 5.0 % |"),
            std::string::npos)
      << text;
}

struct InstructionCase {
  double per_puzzle;
  Finding finding;
  const char* text;
};

TEST(TimeCheck, InstructionsAreNotedFromAHalfAndFailFromTwoPerCent) {
  const InstructionCase cases[] = {
      {1004, Finding::same, "+0.40 %, 1,004 instead of 1,000 a puzzle"},
      {1006, Finding::noted, "+0.60 %, 1,006 instead of 1,000 a puzzle"},
      {1021, Finding::slower, "+2.10 %, 1,021 instead of 1,000 a puzzle"},
      {900, Finding::faster, "-10.00 %, 900 instead of 1,000 a puzzle"},
  };
  for (const InstructionCase& c : cases) {
    RunResult base = timed_result();
    RunResult fresh = timed_result();
    count_instructions(base, 1000);
    count_instructions(fresh, c.per_puzzle);
    const Comparison comparison = compare_results(base, fresh, {.deterministic_only = true});
    EXPECT_EQ(comparison.rows[0].checks.back().check, "instructions");
    EXPECT_EQ(comparison.rows[0].checks.back().finding, c.finding);
    EXPECT_EQ(comparison.rows[0].checks.back().text, c.text);
  }
}

TEST(TimeCheck, InstructionsOfAnotherInstructionSetOrNoneAreNotCompared) {
  RunResult base = timed_result();
  RunResult fresh = timed_result();
  count_instructions(base, 1000);
  EXPECT_NE(compare_results(base, fresh, {}).rows[0].checks.back().check, "instructions");
  count_instructions(fresh, 2000);
  fresh.results[0].isa = "avx2";
  const Comparison comparison = compare_results(base, fresh, {.deterministic_only = true});
  EXPECT_NE(comparison.rows[0].checks.back().check, "instructions");
}

TEST(TimeCheck, SlowedPuzzlesAreThoseOfBothListsThatTakeLonger) {
  RunResult base = timed_result();
  RunResult fresh = timed_result();
  base.results[0].slowest = {{.puzzle = "a", .line = 1, .latency_ns = 900},
                             {.puzzle = "b", .line = 2, .latency_ns = 500}};
  fresh.results[0].slowest = {{.puzzle = "c", .line = 3, .latency_ns = 1500},
                              {.puzzle = "a", .line = 1, .latency_ns = 920},
                              {.puzzle = "b", .line = 2, .latency_ns = 600}};
  const RowPair pair = {base.results.data(), fresh.results.data()};
  EXPECT_EQ(slowed_text(pair),
            "line 3 (at least 3.00×, 1.50 µs instead of at most 500 ns); line 2 (1.20×, 600 ns "
            "instead of 500 ns)");
  fresh.results[0].puzzles -= 1;
  EXPECT_EQ(slowed_text(pair), "");
}

TEST(SeenText, OfMoreThanTwiceTheTimeIsNoPercentage) {
  EXPECT_EQ(seen_text(0.05), "a slow-down of 5.0 % would have been seen");
  EXPECT_EQ(seen_text(116809.3), "not even twice the time would have been seen");
}

// A table had "+23.2 % (-100.0 to +inf)" and "14167.5 %".
TEST(ChangeText, HasNoFigureThatSaysNothing) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(change_text(Estimate{.median = 1.232, .low = 0, .high = infinite}), "+23.2 %");
  EXPECT_EQ(size_text(141.675), "over 100 %");
  EXPECT_EQ(size_text(infinite), "over 100 %");
  EXPECT_EQ(size_text(0.062), "6.2 %");
}

}  // namespace

}  // namespace sudoku
