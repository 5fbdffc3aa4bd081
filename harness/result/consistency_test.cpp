#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::result {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

struct ConsistencyCase {
  const char* name;
  std::function<void(RunResult&)> edit;
  const char* error;
};

// Counts a puzzle of the row that was unique as something else.
void recount(Row& row, Outcome as) {
  --row.outcomes[Outcome::unique];
  ++row.outcomes[as];
}

const ConsistencyCase kConsistencyCases[] = {
    {"as written", [](RunResult&) {}, "accepted"},
    {"a row of no dataset", [](RunResult& run) { run.results[3].dataset = "x.csv"; },
     "r.json: /results/3/dataset: expected a name in datasets, found \"x.csv\""},
    {"a comparison of no dataset",
     [](RunResult& run) { run.comparisons[1].dataset = std::string(10'000, 'x'); },
     "r.json: /comparisons/1/dataset: expected a name in datasets, found a text of 10000 "
     "characters"},
    {"a solver of a pair that has no row",
     [](RunResult& run) { run.comparisons[0].pairs[0].b = "you"; },
     "r.json: /comparisons/0/pairs/0/b: expected the solver of one of /results, found \"you\""},
    {"a bin beyond all numbers",
     [](RunResult& run) { run.comparisons[0].pairs[0].cells.x[0] = 1ULL << 60U; },
     "r.json: /comparisons/0/pairs/0/cells/x: expected bins up to 257, found 1152921504606846976"},
    {"the last bin", [](RunResult& run) { run.comparisons[0].pairs[0].cells.x[0] = 257; },
     "accepted"},
    {"a row that is there twice", [](RunResult& run) { run.results[4] = run.results[1]; },
     "r.json: /results/4: expected a row different from /results/1, found \"solver_01 on "
     "dataset_00.csv\""},
    {"a dataset that is there twice",
     [](RunResult& run) { run.datasets.push_back(run.datasets[0]); },
     "r.json: /datasets/1/name: expected a name different from that of /datasets/0, found "
     "\"dataset_00.csv\""},
    {"a block that is there twice", [](RunResult& run) { run.results[1].blocks[2].index = 1; },
     "r.json: /results/1/blocks/2/index: expected an index above 1, found 1"},
    {"blocks that are missing", [](RunResult& run) { run.results[1].blocks.resize(1); },
     "r.json: /results/1/blocks: expected 100000 puzzles in all, as many as its row has, found "
     "8192"},
    {"more waiting than time",
     [](RunResult& run) {
       run.results[1].blocks[1].seconds = {0.5, 0.25};
       run.results[1].blocks[1].waited = {0.5, 0.26};
     },
     "r.json: /results/1/blocks/1/waited/1: expected 0 to 0.25, the seconds of the round, found "
     "0.26"},
    {"waiting in a round that was not made",
     [](RunResult& run) { run.results[1].blocks[1].waited = std::vector<double>(99, 0); },
     "r.json: /results/1/blocks/1/waited/5: expected one for each of the 5 rounds, found more"},
    {"waiting that is not known",
     [](RunResult& run) {
       run.results[1].blocks[1].waited = {std::numeric_limits<double>::quiet_NaN()};
     },
     "accepted"},
    {"parts of no shards", [](RunResult& run) { run.shards = ShardsRecord{.of = 0, .parts = {}}; },
     "r.json: /shards/of: expected at least 1, found 0"},
    {"a rate that is no share", [](RunResult& run) { run.results[1].sample_rate = 1.5; },
     "r.json: /results/1/sample_rate: expected a share above 0 and up to 1, found 1.5"},
    {"a rate of nothing", [](RunResult& run) { run.results[1].sample_rate = 0; },
     "r.json: /results/1/sample_rate: expected a share above 0 and up to 1, found 0"},
    {"a wrong answer that is not counted",
     [](RunResult& run) {
       run.results[1].wrong_answers = {{.puzzle = "p", .line = 7, .reason = "says none"}};
     },
     "r.json: /results/1/wrong_answers: expected none, as outcomes has none, found 1"},
    {"a wrong answer that is not listed",
     [](RunResult& run) { recount(run.results[1], Outcome::wrong); },
     "r.json: /results/1/wrong_answers: expected some, as outcomes has some, found 0"},
    {"a crash that is not listed",
     [](RunResult& run) { recount(run.results[1], Outcome::crashed); },
     "r.json: /results/1/incidents: expected some, as outcomes has crashes, found 0"},
    {"a crash that is not counted",
     [](RunResult& run) {
       run.results[1].incidents = {{.puzzle = "p", .line = 7, .reason = "died of SIGSEGV"}};
     },
     "r.json: /results/1/incidents: expected at most the 0 crashes of outcomes, found 1"},
    {"a crash that no recorded answer shows",
     [](RunResult& run) {
       run.results[1].incidents = {{.puzzle = "p", .line = kNoLine, .reason = "died of SIGSEGV"}};
     },
     "accepted"},
    {"the speed of a void row",
     [](RunResult& run) {
       run.results[1].disqualified = "silent";
       run.results[1].time_per_puzzle_ns.median = 250;
     },
     "r.json: /results/1/time_per_puzzle_ns: expected null, as the row is void, found 250"},
    {"a part that is there twice",
     [](RunResult& run) {
       run.shards = {.of = 3, .parts = {2, 2}};
     },
     "r.json: /shards/parts/1: expected 3 to 3, found 2"},
    {"blocks of another part",
     [](RunResult& run) {
       run.shards = {.of = 3, .parts = {1, 3}};
     },
     "r.json: /results/0/blocks/1/index: expected a block of one of /shards/parts, found one of "
     "part 2"},
    {"no blocks", [](RunResult& run) { run.results[1].blocks.clear(); },
     "r.json: /results/1/blocks: expected 100000 puzzles in all, as many as its row has, found 0"},
    {"more puzzles than its dataset",
     [](RunResult& run) {
       run.results[1].blocks[0].puzzles += 1;
       run.results[1].outcomes[0] += 1;
       run.results[1].puzzles += 1;
     },
     "r.json: /results/1/puzzles: expected at most the 100000 of its dataset, found 100001"},
    {"an outcome too many", [](RunResult& run) { run.results[1].outcomes[1] += 1; },
     "r.json: /results/1/outcomes: expected 100000 puzzles in all, as many as its row has, found "
     "100001"},
    {"guesses that its blocks lack", [](RunResult& run) { run.results[1].guesses += 1; },
     "r.json: /results/1/guesses/total: expected 500000, the sum over its blocks, found 500001"},
    {"another digest", [](RunResult& run) { run.results[1].solution_digest = 1; },
     "r.json: /results/1/solution_digest: expected 000000000000004e, the sum over its blocks, "
     "found 0000000000000001"},
    {"a subsample that lacks a block",
     [](RunResult& run) {
       run.results[1].subsamples = {
           {.rate = 0.5, .puzzles = 7, .blocks = {{.puzzles = 6, .seconds = {}}}}};
     },
     "r.json: /results/1/subsamples/0/blocks: expected 7 puzzles in all, as many as its row has, "
     "found 6"},
    {"a first block that comes behind the second",
     [](RunResult& run) { run.results[1].blocks[0].index = run.results[1].blocks[1].index; },
     "r.json: /results/1/blocks/1/index: expected an index above 1, found 1"},
    {"twice the speed in the same seconds",
     [](RunResult& run) {
       run.results[2].time_per_puzzle_ns.median = 500;
       run.results[2].puzzles_per_second.median = 2e6;
     },
     "r.json: /results/2/time_per_puzzle_ns/median: expected about 1285.94, the seconds of its "
     "blocks over their puzzles, found 500"},
    {"twice the speed in the same time",
     [](RunResult& run) { run.results[2].puzzles_per_second.median = 2e6; },
     "r.json: /results/2/puzzles_per_second/median: expected about 777642, the inverse of its "
     "time, found 2e+06"},
    {"processes that took another time",
     [](RunResult& run) {
       run.results[2].processes = ProcessesRecord{{1, 1, 2, 2, 8, 8, 9, 9}};
     },
     "r.json: /results/2/time_per_puzzle_ns/median: expected about 4, the middle of its processes, "
     "found 1285.94"},
    {"no threads", [](RunResult& run) { run.results[1].threads = 0; },
     "r.json: /results/1/threads: expected at least 1, found 0"},
    {"an interval without its median",
     [](RunResult& run) {
       run.results[1].speedup = SpeedupRecord{
           .reference = "solver_00", .reference_threads = 1, .ratio = {kNothing, 0.05, 20}};
     },
     "r.json: /results/1/speedup/ratio/median: expected a number from 0.05 to 20, found null"},
    {"half an interval", [](RunResult& run) { run.results[1].puzzles_per_second.low = kNothing; },
     "r.json: /results/1/puzzles_per_second/ci95: expected two ends or two times null, found one "
     "end"},
    {"an interval around another number",
     [](RunResult& run) {
       const double median = run.results[1].time_per_puzzle_ns.median = 1000;
       run.results[1].puzzles_per_second = {1e9 / median, 1, 2};
       run.results[1].blocks.clear();
       run.results[1].processes = ProcessesRecord{{1000}};
       run.results[1].puzzles = 0;
       run.results[1].outcomes = {};
       run.results[1].guesses = run.results[1].solution_digest = 0;
     },
     "r.json: /results/1/puzzles_per_second/ci95: expected positive ends around 1e+06, found 1 and "
     "2"},
    {"a speed-up that is none",
     [](RunResult& run) {
       run.results[1].scaling = SpeedupRecord{
           .reference = "solver_00", .reference_threads = 1, .ratio = {0, kNothing, kNothing}};
     },
     "r.json: /results/1/scaling/ratio/median: expected a number above 0, found 0"},
    {"a speed-up over no threads",
     [](RunResult& run) {
       run.results[1].scaling = SpeedupRecord{.reference = "solver_00", .ratio = {2, 1, 3}};
     },
     "r.json: /results/1/scaling/reference_threads: expected at least 1, found 0"},
    {"a speed-up over more puzzles",
     [](RunResult& run) {
       run.results[1].speedup = SpeedupRecord{.reference = "solver_00",
                                              .reference_threads = 1,
                                              .puzzles = 100'001,
                                              .ratio = {2, 1, 3}};
     },
     "r.json: /results/1/speedup/puzzles: expected at most the 100000 of its row, found 100001"},
    {"more answers confirmed than given",
     [](RunResult& run) { run.results[1].confirmed = {.referees = 100'001}; },
     "r.json: /results/1/confirmed/referees: expected at most the 100000 puzzles of its row, found "
     "100001"},
    {"a least time above the greatest",
     [](RunResult& run) { run.results[1].latency->min_ps = 200'000'000; },
     "r.json: /results/1/latency_ns/min: expected at most max, found 200000"},
    {"a speed without a time",
     [](RunResult& run) { run.results[1].time_per_puzzle_ns = base::kUnknownEstimate; },
     "r.json: /results/1/time_per_puzzle_ns/median: expected the inverse of the puzzles per "
     "second, found null"},
    {"a rate that is null", [](RunResult& run) { run.results[1].sample_rate = kNothing; },
     "r.json: /results/1/sample_rate: expected a share above 0 and up to 1, found null"},
    {"more clues on average than at most", [](RunResult& run) { run.datasets[0].clues_mean = 99; },
     "r.json: /datasets/0/clues/mean: expected a number from 21 to 31, found 99"},
    {"guesses beyond all numbers, as they are added up",
     [](RunResult& run) { run.results[1].blocks[1].guesses = run.results[1].guesses = UINT64_MAX; },
     "accepted"},
    {"a cell beyond all times", [](RunResult& run) { run.results[1].guess_time->y[0] = 258; },
     "r.json: /results/1/guess_time/y: expected bins up to 257, found 258"},
};

TEST(Consistency, NamesTheFieldThatDoesNotFit) {
  for (const ConsistencyCase& c : kConsistencyCases) {
    SCOPED_TRACE(c.name);
    RunResult run = large_result(3, 1);
    c.edit(run);
    std::string error = "accepted";
    try {
      require_consistent(run, "r.json");
    } catch (const base::InputError& found) {
      error = found.what();
    }
    EXPECT_EQ(error, c.error);
  }
}

}  // namespace

}  // namespace sudoku::result
