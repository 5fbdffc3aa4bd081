#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::report {

namespace {

std::vector<std::string> lines_of(const result::RunResult& run) {
  const std::array<ReportInput, 1> input = {{{.file = "r.json", .run = run}}};
  std::vector<std::string> lines(1);
  for (const char c : csv_report(input)) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  lines.pop_back();
  return lines;
}

std::string column(const std::vector<std::string>& lines, std::size_t line, const char* name) {
  const auto cells = [](const std::string& text) {
    std::vector<std::string> found(1);
    for (const char c : text) {
      if (c == ',') {
        found.emplace_back();
      } else {
        found.back() += c;
      }
    }
    return found;
  };
  const std::vector<std::string> names = cells(lines[0]);
  const auto place = std::ranges::find(names, name);
  EXPECT_NE(place, names.end()) << name;
  return cells(lines[line])[static_cast<std::size_t>(place - names.begin())];
}

TEST(Csv, HasALineForEachRow) {
  const auto lines = lines_of(result::example_result());
  ASSERT_EQ(lines.size(), 10U);
  EXPECT_EQ(column(lines, 1, "file"), "r.json");
  EXPECT_EQ(column(lines, 1, "solver"), "simd");
  EXPECT_EQ(column(lines, 1, "puzzles_per_second"), "2.31e+06");
  EXPECT_EQ(column(lines, 1, "puzzles_per_second_low"), "2.28e+06");
  EXPECT_EQ(column(lines, 1, "latency_p99_ns"), "12288");
  EXPECT_EQ(column(lines, 1, "speedup"), "25.1");
  EXPECT_EQ(column(lines, 1, "speedup_over"), "mrv");
  EXPECT_EQ(column(lines, 1, "unique"), "44242");
  EXPECT_EQ(column(lines, 2, "solution_digest"), "fedcba9876543210");
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

TEST(Csv, EndsWithTheCountsOfHardwareCounters) {
  result::RunResult run = result::example_result();
  for (result::Row& row : run.results)
    row.branch_misses = row.count_with(12.5);
  const auto lines = lines_of(run);
  EXPECT_TRUE(
      lines[0].ends_with(",instructions_per_puzzle,cycles_per_puzzle,branch_misses_per_puzzle"));
  EXPECT_EQ(column(lines, 1, "branch_misses_per_puzzle"), "12.5");
  EXPECT_EQ(column(lines, 1, "cycles_per_puzzle"), "");
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
  EXPECT_EQ(column(lines, 2, "speedup_over"), "");
}

TEST(Csv, SaysWhyThereIsNoInterval) {
  result::RunResult run = result::example_result();
  for (result::Row& row : run.results) {
    if (row.solver == "simd" && row.speedup) row.speedup->reason = "one round";
  }
  const auto lines = lines_of(run);
  EXPECT_EQ(column(lines, 1, "speedup_reason"), "one round");
  EXPECT_EQ(column(lines, 2, "speedup_reason"), "");
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
