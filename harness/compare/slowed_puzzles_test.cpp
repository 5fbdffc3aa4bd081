#include "harness/compare/slowed_puzzles.h"

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"

namespace sudoku::compare {

namespace {

// `count` puzzles of 1 us, but for those in `others`.
PuzzleTimes times_of(std::uint64_t count, const std::map<std::uint64_t, double>& others = {}) {
  PuzzleTimes times;
  for (std::uint64_t line = 1; line <= count; ++line) {
    const auto other = others.find(line);
    times[line] = {"..7", other == others.end() ? 1000 : other->second};
  }
  return times;
}

std::vector<std::uint64_t> lines_of(const std::vector<SlowedPuzzle>& puzzles) {
  std::vector<std::uint64_t> lines;
  for (const SlowedPuzzle& puzzle : puzzles)
    lines.push_back(puzzle.line);
  return lines;
}

TEST(Suspects, AreThePuzzlesThatTakeTwiceAsLongTheCostliestFirst) {
  const PuzzleTimes now = times_of(100, {{3, 2000}, {4, 1999}, {9, 5000}});
  EXPECT_EQ(lines_of(suspects_among(times_of(100), now)), (std::vector<std::uint64_t>{9, 3}));
}

TEST(Suspects, AreNoneWhenManyPuzzlesBecameSlower) {
  std::map<std::uint64_t, double> slow;
  for (std::uint64_t line = 1; line <= 6; ++line)
    slow[line] = 3000;
  EXPECT_TRUE(suspects_among(times_of(100), times_of(100, slow)).empty());
  slow.erase(6);
  EXPECT_EQ(suspects_among(times_of(100), times_of(100, slow)).size(), 5U);
}

TEST(Suspects, AreAtMost32AndTakeFewSecondsTogether) {
  std::map<std::uint64_t, double> slow;
  for (std::uint64_t line = 1; line <= 40; ++line)
    slow[line] = 3000;
  EXPECT_EQ(suspects_among(times_of(1000), times_of(1000, slow)).size(), 32U);
  for (auto& [line, ns] : slow)
    ns = 0.8e9;
  EXPECT_EQ(suspects_among(times_of(1000), times_of(1000, slow)).size(), 3U);
}

TEST(Suspects, AreOnlyAmongPuzzlesThatBothSidesSolved) {
  PuzzleTimes before = times_of(100);
  before.erase(3);
  EXPECT_TRUE(suspects_among(before, times_of(100, {{3, 2000}})).empty());
}

TEST(JudgePuzzles, CountsWhatTheSlowerPuzzlesCost) {
  const PuzzleTimes before = times_of(1000);
  const auto judged = [&](double now_ns, const std::map<std::uint64_t, double>& others) {
    std::map<std::uint64_t, double> now = others;
    now[483] = now_ns;
    return judge_puzzles(before, times_of(1000, now), {{"53..7", 483, 1000, now_ns}}, 0.03);
  };
  const auto slower = judged(41'000, {});
  ASSERT_TRUE(slower);
  EXPECT_EQ(slower->finding, Finding::slower);
  EXPECT_EQ(slower->text,
            "line 483: 1.00 µs, now 41.0 µs (53..7): +4.0 % of the time of all 1,000 puzzles");
  EXPECT_FALSE(judged(30'000, {})) << "it costs less than the threshold";
  std::map<std::uint64_t, double> faster;
  for (std::uint64_t line = 1; line <= 20; ++line)
    faster[line] = 100;
  const auto even = judged(41'000, faster);
  ASSERT_TRUE(even);
  EXPECT_EQ(even->finding, Finding::minor) << "others became faster";
  EXPECT_EQ(even->text,
            "line 483: 1.00 µs, now 41.0 µs (53..7): +4.0 % of the time of all 1,000 puzzles; "
            "others became faster by as much");
}

TEST(JudgePuzzles, NamesTheOneThatCostsMost) {
  const PuzzleTimes before = times_of(1000);
  const PuzzleTimes now = times_of(1000, {{7, 30'000}, {483, 41'000}});
  const auto judged =
      judge_puzzles(before, now, {{"..7", 7, 1000, 30'000}, {"53..7", 483, 1000, 41'000}}, 0.03);
  ASSERT_TRUE(judged);
  EXPECT_EQ(judged->text,
            "line 483: 1.00 µs, now 41.0 µs (53..7), and 1 more: +6.9 % of the time of all 1,000 "
            "puzzles");
}

TEST(JudgePuzzles, WhatIsNotSlowerWhenSolvedAgainDoesNotCount) {
  const PuzzleTimes now = times_of(1000, {{483, 500'000}});
  EXPECT_TRUE(judge_puzzles(times_of(1000), now, {{"53..7", 483, 1000, 500'000}}, 0.03));
  EXPECT_FALSE(judge_puzzles(times_of(1000), now, {{"53..7", 483, 1000, 1900}}, 0.03));
}

TEST(PuzzleTimesOfAFile, AreThoseOfTheRowsByLine) {
  const base::TemporaryFolder folder;
  const std::string path = folder.write(
      "puzzles.csv",
      "dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n"
      "\"a, b.csv\",2,..7,mrv,1,unique,3,1250.5,123,\n"
      "\"a, b.csv\",3,..8,mrv,1,timeout,3,1000000000.0,,\n"
      "\"a, b.csv\",4,..9,mrv,1,unique,3,,123,\n"
      "\"a, b.csv\",5,..5,mrv,2,unique,3,7.0,123,\n"
      "other.csv,6,..6,mrv,1,unique,3,8.0,123,\n");
  result::Row row;
  row.solver = "mrv";
  row.dataset = "a, b.csv";
  row.threads = 1;
  result::Row unknown = row;
  unknown.solver = "dlx";
  const std::vector<PuzzleTimes> times = read_puzzle_times(path, {&row, &unknown});
  ASSERT_EQ(times.size(), 2U);
  ASSERT_EQ(times[0].size(), 1U) << "timeouts and puzzles without a time are left out";
  EXPECT_EQ(times[0].at(2).ns, 1250.5);
  EXPECT_EQ(times[0].at(2).puzzle, "..7");
  EXPECT_TRUE(times[1].empty());
}

TEST(PuzzleTimesOfAFile, ThatIsNoneAreAnErrorThatNamesIt) {
  const base::TemporaryFolder folder;
  try {
    read_puzzle_times(folder.write("puzzles.csv", "dataset,line\n"), {});
    FAIL() << "expected an error";
  } catch (const base::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("puzzles.csv"), std::string::npos);
  }
}

}  // namespace

}  // namespace sudoku::compare
