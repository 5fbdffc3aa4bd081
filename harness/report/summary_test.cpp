#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/table.h"
#include "harness/base/texts_fixture.h"
#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::report {

namespace {

// The layout. The Markdown report's test tells all that is said of the whole example.
constexpr const char* kSummary =
    R"(rival-3 on rated: ≤ 51.0 k/s: 1 of 44,242 puzzles took over 1 s; no wrong answer found.
CRASHED: rival-3 on 2 puzzles of rated.
rated: simd is the fastest, 2.31 M/s on 1 thread; 25.1× faster than mrv, the next (95 % interval 24.7–25.5).
norvig|11: mrv solves 10.0 k/s on 1 thread.
WRONG: flags gave 3 wrong answers on rated; its figures are void.
The figures are partial: the run was interrupted.

times slower than the fastest    rated  norvig|11
─────────────────────────────  ───────  ─────────
simd                                 1
mrv                              25.1×          1
flags                            WRONG
rival-3                        gave up

rated: 44,242 puzzles, 21–31 clues (mean 24.6), 2 rows in quarantine

solver             puzzles/s     time     p50      p99   p99.9      max  guesses                  speed-up  memory
────────  ──────────────────  ───────  ──────  ───────  ──────  ───────  ───────  ────────────────────────  ──────
rival-3†            ≤ 51.0 k        –  433 ns  12.3 µs  100 µs     >1 s     2.00                         –  5.3 MB
simd*     2.31 M (2.28–2.35)   433 ns       –        –       –        –    0.310  25.1× faster (24.7–25.5)  5.3 MB
mrv       92.0 k (91.4–92.7)  10.9 µs  433 ns  12.3 µs  100 µs  1.23 ms     5.00                 reference  5.3 MB
flags       WRONG: 3 answers
  wrong: flags, line 12: a clue was changed
)";

TEST(Summary, ShowsARunOnOneScreen) {
  result::RunResult run = result::example_result();
  run.results = {run.results[0], run.results[1], run.results[4], run.results[5], run.results[7]};
  base::expect_start(summary(run, {}, true), kSummary);
  const std::string all = summary(result::example_result(), {}, true);
  base::expect_part(all, "\n  outcomes: 95 multiple\n\npuzzles/s: by wall time, median of the ");
  EXPECT_TRUE(all.ends_with(
      "; memory: most that the solver added to its process\n"
      "harness overhead: 1.50 ns per puzzle in throughput rounds, 11.2 ns in latency rounds\n"
      "warning: the governor is powersave: frequencies will wander\n"))
      << all;
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
