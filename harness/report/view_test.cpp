#include "harness/report/view.h"

#include <limits>

#include <gtest/gtest.h>

#include "harness/results/example_result.h"

namespace sudoku {

namespace {

TEST(View, PutsTheFastestFirstAndVoidedRowsLast) {
  RunResult run = example_result();
  run.results[1].puzzles_per_second.median = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::string> names;
  for (const ResultRecord* row : view_of(run, run.datasets[0]).rows)
    names.push_back(row->solver);
  EXPECT_EQ(names,
            (std::vector<std::string>{"mrv", "dlx", "rival-3", "naive", "simd", "flags", "echo"}));
}

TEST(View, PutsWhatGotStuckBehindWhatDidNot) {
  RunResult run = example_result();
  run.results[1].outcomes[static_cast<std::size_t>(Outcome::incomplete)] = 1;
  std::vector<std::string> names;
  for (const ResultRecord* row : view_of(run, run.datasets[0]).rows)
    names.push_back(row->solver);
  EXPECT_EQ(names,
            (std::vector<std::string>{"mrv", "dlx", "rival-3", "naive", "simd", "flags", "echo"}));
}

TEST(View, NamesThreadsOnlyInASweep) {
  const RunResult run = example_result();
  const View plain = view_of(run, run.datasets[0]);
  const View sweep = view_of(run, run.datasets[1]);
  EXPECT_EQ(label_of(plain, *plain.rows[0]), "simd");
  EXPECT_EQ(label_of(sweep, *sweep.rows[0]), "mrv (2 threads)");
  EXPECT_EQ(label_of(sweep, *sweep.rows[1]), "mrv (1 thread)");
}

struct QuantileCase {
  std::uint64_t puzzles;
  std::uint64_t censored;
  double quantile;
  const char* text;
};

// A quantile is the value of rank ceil(quantile * puzzles); timeouts hold the highest ranks.
TEST(View, CensorsQuantilesThatFallAmongTimeouts) {
  const QuantileCase cases[] = {{100, 0, 1.0, "433 ns"},  {100, 1, 1.0, ">1 s"},
                                {100, 1, 0.99, "433 ns"}, {100, 2, 0.99, ">1 s"},
                                {101, 1, 0.99, "433 ns"}, {2, 1, 0.5, "433 ns"},
                                {2, 2, 0.5, ">1 s"},      {1, 1, 0.5, ">1 s"}};
  RunResult run = example_result();
  ResultRecord& row = run.results[0];
  for (const QuantileCase& c : cases) {
    row.puzzles = c.puzzles;
    row.latency->censored = c.censored;
    EXPECT_EQ(quantile_text(view_of(run, run.datasets[0]), row, c.quantile, 433), c.text)
        << c.puzzles << " puzzles, " << c.censored << " censored, quantile " << c.quantile;
  }
}

TEST(View, CensorsWithoutATimeLimitAtTheTimeSpent) {
  RunResult run = example_result();
  EXPECT_EQ(censored_text(run, run.results[0], 2e9), ">1 s");
  run.settings.time_budget_s = 0.3;
  EXPECT_EQ(censored_text(run, run.results[0], 2e9), ">1 s");
  run.datasets[0].puzzles = 18;  // its puzzles were given up when they took the budget
  EXPECT_EQ(censored_text(run, run.results[0], 2e9), ">300 ms");
  run.settings.puzzle_timeout_s = 0;
  EXPECT_EQ(censored_text(run, run.results[0], 2e9), ">2.00 s");
}

}  // namespace

}  // namespace sudoku
