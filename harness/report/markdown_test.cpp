#include <array>

#include <gtest/gtest.h>

#include "harness/base/texts_fixture.h"
#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

using base::expect_part;

constexpr const char* kReport = R"(# Sudoku solvers, measured

- rival-3 on rated: ≤ 51.0 k/s: 1 of 44,242 puzzles took over 1 s; no wrong answer found.
- CRASHED: rival-3 on 2 puzzles of rated.
- DISQUALIFIED: echo on rated: 10 puzzles in a row: ended with exit status 1.
- rated: simd is the fastest, 2.31 M/s on 1 thread; 25.1× faster than mrv, the next (95 % interval 24.7–25.5); naive gave up on 3 of 412 puzzles.
- norvig\|11: mrv solves 19.2 k/s on 2 threads.
- WRONG: flags gave 3 wrong answers on rated; its figures are void.
- The figures are partial: the run was interrupted.

| times slower than the fastest | rated | norvig\|11 |
|---|---:|---:|
| simd | 1 |  |
| mrv | 25.1× | 1 |
| dlx | – |  |
| echo | DISQUALIFIED |  |
| flags | WRONG |  |
| naive | gave up |  |
| rival-3 | gave up |  |

## Environment

- tool: sudoku-bench 0.1.0 (abc1234), Release, GNU 12.2.0, -O3 -DNDEBUG
- CPU: Example CPU 9000
- instruction sets: baseline, avx2
- used: baseline
- cores: 2, threads pinned
- clock of a dependent add chain: 3.10 GHz
- governor: powersave
- load before the run: 0.250
- CPU time stolen by the hypervisor: 1.20 %
- involuntary context switches: 17
- memory: 8.0 GB
- kernel: Linux 6.1.0
- container or virtual machine: docker

## Command

```sh
sudoku-bench run data/rated.csv 'data/norvig 11.txt'
```

From 2026-01-02T03:04:05Z to 2026-01-02T03:05:06Z.

## Settings

- solution limit: 2
- rounds: 5 for throughput, 3 for latency
- warm-up before a solver's turn: 10 ms
- time budget per solver and dataset: 10 s
- time limit per puzzle: 1 s
- block: 8,192 puzzles
- seed: 1
- repeated passes: digits relabelled
- verified answers: sample
- in worker processes: external solvers
- memory limit of a worker process: 512 MB
- reference: mrv
- suite: data/rivals.toml (sha256 22ff)

## External solvers

Version and flags are as given by the user.

| solver | version | flags | origin | sha256 |
|---|---|---|---|---|
| rival-3 | 1.2 | -O3 -march=native | build/librival.so:rival:3 | 9f86d081884c |
| echo |  |  | python3 echo.py | 33ff |

## rated

44,242 puzzles, 21–31 clues (mean 24.6), 2 rows in quarantine.

| solver | puzzles | puzzles/s | time | p50 | p99 | p99.9 | max | guesses | speed-up | memory |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
| rival-3† | 44,242 | ≤ 51.0 k | – | 433 ns | 12.3 µs | 100 µs | >1 s | 2.00 | – | 5.3 MB |
| echo† | 0 | DISQUALIFIED |  |  |  |  |  |  |  |  |
| simd\* | 44,242 | 2.31 M (2.28–2.35) | 433 ns | – | – | – | – | 0.310 | 25.1× faster (24.7–25.5) | 5.3 MB |
| mrv | 44,242 | 92.0 k (91.4–92.7) | 10.9 µs | 433 ns | 12.3 µs | 100 µs | 1.23 ms | 5.00 | reference | 5.3 MB |
| dlx | 44,242 | 91.0 k (88.8–94.9) | 11.0 µs | 433 ns | 12.3 µs | 100 µs | 1.23 ms | 1.20 | tie (0.98–1.03) | 5.3 MB |
| naive 1/107 | 412 | ≤ 42.5 | – | 433 ns | 12.3 µs | – | >1 s | 100,000 | – | 5.3 MB |
| flags | 44,242 | WRONG: 3 answers |  |  |  |  |  |  |  |  |

- wrong: flags, line 12: a clue was changed
- rival-3 crashed on 2 puzzles, the first on line 12: died of SIGSEGV: invalid access at 0x10
- rival-3 timed out on 1 puzzle, the first on line 4,711: no answer within 1 s
- echo crashed on 1 puzzle, the first on line 2: ended with exit status 1
- echo: disqualified: 10 puzzles in a row: ended with exit status 1
- show no solution above limit 1; solved again at limit 1: rival-3 (2,765 of 44,242)
- also counted, mean per puzzle: rival-3 2.00 conflicts
- start-up time, not included in any time above: rival-3 4.20 ms, echo 21.0 ms
- ≤ gave up on puzzles; the time spent on them counts: rival-3, naive
- PAR-2, with puzzles given up at twice their limit: rival-3 1.00 µs, naive 31.0 ms
- \* simd: 512 puzzles per call, whose latency is from call to return
- outcomes of rival-3: 44,239 unique, 1 timeout, 2 crashed
- outcomes of naive: 409 unique, 3 timeout
- outcomes of flags: 44,239 unique, 3 wrong
- fewer than 1,000 puzzles, speed may be overstated: naive

### Slowest puzzles

Line numbers refer to `data/rated.csv`.

| solver | latency | guesses | outcome | line | puzzle |
|---|---:|---:|---|---:|---|
| mrv | 1.23 ms | 1,302 | unique | 4,711 | 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. |
| naive | >1 s | 9,000,000 | timeout | 4,711 | 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. |

To repeat the slowest puzzle of each solver:

```sh
echo 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. | sudoku-bench run - --solvers mrv --threads 1 --solutions 2
echo 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. | sudoku-bench run - --solvers naive --threads 1 --solutions 2
```

### Wrong answers

The first of each solver.

| solver | line | puzzle | why |
|---|---:|---|---|
| flags | 12 | ..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15.. | a clue was changed |

### Quarantine

The first rows that could not be used:

- rated.csv:7:1: a puzzle has 81 cells, this one has 80
- rated.csv:9:5: expected a digit or '.', found 'x'

## norvig\|11

95 puzzles, 17–21 clues (mean 21.0); small set: speed may be overstated.

| solver | threads | puzzles/s | time | guesses | memory |
|---|---:|---:|---:|---:|---:|
| mrv | 2 | 19.2 k (19.0–19.4) | 52.1 µs | 1,000 | 5.3 MB |
| mrv | 1 | 10.0 k (9.9–10.1) | 100 µs | 1,000 | 5.3 MB |

- cut short, figures cover what was measured: mrv (2 threads)
- scaling of mrv: 2 threads against 1: 1.92× faster (1.90–1.94)
- outcomes: 95 multiple

## Columns

- puzzles/s: by wall time, median of the rounds (95 % interval)
- time: per puzzle, the inverse of puzzles/s
- p50 … max: latencies of single puzzles, each the shortest of 3 rounds; ">": given up
- above 1 thread, latencies include the other threads' noise
- guesses: mean per puzzle
- speed-up: against mrv, round by round; "tie": the 95 % interval contains 1
- \*: several puzzles per call, of which none has a latency of its own
- †: ran in worker processes, and was timed inside them
- 1/N: a random sample of the puzzles
- memory: most that the solver added to its process

## Warnings

- the governor is powersave: frequencies will wander

## Harness overhead

- one time stamp: 8.25 ns
- per puzzle, null solver, throughput rounds: 1.50 ns
- per puzzle, null solver, latency rounds: 11.2 ns
)";

TEST(Markdown, ReportsARun) { EXPECT_EQ(markdown_report(result::example_result()), kReport); }

std::size_t table_rows(const std::string& report) {
  std::size_t rows = 0;
  for (std::size_t at = report.find("\n| solver_"); at != std::string::npos;
       at = report.find("\n| solver_", at + 1))
    ++rows;
  return rows;
}

TEST(SlowMarkdown, StaysShortWithManySolversAndDatasets) {
  const std::string report = markdown_report(result::large_result(20, 15));
  EXPECT_LT(report.size(), kMostMarkdownBytes);
  EXPECT_LE(table_rows(report), kMostMarkdownRows);
  expect_part(report, "37 more rows in the result document.\n");
}

TEST(Markdown, StaysMarkdownWithHostileNames) {
  const std::string report = markdown_report(result::hostile_result());
  EXPECT_LT(report.size(), kMostMarkdownBytes);
  EXPECT_EQ(report.find("\n# heading"), report.find("\n# heading", report.find("````sh\n")));
  EXPECT_NE(report.find("\n````\n"), std::string::npos) << "the fence is longer than its content";
  EXPECT_EQ(report.find('\x1b'), std::string::npos);
  EXPECT_EQ(report.find(std::string(1001, 'x')), std::string::npos);
}

TEST(Markdown, LeavesOutWhatIsNotKnown) {
  result::RunResult run;
  run.tool.version = "0.1.0";
  const std::string report = markdown_report(run);
  for (const char* absent : {"CPU:", "governor", "boost", "GHz", "## Warnings", "instruction sets"})
    EXPECT_EQ(report.find(absent), std::string::npos) << absent;
}

TEST(Markdown, SaysWhenNothingWasMeasured) {
  result::RunResult run = result::example_result();
  run.results.clear();
  expect_part(markdown_report(run),
              "## rated\n\n44,242 puzzles, 21–31 clues (mean 24.6), 2 rows "
              "in quarantine.\n\nNothing was measured.\n\n");
}

TEST(Markdown, HoldsNoControlCharactersOfACommand) {
  result::RunResult run = result::example_result();
  run.command = {"sudoku-bench", "a\033[2J\u009Bb"};
  const std::string text = markdown_report(run);
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_EQ(text.find("\u009B"), std::string::npos);
}

TEST(SideBySide, GivesEachRunASectionAndAColumn) {
  std::array<ReportInput, 2> inputs = {{{.file = "old.json", .run = result::example_result()},
                                        {.file = "new.json", .run = result::example_result()}}};
  inputs[1].run.results[0].puzzles_per_second = {184'000, 183'000, 185'000};
  inputs[1].run.environment.warnings = {"the governor is powersave"};
  const std::string text = markdown_report(inputs);
  expect_part(text, "| dataset | solver | threads | old | new |\n");
  expect_part(text, "| rated | mrv | 1 | 92.0 k (91.4–92.7) | 184 k (183–185) |\n");
  expect_part(text, "| rated | flags | 1 | WRONG: 3 answers | WRONG: 3 answers |\n");
  const std::string newer = text.substr(text.find("\n## new\n"));
  expect_part(newer, "\n- 2026-01-02T03:04:05Z, Example CPU 9000, ");
  expect_part(newer, "\n- rated: simd is the fastest, 2.31 M/s on 1 thread");
  expect_part(newer, "\n- warning: the governor is powersave\n");
}

TEST(SideBySide, SaysHowManyRowsAreLeftOut) {
  for (const std::size_t rows : {kMostMarkdownRows, kMostMarkdownRows + 2}) {
    result::RunResult run = result::example_result();
    run.datasets.resize(1);
    result::Row row = run.results[0];
    run.results.clear();
    for (std::size_t i = 0; i < rows; ++i) {
      row.solver = "solver_" + std::to_string(i);
      run.results.push_back(row);
    }
    const std::array<ReportInput, 2> inputs = {
        {{.file = "old.json", .run = run}, {.file = "new.json", .run = run}}};
    const std::string text = markdown_report(inputs);
    EXPECT_EQ(text.find("2 more rows are in the result documents.") != std::string::npos,
              rows > kMostMarkdownRows);
    EXPECT_EQ(text.find("0 more rows"), std::string::npos);
  }
}

TEST(SideBySide, ShowsTheLastRunsOfMany) {
  std::vector<ReportInput> inputs;
  for (int i = 0; i < 40; ++i)
    inputs.push_back({.file = "r" + std::to_string(i) + ".json", .run = {}});
  const std::string text = markdown_report(inputs);
  expect_part(text, "\nThe last ");
  expect_part(text, " of 40 runs.\n");
  EXPECT_EQ(text.find("## r0\n"), std::string::npos);
  expect_part(text, "## r39\n");
  inputs.resize(2);
  EXPECT_EQ(markdown_report(inputs).find("The last"), std::string::npos);
}

TEST(Markdown, CountsTheVerdictsThatItLeavesOut) {
  result::RunResult run = result::example_result();
  const result::DatasetRecord dataset = run.datasets[1];
  for (int i = 0; i < 100; ++i) {
    run.datasets.push_back(dataset);
    run.datasets.back().name = "d" + std::to_string(i);
  }
  const std::string text = markdown_report(run);
  expect_part(text, "\n- … and ");
  EXPECT_EQ(markdown_report(result::example_result()).find("- … and "), std::string::npos);
}

TEST(SideBySide, TellsFilesOfTheSameNameApart) {
  const std::array<ReportInput, 2> inputs = {
      {{.file = "a/result.json", .run = {}}, {.file = "b/result.json", .run = {}}}};
  EXPECT_EQ(label_of(inputs, inputs[1]), "b/result.json");
  EXPECT_EQ(label_of(std::span(inputs).first(1), inputs[0]), "result");
}

std::string times(char c) {
  std::string text(100, c);
  return text;
}

std::vector<Section> sections() {
  return {{Importance::never_left_out, "", times('v')},
          {Importance::examples, "puzzles", times('1')},
          {Importance::figures, "figures", times('f')},
          {Importance::examples, "puzzles", times('2')},
          {Importance::remarks, "remarks", ""}};
}

TEST(Sections, KeepTheirOrderWhenAllFits) {
  EXPECT_EQ(text_within(sections(), 10'000), times('v') + times('1') + times('f') + times('2'));
}

TEST(Sections, LeaveOutTheLastOfTheLeastImportantFirst) {
  EXPECT_EQ(text_within(sections(), 510),
            times('v') + times('1') + times('f') +
                "\nShortened; left out in whole or in part: puzzles.\n");
}

TEST(Sections, KeepWhatIsNeverLeftOut) {
  EXPECT_EQ(text_within(sections(), 1),
            times('v') + "\nShortened; left out in whole or in part: figures, puzzles.\n");
}

}  // namespace

}  // namespace sudoku::report
