#include "harness/history/figure.h"

#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "harness/results/example_result.h"
#include "harness/results/made_results.h"

namespace sudoku {
namespace {

// A release build's row "simd" alone, on the whole set.
RunResult one_row() {
  RunResult run = example_result();
  run.tool.build_type = "Release";
  run.results.resize(1);
  return run;
}

TEST(Figure, SaysWhatItDependsOnInWords) {
  RunResult run = one_row();
  run.results[0].sample_rate = 0.125;
  run.results[0].isolated = true;
  run.results[0].isa = "avx2";
  run.results[0].latency =
      LatencyRecord{.chunk = 512, .histogram = {}, .histogram_all_samples = {}};
  run.settings.permute = true;
  const SeriesKey key = figures_of(run).at(0).key;
  EXPECT_EQ(key.settings,
            "Release build, solution limit 2, blocks of 8,192, sample 1/8 of seed 1, in worker "
            "processes, permuted");
  EXPECT_EQ(key.variant, "avx2, batches of 512");
  EXPECT_EQ(key.cpu, "Example CPU 9000");
  EXPECT_EQ(key.dataset_sha256, "00ff");
}

struct OtherSeriesCase {
  const char* name;
  std::function<void(RunResult&)> change;
  bool is_other;
};

const OtherSeriesCase kOtherSeries[] = {
    {"nothing", [](RunResult&) {}, false},
    {"the name of the dataset",
     [](RunResult& run) { run.datasets[0].name = run.results[0].dataset = "renamed"; }, false},
    {"the compiler", [](RunResult& run) { run.tool.compiler = "another"; }, false},
    {"the seed, of a whole set", [](RunResult& run) { run.settings.seed = 9; }, false},
    {"the content of the dataset", [](RunResult& run) { run.datasets[0].sha256 = "01ff"; }, true},
    {"the machine", [](RunResult& run) { run.environment.cpu = "another"; }, true},
    {"the kind of build", [](RunResult& run) { run.tool.build_type = "Debug"; }, true},
    {"the solver", [](RunResult& run) { run.results[0].solver = "another"; }, true},
    {"the threads", [](RunResult& run) { run.results[0].threads = 7; }, true},
    {"the instruction set", [](RunResult& run) { run.results[0].isa = "avx512"; }, true},
    {"the solution limit", [](RunResult& run) { run.results[0].solution_limit = 1; }, true},
    {"the blocks", [](RunResult& run) { run.settings.block = 1000; }, true},
    {"the sample", [](RunResult& run) { run.results[0].sample_rate = 0.5; }, true},
};

TEST(Figure, IsOfAnotherSeriesWhenWhatMattersDiffers) {
  const SeriesKey key = figures_of(one_row()).at(0).key;
  for (const OtherSeriesCase& c : kOtherSeries) {
    SCOPED_TRACE(c.name);
    RunResult run = one_row();
    c.change(run);
    const SeriesKey other = figures_of(run).at(0).key;
    EXPECT_EQ(key < other || other < key, c.is_other);
  }
}

struct LeftOutCase {
  const char* name;
  std::function<void(ResultRecord&)> change;
  std::size_t figures;
  bool has_guesses;
};

const LeftOutCase kLeftOut[] = {
    {"a sound row", [](ResultRecord&) {}, 1, true},
    {"a wrong answer",
     [](ResultRecord& row) { row.outcomes[static_cast<std::size_t>(Outcome::wrong)] = 1; }, 0,
     false},
    {"disqualified", [](ResultRecord& row) { row.disqualified = "crashed"; }, 0, false},
    {"interrupted", [](ResultRecord& row) { row.complete = false; }, 0, false},
    {"no speed",
     [](ResultRecord& row) {
       row.puzzles_per_second.median = std::numeric_limits<double>::quiet_NaN();
     },
     0, false},
    {"a timeout",
     [](ResultRecord& row) { row.outcomes[static_cast<std::size_t>(Outcome::timeout)] = 1; }, 1,
     false},
};

TEST(Figure, LeavesOutWhatIsNoMeasurement) {
  for (const LeftOutCase& c : kLeftOut) {
    SCOPED_TRACE(c.name);
    RunResult run = one_row();
    c.change(run.results[0]);
    const auto figures = figures_of(run);
    ASSERT_EQ(figures.size(), c.figures);
    const bool has_guesses = !figures.empty() && figures[0].guesses.has_value();
    EXPECT_EQ(has_guesses, c.has_guesses);
  }
}

}  // namespace
}  // namespace sudoku
