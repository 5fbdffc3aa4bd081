#include "harness/report/suite_score.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/estimate.h"
#include "harness/result/document.h"

namespace sudoku::report {

namespace {

// A suite of two datasets, on which `quick` and `slow` take 90 ns and 190 ns, then 990 ns and
// 390 ns, per puzzle.
class SuiteScores : public testing::Test {
 protected:
  SuiteScores() {
    add("first", "quick", 100, 90);
    add("first", "slow", 100, 190);
    add("second", "quick", 300, 990);
    add("second", "slow", 300, 390);
  }

  void add(const char* dataset, const char* solver, std::uint64_t puzzles, double time_ns) {
    result::Row& row = run_.results.emplace_back();
    row.dataset = dataset;
    row.solver = solver;
    row.threads = 1;
    row.puzzles = puzzles;
    row.outcomes[Outcome::unique] = puzzles;
    row.time_per_puzzle_ns.median = time_ns;
    row.puzzles_per_second.median = 1e9 / time_ns;
    row.set_par2_s(time_ns / 1e9);
  }

  std::map<std::string, SuiteScore> scores() {
    for (const char* name : {"first", "second"})
      run_.datasets.emplace_back().name = name;
    std::vector<View> views;
    for (const result::DatasetRecord& dataset : run_.datasets)
      views.push_back(view_of(run_, dataset));
    const auto pair = [](double ratio) {
      result::PairRatio made{{}, 0, 1};
      made.ratio = base::without_interval(ratio);
      return made;
    };
    const std::vector<result::PairRatio> first = {pair(2)};
    const std::vector<result::PairRatio> second = {pair(4)};
    return suite_scores(std::vector<SuiteDataset>{{views[0], views[0].rows, first},
                                                  {views[1], views[1].rows, second}});
  }

  result::RunResult run_;
};

TEST_F(SuiteScores, WeighDatasetsAlikeInTheMean) {
  const SuiteScore score = scores().at("quick");
  EXPECT_NEAR(score.shifted_mean_ns, std::sqrt((90 + 10) * (990 + 10)) - 10, 1e-9);
}

TEST_F(SuiteScores, WeighPuzzlesAlikeInPar2) {
  run_.results[0].set_par2_s(3);
  run_.results[2].set_par2_s(1);
  EXPECT_NEAR(scores().at("quick").par2_s, (100 * 3 + 300 * 1) / 400.0, 1e-9);
}

TEST_F(SuiteScores, CountPuzzlesAndThoseDecided) {
  run_.results[1].outcomes[Outcome::unique] = 60;
  run_.results[1].outcomes[Outcome::timeout] = 40;
  EXPECT_EQ(scores().at("slow").puzzles, 400U);
  EXPECT_EQ(scores().at("slow").decided, 360U);
}

TEST_F(SuiteScores, HaveNoMeanWithoutTheWholeTaskOnAllDatasets) {
  run_.results[1].outcomes[Outcome::unique] = 60;
  run_.results[1].outcomes[Outcome::timeout] = 40;
  run_.results.pop_back();
  add("second", "other", 300, 390);
  EXPECT_TRUE(std::isnan(scores().at("slow").shifted_mean_ns));
  EXPECT_TRUE(std::isnan(scores().at("other").shifted_mean_ns));
  EXPECT_FALSE(std::isnan(scores().at("quick").shifted_mean_ns));
}

// The pairs of each dataset name rows by their order in it, fastest first.
TEST_F(SuiteScores, KeepTimesOverTheBestByDataset) {
  EXPECT_EQ(scores().at("quick").times_over_best, (std::vector<double>{1, 4}));
  EXPECT_EQ(scores().at("slow").times_over_best, (std::vector<double>{2, 1}));
}

TEST_F(SuiteScores, NameDatasetsTooSmallToCompare) {
  run_.results[2].puzzles = result::kFewestShared - 1;
  run_.results[3].puzzles = result::kFewestShared;
  EXPECT_EQ(scores().at("quick").too_small, std::vector<std::string>{"second"});
  EXPECT_TRUE(scores().at("slow").too_small.empty());
}

}  // namespace

}  // namespace sudoku::report
