#include "harness/cli/rate_summary.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

namespace sudoku {
namespace {

TEST(RowSample, KeepsAllRowsWhileThereIsRoom) {
  RowSample sample(2);
  for (const double value : {3.0, 1.0, 2.0})
    sample.add(static_cast<std::uint64_t>(value), std::vector<double>{value, -value});
  EXPECT_EQ(sample.column(0), (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(sample.column(1), (std::vector<double>{-3, -1, -2}));
}

TEST(RowSample, BeyondThatDoesNotDependOnTheOrder) {
  constexpr std::size_t kRows = RowSample::kCapacity + 1000;
  RowSample up(1);
  RowSample down(1);
  for (std::size_t i = 0; i < kRows; ++i) {
    up.add(i, std::vector<double>{static_cast<double>(i)});
    down.add(kRows - 1 - i, std::vector<double>{static_cast<double>(kRows - 1 - i)});
  }
  std::vector<double> a = up.column(0);
  std::vector<double> b = down.column(0);
  ASSERT_EQ(a.size(), RowSample::kCapacity);
  std::ranges::sort(a);
  std::ranges::sort(b);
  EXPECT_EQ(a, b);
  const double mean = std::accumulate(a.begin(), a.end(), 0.0) / static_cast<double>(a.size());
  EXPECT_NEAR(mean, kRows / 2.0, kRows / 100.0);
}

TEST(RateSummary, TellsTheLevelsTheSpreadsAndHowTheyAgree) {
  RateSummary summary("a.txt", {"mrv"});
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  auto add = [&, index = 0U](std::optional<int> level, double declared, double guesses) mutable {
    const Effort effort = {.guesses = guesses, .time_ns = 100 - guesses};
    summary.add(index++, {.outcome = Outcome::unique, .level = level}, declared, {&effort, 1});
  };
  add(1, 1.5, 0);
  add(2, 2.5, 4);
  add(2, 3.5, 8);
  add(kLevelOfSearch, 4.5, 16);
  add(std::nullopt, unknown, 2);
  EXPECT_EQ(summary.text(),
            "a.txt: 5 puzzles\n\n"
            "level  hardest technique  puzzles  share\n"
            "─────  ─────────────────  ───────  ─────\n"
            "    1  naked single             1   20 %\n"
            "    2  hidden single            2   40 %\n"
            "   14  search                   1   20 %\n"
            "    –  not proper               1   20 %\n"
            "\n"
            "               mean  median   p90   p99  most\n"
            "─────────────  ────  ──────  ────  ────  ────\n"
            "level          4.75    2.00  14.0  14.0  14.0\n"
            "file's rating  3.00    2.50  4.50  4.50  4.50\n"
            "mrv guesses    6.00    4.00  16.0  16.0  16.0\n"
            "mrv ns         94.0    96.0   100   100   100\n"
            "\n"
            "rank correlation   level  file's rating  mrv guesses  mrv ns\n"
            "────────────────  ──────  ─────────────  ───────────  ──────\n"
            "level\n"
            "file's rating      0.949\n"
            "mrv guesses        0.949          1.000\n"
            "mrv ns            -0.949         -1.000       -1.000\n");
}

}  // namespace
}  // namespace sudoku
