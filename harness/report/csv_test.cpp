#include <algorithm>
#include <array>
#include <sstream>

#include <gtest/gtest.h>

#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

std::vector<std::string> parts_of(const std::string& text, char end) {
  std::vector<std::string> parts;
  std::istringstream all(text);
  for (std::string part; std::getline(all, part, end);)
    parts.push_back(part);
  return parts;
}

std::vector<std::string> lines_of(const result::RunResult& run) {
  const std::array<ReportInput, 1> input = {{{.file = "r.json", .run = run}}};
  return parts_of(csv_report(input), '\n');
}

std::vector<std::string> cells_of(const std::string& line) { return parts_of(line + ",", ','); }

std::string column(const std::vector<std::string>& lines, std::size_t line, const char* name) {
  const std::vector<std::string> names = cells_of(lines[0]);
  const auto place = std::ranges::find(names, name);
  EXPECT_NE(place, names.end()) << name;
  return cells_of(lines[line])[static_cast<std::size_t>(place - names.begin())];
}

TEST(Csv, HasALineForEachRowInTheOrderOfTheTable) {
  const auto lines = lines_of(result::example_result());
  ASSERT_EQ(lines.size(), 10U);
  EXPECT_EQ(column(lines, 1, "solver"), "simd");
  EXPECT_EQ(column(lines, 2, "solver"), "mrv");
  EXPECT_EQ(column(lines, 2, "speedup_over"), "");
}

TEST(Csv, HasEveryFigureUnderItsName) {
  result::RunResult run = result::example_result();
  run.datasets.resize(1);
  run.results = {run.results[0]};
  result::Row& row = run.results[0];
  row.chunk = 3;
  row.threads = 4;
  row.isa = "avx2";
  row.isolated = true;
  row.sample_rate = 0.5;
  row.guesses = 88'484;
  row.set_guessless_share(0.25);
  row.set_par2_s(0.125);
  row.peak_memory_bytes = 77;
  row.branch_misses = row.count_with(12.5);
  row.speedup = {.reference = "dlx",
                 .reference_threads = 2,
                 .ratio = {.median = 3, .low = 2, .high = 5},
                 .reason = result::Doubt::few_puzzles};
  row.latency = {.chunk = 6,
                 .censored = 7,
                 .min_ps = 1000,
                 .max_ps = 50'000'000,
                 .total_ps = 0,
                 .histogram = {.first_ps = {10'000, 20'000, 30'000, 40'000, 50'000},
                               .count = {50'000, 40'000, 9'000, 900, 100}},
                 .histogram_all_samples = {}};
  const auto lines = lines_of(run);
  const auto names = cells_of(lines[0]);
  const auto values = cells_of(lines[1]);
  std::string text = "\n";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += names[i] + "=" + values[i] + "\n";
  EXPECT_EQ(text, R"(
file=r.json
started=2026-01-02T03:04:05Z
tool_version=0.1.0
git_revision=abc1234
cpu=Example CPU 9000
dataset=rated
dataset_sha256=00ff
dataset_puzzles=44242
solver=mrv
threads=4
chunk=3
isa=avx2
isolated=1
complete=1
void=
puzzles=44242
sample_rate=0.5
puzzles_per_second=92000
puzzles_per_second_low=91400
puzzles_per_second_high=92700
time_per_puzzle_ns=10870
time_per_puzzle_ns_low=10788
time_per_puzzle_ns_high=10941
latency_chunk=6
latency_censored=7
latency_min_ns=1
latency_p50_ns=10.016
latency_p90_ns=20.032
latency_p99_ns=30.016
latency_p999_ns=40.064
latency_p9999_ns=
latency_max_ns=
latency_mean_ns=
speedup=3
speedup_low=2
speedup_high=5
speedup_over=dlx
speedup_over_threads=2
speedup_reason=they share only 0 puzzles; a comparison needs 30
speedup_shift_by_sharing=
scaling=
scaling_low=
scaling_high=
scaling_over=
scaling_over_threads=
scaling_reason=
scaling_shift_by_sharing=
guesses_total=88484
guesses_mean=2
without_guess_share=0.250011
par2_s=0.125
peak_memory_bytes=77
solution_digest=fedcba9876543210
unique=44242
multiple=0
none=0
first=0
incomplete=0
timeout=0
unsupported=0
crashed=0
wrong=0
solutions_sought=2
task=
instructions_per_puzzle=
cycles_per_puzzle=
branch_misses_per_puzzle=12.5
)");
}

TEST(Csv, TellsHowManySolutionsARowSought) {
  result::RunResult run = result::example_result();
  for (result::Row& row : run.results) {
    if (row.solver == "mrv") row.task = {.does = "stops at first"};
  }
  const auto lines = lines_of(run);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const bool is_lesser = column(lines, i, "solver") == "mrv";
    const bool is_first = column(lines, i, "first") != "0";
    EXPECT_EQ(column(lines, i, "solutions_sought"), is_lesser || is_first ? "1" : "2") << lines[i];
    EXPECT_EQ(column(lines, i, "task"), is_lesser ? "stops at first" : "");
  }
}

TEST(Csv, LeavesEmptyWhatIsNotKnown) {
  const auto lines = lines_of(result::example_result());
  const std::size_t naive = 5;
  EXPECT_EQ(column(lines, naive, "solver"), "naive");
  EXPECT_EQ(column(lines, naive, "latency_p99_ns"), "12288");
  EXPECT_EQ(column(lines, naive, "latency_p999_ns"), "");  // the puzzle was given up
  const std::size_t flags = 6;
  EXPECT_EQ(column(lines, flags, "void"), "WRONG: 3 answers");
  EXPECT_EQ(column(lines, flags, "puzzles_per_second"), "");
}

TEST(Csv, DisarmsFormulasAndQuotesTheRest) {
  const std::array<ReportInput, 1> input = {{{.file = "r.json", .run = result::hostile_result()}}};
  const std::string csv = csv_report(input);
  EXPECT_NE(csv.find(",\"'=HYPERLINK(\"\"http://example.invalid\"\")\","), std::string::npos);
  EXPECT_EQ(csv.find(",=HYPERLINK"), std::string::npos);
  EXPECT_NE(csv.find("\"\"'&<b>"), std::string::npos);
}

}  // namespace

}  // namespace sudoku::report
