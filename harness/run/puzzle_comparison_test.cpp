#include "harness/run/puzzle_comparison.h"

#include <array>

#include <gtest/gtest.h>

namespace sudoku::run {

namespace {

using Counts = std::vector<std::uint64_t>;

result::Row sound_row(const char* solver) {
  result::Row row;
  row.solver = solver;
  return row;
}

const std::vector<result::Row> kSoundRows = {sound_row("hare"), sound_row("hound"),
                                             sound_row("snail")};

// A comparison of three solvers: hare and hound get 4 puzzles, snail only the 2nd and the 3rd.
result::ComparisonRecord comparison() {
  return compare_times(std::array<ComparedSolver, 3>{
      {{.name = "hare", .times = {1000, 1000, 1000, kNotSolved}},
       {.name = "hound", .times = {1000, 1050, 4000, 2000}},
       {.name = "snail", .times = {kNotMet, 8000, kNotSolved, kNotMet}}}});
}

// A puzzle comparison as the result document shows it.
result::ComparisonRecord settled(result::ComparisonRecord record,
                                 const std::vector<result::Row>& rows = kSoundRows) {
  settle(record, rows);
  return record;
}

TEST(PuzzleComparison, CountsPairsInHistograms) {
  const result::ComparisonRecord record = settled(comparison());
  ASSERT_EQ(record.pairs.size(), 3U);
  const result::PairRecord& pair = record.pairs[0];
  EXPECT_EQ(pair.a, "hare");
  EXPECT_EQ(pair.b, "hound");
  EXPECT_EQ(pair.puzzles, 4U);
  // Times of 1000 ps are in bin 40: bin 41 begins at 2^10 ps.
  EXPECT_EQ(pair.cells.x, (Counts{0, 40, 40, 40}));
  EXPECT_EQ(pair.cells.y, (Counts{44, 40, 41, 48}));
  EXPECT_EQ(pair.cells.count, (Counts{1, 1, 1, 1}));
  EXPECT_EQ(record.pairs[1].puzzles, 2U);
}

TEST(PuzzleComparison, LeavesOutWhatAVoidRowHadAPartIn) {
  std::vector<result::Row> rows = kSoundRows;
  rows[2].outcomes[Outcome::wrong] = 1;
  const result::ComparisonRecord record = settled(comparison(), rows);
  EXPECT_EQ(record.pairs.size(), 1U);
}

TEST(PuzzleComparison, PassesOverBlocksThatSomebodyDidNotFinish) {
  const result::ComparisonRecord record = settled(compare_times(std::array<ComparedSolver, 2>{
      {{.name = "hare", .times = {1000, 1000}}, {.name = "hound", .times = {}}}}));
  EXPECT_TRUE(record.pairs.empty());
}

TEST(PuzzleComparison, SortsPairsByTheirRows) {
  const std::vector<result::Row> rows = {sound_row("snail"), sound_row("hound"), sound_row("hare")};
  const result::ComparisonRecord record = settled(comparison(), rows);
  ASSERT_EQ(record.pairs.size(), 3U);
  std::vector<std::string> pairs;
  for (const result::PairRecord& pair : record.pairs)
    pairs.push_back(pair.a + " " + pair.b);
  EXPECT_EQ(pairs, (std::vector<std::string>{"hound snail", "hare snail", "hare hound"}));
}

}  // namespace

}  // namespace sudoku::run
