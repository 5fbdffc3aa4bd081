#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/table.h"
#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::report {

namespace {

constexpr const char* kSummary =
    R"(rival-3 on rated: ≤ 51.0 k/s: 1 of 44,242 puzzles took over 1 s; no wrong answer found.
CRASHED: rival-3 on 2 puzzles of rated.
DISQUALIFIED: echo on rated: 10 puzzles in a row: ended with exit status 1.
rated: simd is the fastest, 2.31 M/s on 1 thread; 25.1× faster than mrv, the next (95 % interval 24.7–25.5); naive gave up on 3 of 412 puzzles.
norvig|11: mrv solves 19.2 k/s on 2 threads.
WRONG: flags gave 3 wrong answers on rated; its figures are void.
The figures are partial: the run was interrupted.

times slower than the fastest         rated  norvig|11
─────────────────────────────  ────────────  ─────────
simd                                      1
mrv                                   25.1×          1
dlx                                       –
echo                           DISQUALIFIED
flags                                 WRONG
naive                               gave up
rival-3                             gave up

rated: 44,242 puzzles, 21–31 clues (mean 24.6), 2 rows in quarantine

solver       puzzles           puzzles/s     time     p50      p99   p99.9      max  guesses                  speed-up  memory
───────────  ───────  ──────────────────  ───────  ──────  ───────  ──────  ───────  ───────  ────────────────────────  ──────
rival-3†      44,242            ≤ 51.0 k        –  433 ns  12.3 µs  100 µs     >1 s     2.00                         –  5.3 MB
echo†              0        DISQUALIFIED
simd*         44,242  2.31 M (2.28–2.35)   433 ns       –        –       –        –    0.310  25.1× faster (24.7–25.5)  5.3 MB
mrv           44,242  92.0 k (91.4–92.7)  10.9 µs  433 ns  12.3 µs  100 µs  1.23 ms     5.00                 reference  5.3 MB
dlx           44,242  91.0 k (88.8–94.9)  11.0 µs  433 ns  12.3 µs  100 µs  1.23 ms     1.20           tie (0.98–1.03)  5.3 MB
naive 1/107      412              ≤ 42.5        –  433 ns  12.3 µs       –     >1 s  100,000                         –  5.3 MB
flags         44,242    WRONG: 3 answers
  wrong: flags, line 12: a clue was changed
  rival-3 crashed on 2 puzzles, the first on line 12: died of SIGSEGV: invalid access at 0x10
  rival-3 timed out on 1 puzzle, the first on line 4,711: no answer within 1 s
  echo crashed on 1 puzzle, the first on line 2: ended with exit status 1
  echo: disqualified: 10 puzzles in a row: ended with exit status 1
  show no solution above limit 1; solved again at limit 1: rival-3 (2,765 of 44,242)
  also counted, mean per puzzle: rival-3 2.00 conflicts
  start-up time, not included in any time above: rival-3 4.20 ms, echo 21.0 ms
  ≤ gave up on puzzles; the time spent on them counts: rival-3, naive
  PAR-2, with puzzles given up at twice their limit: rival-3 1.00 µs, naive 31.0 ms
  * simd: 512 puzzles per call, whose latency is from call to return
  outcomes of rival-3: 44,239 unique, 1 timeout, 2 crashed
  outcomes of naive: 409 unique, 3 timeout
  outcomes of flags: 44,239 unique, 3 wrong
  fewer than 1,000 puzzles, speed may be overstated: naive

norvig|11: 95 puzzles, 17–21 clues (mean 21.0); small set: speed may be overstated

solver  threads           puzzles/s     time  guesses  memory
──────  ───────  ──────────────────  ───────  ───────  ──────
mrv           2  19.2 k (19.0–19.4)  52.1 µs    1,000  5.3 MB
mrv           1   10.0 k (9.9–10.1)   100 µs    1,000  5.3 MB
  cut short, figures cover what was measured: mrv (2 threads)
  scaling of mrv: 2 threads against 1: 1.92× faster (1.90–1.94)
  outcomes: 95 multiple

puzzles/s: by wall time, median of the rounds (95 % interval); time: per puzzle, the inverse of puzzles/s; p50 … max: latencies of single puzzles, each the shortest of 3 rounds; ">": given up; above 1 thread, latencies include the other threads' noise; guesses: mean per puzzle; speed-up: against mrv, round by round; "tie": the 95 % interval contains 1; *: several puzzles per call, of which none has a latency of its own; †: ran in worker processes, and was timed inside them; 1/N: a random sample of the puzzles; memory: most that the solver added to its process
harness overhead: 1.50 ns per puzzle in throughput rounds, 11.2 ns in latency rounds
warning: the governor is powersave: frequencies will wander
)";

TEST(Summary, ShowsARunOnOneScreen) {
  EXPECT_EQ(summary(result::example_result(), {}, true), kSummary);
}

// Regression: a merge that lacks shards was called interrupted.
TEST(Summary, NamesTheShardsThatAreMissing) {
  result::RunResult run = result::example_result();
  ASSERT_FALSE(run.complete);
  run.shards = result::ShardsRecord{.of = 3, .parts = {1}};
  const auto has = [&run](const std::string& sentence) {
    return summary(run, {}, false).find("The figures are partial: " + sentence) !=
           std::string::npos;
  };
  EXPECT_TRUE(has("the run was interrupted.\n"));
  run.hosts.emplace(1);
  EXPECT_TRUE(has("shards 2, 3 of 3 are missing.\n"));
  run.shards->parts = {1, 3};
  EXPECT_TRUE(has("shard 2 of 3 is missing.\n"));
}

// Only the table of the example is wider than 120 columns when nothing may be left out.
TEST(Summary, FitsAnyTerminal) {
  const std::string folder = RESULTS_FOLDER;
  const std::vector<result::RunResult> runs = {result::example_result(), result::hostile_result(),
                                               result::read_result(folder + "/published.json")};
  for (const result::RunResult& run : runs) {
    for (const std::size_t width : {60, 80, 100, 120, 200}) {
      for (const bool has_details : {false, true}) {
        std::istringstream lines(summary(run, {.width = width}, has_details));
        std::string line;
        while (std::getline(lines, line))
          EXPECT_LE(base::width_of(line), width) << line;
      }
    }
  }
}

// What decides who is fastest stays; memory goes first.
TEST(Summary, LeavesOutColumnsThatMatterLeast) {
  const auto heading = [](std::size_t width) {
    std::istringstream lines(summary(result::example_result(), {.width = width}, false));
    std::string line;
    while (std::getline(lines, line) && !line.starts_with("solver")) {
    }
    std::istringstream words(line);
    return std::vector<std::string>(std::istream_iterator<std::string>(words), {});
  };
  EXPECT_EQ(heading(118), (std::vector<std::string>{"solver", "puzzles", "puzzles/s", "time", "p50",
                                                    "p99", "p99.9", "max", "guesses", "speed-up"}));
  EXPECT_EQ(heading(60), (std::vector<std::string>{"solver", "puzzles/s", "speed-up"}));
  const auto defines_memory = [](std::size_t width) {
    const std::string text = summary(result::example_result(), {.width = width}, false);
    return text.find("memory: most") != std::string::npos;
  };
  EXPECT_TRUE(defines_memory(200));
  EXPECT_FALSE(defines_memory(60));
}

TEST(Summary, KeepsRemarksThatChangeNothingForTheDetails) {
  const std::string brief = summary(result::example_result(), {}, false);
  const std::string all = summary(result::example_result(), {}, true);
  for (const char* remark : {"  * simd: 512 puzzles per call", "harness overhead"}) {
    EXPECT_EQ(brief.find(remark), std::string::npos) << remark;
    EXPECT_NE(all.find(remark), std::string::npos) << remark;
  }
  EXPECT_NE(brief.find("  wrong: flags, line 12"), std::string::npos);
  EXPECT_NE(brief.find("  3 more remarks: --verbose, or the report"), std::string::npos) << brief;
}

TEST(Summary, ShowsThreeWarningsAndCountsTheOthers) {
  result::RunResult run = result::example_result();
  const auto warnings = [&run](bool has_details) {
    const std::string text = summary(run, {}, has_details);
    return text.substr(text.find("warning: "));
  };
  run.environment.warnings = {"one", "two", "three"};
  EXPECT_EQ(warnings(false), "warning: one\nwarning: two\nwarning: three\n");
  run.environment.warnings.emplace_back("four");
  EXPECT_EQ(warnings(false),
            "warning: one\nwarning: two\nwarning: three\n"
            "warning: 1 more warning: --verbose, or the report\n");
  EXPECT_EQ(warnings(true), "warning: one\nwarning: two\nwarning: three\nwarning: four\n");
  run.environment.warnings.emplace_back("five");
  EXPECT_NE(warnings(false).find("\nwarning: 2 more warnings: "), std::string::npos);
}

TEST(Summary, ColoursOnlyOnRequest) {
  EXPECT_EQ(summary(result::example_result(), {}, true).find('\033'), std::string::npos);
  const std::string coloured = summary(result::example_result(), {.colour = true}, true);
  EXPECT_NE(coloured.find("\033[1mrated\033[0m: 44,242 puzzles"), std::string::npos);
  EXPECT_NE(coloured.find("\033[1;31mWRONG: 3 answers\033[0m"), std::string::npos);
  EXPECT_NE(coloured.find("\033[1;31mDISQUALIFIED\033[0m"), std::string::npos);
  EXPECT_NE(coloured.find("\033[32m25.1× faster (24.7–25.5)\033[0m"), std::string::npos);
}

TEST(Summary, SaysWhenNothingWasMeasured) {
  result::RunResult run = result::example_result();
  run.environment.warnings.clear();
  run.complete = true;
  run.datasets.resize(1);
  run.results.clear();
  EXPECT_NE(summary(run, {}, true)
                .find("\nrated: 44,242 puzzles, 21–31 clues (mean 24.6), 2 rows in quarantine\n\n"
                      "  nothing was measured\n"),
            std::string::npos);
}

}  // namespace

}  // namespace sudoku::report
