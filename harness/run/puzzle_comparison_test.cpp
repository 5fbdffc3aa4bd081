#include "harness/run/puzzle_comparison.h"

#include <array>

#include <gtest/gtest.h>

#include "harness/stats/log_bins.h"

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
      {{.name = "hare", .sample_rate = 1, .times = {1000, 1000, 1000, kNotSolved}},
       {.name = "hound", .sample_rate = 1, .times = {1000, 1050, 4000, 2000}},
       {.name = "snail", .sample_rate = 0.5, .times = {kNotMet, 8000, kNotSolved, kNotMet}}}});
}

// A puzzle comparison as the result document shows it.
result::ComparisonRecord settled(result::ComparisonRecord record,
                                 const std::vector<result::Row>& rows = kSoundRows) {
  settle(record, rows);
  return record;
}

TEST(PuzzleComparison, TakesTheBestOfEachPuzzle) {
  const result::ComparisonRecord record = settled(comparison());
  ASSERT_EQ(record.fields.size(), 2U);
  const result::SharedSetRecord& set = record.fields[0];
  EXPECT_EQ(set.sample_rate, 1);
  EXPECT_EQ(set.puzzles, 4U);
  EXPECT_EQ(set.best_total_ps, 5000U);
  EXPECT_EQ(set.unsolved, 0U);
  ASSERT_EQ(set.entries.size(), 2U);
  EXPECT_EQ(set.entries[0].solver, "hare");
  EXPECT_EQ(set.entries[0].total_ps, 3000U);
  EXPECT_EQ(set.entries[0].solved, 3U);
  EXPECT_EQ(set.entries[0].fastest, 3U);
  EXPECT_EQ(set.entries[1].solved, 4U);
  EXPECT_EQ(set.entries[1].fastest, 2U);
}

TEST(PuzzleComparison, CallsAloneOnlyWhoIsClearlyFaster) {
  const result::SharedSetRecord set = settled(comparison()).fields[0];
  EXPECT_EQ(set.entries[0].alone, 1U);  // being 5 % faster is not enough
  EXPECT_EQ(set.entries[1].alone, 1U);  // hare did not solve the last puzzle
}

TEST(PuzzleComparison, BinsTimesByTheBestTime) {
  const result::SharedSetRecord set = settled(comparison()).fields[0];
  EXPECT_EQ(set.entries[0].ratios.bin, (Counts{0, 1}));  // bin 0: puzzle not solved
  EXPECT_EQ(set.entries[0].ratios.count, (Counts{1, 3}));
  EXPECT_EQ(set.entries[1].ratios.bin, (Counts{1, 1 + 2 * stats::kRatioBinsPerOctave}));
  EXPECT_EQ(set.entries[1].ratios.count, (Counts{3, 1}));
}

TEST(PuzzleComparison, ComparesSlowSolversOnTheirSample) {
  const result::SharedSetRecord set = settled(comparison()).fields[1];
  EXPECT_EQ(set.sample_rate, 0.5);
  EXPECT_EQ(set.puzzles, 2U);
  ASSERT_EQ(set.entries.size(), 3U);
  EXPECT_EQ(set.entries[2].solved, 1U);
}

TEST(PuzzleComparison, CountsPairsInHistograms) {
  const result::ComparisonRecord record = settled(comparison());
  ASSERT_EQ(record.pairs.size(), 3U);
  const result::PairRecord& pair = record.pairs[0];
  EXPECT_EQ(pair.a, "hare");
  EXPECT_EQ(pair.b, "hound");
  EXPECT_EQ(pair.puzzles, 4U);
  EXPECT_EQ(pair.a_faster, 1U);
  EXPECT_EQ(pair.b_faster, 1U);
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
  ASSERT_EQ(record.fields.size(), 1U);
  EXPECT_EQ(record.fields[0].entries.size(), 2U);
  EXPECT_EQ(record.pairs.size(), 1U);
}

TEST(PuzzleComparison, PassesOverBlocksThatSomebodyDidNotFinish) {
  const result::ComparisonRecord record = settled(compare_times(std::array<ComparedSolver, 2>{
      {{.name = "hare", .times = {1000, 1000}}, {.name = "hound", .times = {}}}}));
  EXPECT_TRUE(record.fields.empty());
  EXPECT_TRUE(record.pairs.empty());
}

// A puzzle that nobody solves has no best time.
TEST(PuzzleComparison, CountsPuzzlesThatNobodySolved) {
  const result::ComparisonRecord record = settled(compare_times(
      std::array<ComparedSolver, 2>{{{.name = "hare", .times = {kNotSolved, 7000}},
                                     {.name = "hound", .times = {kNotSolved, 7000}}}}));
  ASSERT_EQ(record.fields.size(), 1U);
  const result::SharedSetRecord& set = record.fields[0];
  EXPECT_EQ(set.puzzles, 2U);
  EXPECT_EQ(set.unsolved, 1U);
  EXPECT_EQ(set.best_total_ps, 7000U);
  for (const result::SharedSetEntry& entry : set.entries) {
    EXPECT_EQ(entry.solved, 1U);
    EXPECT_EQ(entry.total_ps, 7000U);
    EXPECT_EQ(entry.fastest, 1U);
    EXPECT_EQ(entry.alone, 0U);
  }
  ASSERT_EQ(record.pairs.size(), 1U);
  EXPECT_EQ(record.pairs[0].puzzles, 2U);
  EXPECT_EQ(record.pairs[0].a_faster, 0U);
  EXPECT_EQ(record.pairs[0].b_faster, 0U);
}

TEST(PuzzleComparison, CallsAloneWhoIsMoreThanATenthFasterThanTheNext) {
  const auto alone = [](std::uint64_t second, std::uint64_t third) {
    return settled(
               compare_times(std::array<ComparedSolver, 3>{{{.name = "hound", .times = {third}},
                                                            {.name = "hare", .times = {1000}},
                                                            {.name = "snail", .times = {second}}}}))
        .fields[0]
        .entries[1]
        .alone;
  };
  EXPECT_EQ(alone(1101, 5000), 1U);
  EXPECT_EQ(alone(1100, 5000), 0U);
  EXPECT_EQ(alone(5000, 1100), 0U) << "in whatever order";
  EXPECT_EQ(alone(1000, 5000), 0U) << "two are equally fast";
}

TEST(PuzzleComparison, SortsSetsBySampleAndPairsByRow) {
  const std::vector<result::Row> rows = {sound_row("snail"), sound_row("hound"), sound_row("hare")};
  const result::ComparisonRecord record = settled(comparison(), rows);
  ASSERT_EQ(record.fields.size(), 2U);
  EXPECT_GT(record.fields[0].sample_rate, record.fields[1].sample_rate);
  ASSERT_EQ(record.pairs.size(), 3U);
  std::vector<std::string> pairs;
  for (const result::PairRecord& pair : record.pairs)
    pairs.push_back(pair.a + " " + pair.b);
  EXPECT_EQ(pairs, (std::vector<std::string>{"hound snail", "hare snail", "hare hound"}));
}

// A set of one solver compares nothing.
TEST(PuzzleComparison, LeavesOutTheSampleOfTheOnlyFastSolver) {
  const result::ComparisonRecord record = settled(compare_times(std::array<ComparedSolver, 2>{
      {{.name = "hare", .sample_rate = 1, .times = {1000, 2000}},
       {.name = "snail", .sample_rate = 0.25, .times = {kNotMet, 9000}}}}));
  ASSERT_EQ(record.fields.size(), 1U);
  EXPECT_EQ(record.fields[0].sample_rate, 0.25);
  EXPECT_EQ(record.fields[0].puzzles, 1U);
  EXPECT_EQ(record.fields[0].best_total_ps, 2000U);
}

TEST(LogBins, BeginWhereTheBinBeforeEnds) {
  EXPECT_EQ(stats::log_bin(0, 4), 0U);
  EXPECT_EQ(stats::log_bin(1, 4), 1U);
  EXPECT_EQ(stats::log_bin(1.18, 4), 1U);
  EXPECT_EQ(stats::log_bin(1.19, 4), 2U);
  EXPECT_EQ(stats::log_bin(1024, 4), 41U);
  EXPECT_EQ(stats::first_of_bin(41, 4), 1024);
  EXPECT_EQ(stats::first_of_bin(0, 4), 0);
}

}  // namespace

}  // namespace sudoku::run
