#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "harness/base/byte_source_fixture.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::result {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

struct ConsistencyCase {
  const char* name;
  std::function<void(RunResult&)> edit;
  const char* error;  // without the name of the document
};

// Counts a puzzle of the row that was unique as something else.
void recount(Row& row, Outcome as) {
  --row.outcomes[Outcome::unique];
  ++row.outcomes[as];
}

// A change of the second row.
std::function<void(RunResult&)> of_row(void (*edit)(Row&)) {
  return [edit](RunResult& run) { edit(run.results[1]); };
}

const ConsistencyCase kConsistencyCases[] = {
    {"as written", [](RunResult&) {}, "no error"},
    {"a row of no dataset", [](RunResult& run) { run.results[3].dataset = "x.csv"; },
     "/results/3/dataset: expected a name in datasets, found \"x.csv\""},
    {"a comparison of no dataset",
     [](RunResult& run) { run.comparisons[1].dataset = std::string(10'000, 'x'); },
     "/comparisons/1/dataset: expected a name in datasets, found a text of 10000 characters"},
    {"a solver of a pair that has no row",
     [](RunResult& run) { run.comparisons[0].pairs[0].b = "you"; },
     "/comparisons/0/pairs/0/b: expected the solver of one of /results, found \"you\""},
    {"a bin beyond all numbers",
     [](RunResult& run) { run.comparisons[0].pairs[0].cells.x[0] = 1ULL << 60U; },
     "/comparisons/0/pairs/0/cells/x: expected bins up to 257, found 1152921504606846976"},
    {"the last bin", [](RunResult& run) { run.comparisons[0].pairs[0].cells.x[0] = 257; },
     "no error"},
    {"a row that is there twice", [](RunResult& run) { run.results[4] = run.results[1]; },
     "/results/4: expected a row different from /results/1, found \"solver_01 on dataset_00.csv\""},
    {"a dataset that is there twice",
     [](RunResult& run) { run.datasets.push_back(run.datasets[0]); },
     "/datasets/1/name: expected a name different from that of /datasets/0, found "
     "\"dataset_00.csv\""},
    {"a block that is there twice", of_row([](Row& row) { row.blocks[2].index = 1; }),
     "/results/1/blocks/2/index: expected an index above 1, found 1"},
    {"blocks that are missing", of_row([](Row& row) { row.blocks.resize(1); }),
     "/results/1/blocks: expected 100000 puzzles in all, as many as its row has, found 8192"},
    {"more waiting than time", of_row([](Row& row) {
       row.blocks[1].seconds = {0.5, 0.25};
       row.blocks[1].waited = {0.5, 0.26};
     }),
     "/results/1/blocks/1/waited/1: expected 0 to 0.25, the seconds of the round, found 0.26"},
    {"waiting in a round that was not made",
     of_row([](Row& row) { row.blocks[1].waited = std::vector<double>(99, 0); }),
     "/results/1/blocks/1/waited/5: expected one for each of the 5 rounds, found more"},
    {"waiting that is not known",
     of_row([](Row& row) { row.blocks[1].waited = {std::numeric_limits<double>::quiet_NaN()}; }),
     "no error"},
    {"parts of no shards", [](RunResult& run) { run.shards = ShardsRecord{.of = 0, .parts = {}}; },
     "/shards/of: expected at least 1, found 0"},
    {"a rate that is no share", of_row([](Row& row) { row.sample_rate = 1.5; }),
     "/results/1/sample_rate: expected a share above 0 and up to 1, found 1.5"},
    {"a rate of nothing", of_row([](Row& row) { row.sample_rate = 0; }),
     "/results/1/sample_rate: expected a share above 0 and up to 1, found 0"},
    {"a wrong answer that is not counted", of_row([](Row& row) {
       row.wrong_answers = {{.puzzle = "p", .line = 7, .reason = "says none"}};
     }),
     "/results/1/wrong_answers: expected none, as outcomes has none, found 1"},
    {"a wrong answer that is not listed", of_row([](Row& row) { recount(row, Outcome::wrong); }),
     "/results/1/wrong_answers: expected some, as outcomes has some, found 0"},
    {"a crash that is not listed", of_row([](Row& row) { recount(row, Outcome::crashed); }),
     "/results/1/incidents: expected some, as outcomes has crashes, found 0"},
    {"a crash that is not counted", of_row([](Row& row) {
       row.incidents = {{.puzzle = "p", .line = 7, .reason = "died of SIGSEGV"}};
     }),
     "/results/1/incidents: expected at most the 0 crashes of outcomes, found 1"},
    {"a crash that no recorded answer shows", of_row([](Row& row) {
       row.incidents = {{.puzzle = "p", .line = kNoLine, .reason = "died of SIGSEGV"}};
     }),
     "no error"},
    {"the speed of a void row", of_row([](Row& row) {
       row.disqualified = "silent";
       row.time_per_puzzle_ns.median = 250;
     }),
     "/results/1/time_per_puzzle_ns: expected null, as the row is void, found 250"},
    {"a part that is there twice",
     [](RunResult& run) {
       run.shards = {.of = 3, .parts = {2, 2}};
     },
     "/shards/parts/1: expected 3 to 3, found 2"},
    {"blocks of another part",
     [](RunResult& run) {
       run.shards = {.of = 3, .parts = {1, 3}};
     },
     "/results/0/blocks/1/index: expected a block of one of /shards/parts, found one of part 2"},
    {"no blocks", of_row([](Row& row) { row.blocks.clear(); }),
     "/results/1/blocks: expected 100000 puzzles in all, as many as its row has, found 0"},
    {"more puzzles than its dataset", of_row([](Row& row) {
       row.blocks[0].puzzles += 1;
       row.outcomes[0] += 1;
       row.puzzles += 1;
     }),
     "/results/1/puzzles: expected at most the 100000 of its dataset, found 100001"},
    {"an outcome too many", of_row([](Row& row) { row.outcomes[1] += 1; }),
     "/results/1/outcomes: expected 100000 puzzles in all, as many as its row has, found 100001"},
    {"guesses that its blocks lack", of_row([](Row& row) { row.guesses += 1; }),
     "/results/1/guesses/total: expected 500000, the sum over its blocks, found 500001"},
    {"another digest", of_row([](Row& row) { row.solution_digest = 1; }),
     "/results/1/solution_digest: expected 000000000000004e, the sum over its blocks, found "
     "0000000000000001"},
    {"a subsample that lacks a block", of_row([](Row& row) {
       row.subsamples = {{.rate = 0.5, .puzzles = 7, .blocks = {{.puzzles = 6, .seconds = {}}}}};
     }),
     "/results/1/subsamples/0/blocks: expected 7 puzzles in all, as many as its row has, found 6"},
    {"a first block that comes behind the second",
     of_row([](Row& row) { row.blocks[0].index = row.blocks[1].index; }),
     "/results/1/blocks/1/index: expected an index above 1, found 1"},
    {"twice the speed in the same seconds",
     [](RunResult& run) {
       run.results[2].time_per_puzzle_ns.median = 500;
       run.results[2].puzzles_per_second.median = 2e6;
     },
     "/results/2/time_per_puzzle_ns/median: expected about 1285.94, the seconds of its blocks over "
     "their puzzles, found 500"},
    {"twice the speed in the same time",
     [](RunResult& run) { run.results[2].puzzles_per_second.median = 2e6; },
     "/results/2/puzzles_per_second/median: expected about 777642, the inverse of its time, found "
     "2e+06"},
    {"processes that took another time",
     [](RunResult& run) {
       run.results[2].processes = ProcessesRecord{{1, 1, 2, 2, 8, 8, 9, 9}};
     },
     "/results/2/time_per_puzzle_ns/median: expected about 4, the middle of its processes, found "
     "1285.94"},
    {"no threads", of_row([](Row& row) { row.threads = 0; }),
     "/results/1/threads: expected at least 1, found 0"},
    {"an interval without its median", of_row([](Row& row) {
       row.speedup = SpeedupRecord{
           .reference = "solver_00", .reference_threads = 1, .ratio = {kNothing, 0.05, 20}};
     }),
     "/results/1/speedup/ratio/median: expected a number from 0.05 to 20, found null"},
    {"half an interval", of_row([](Row& row) { row.puzzles_per_second.low = kNothing; }),
     "/results/1/puzzles_per_second/ci95: expected two ends or two times null, found one end"},
    {"an interval around another number", of_row([](Row& row) {
       const double median = row.time_per_puzzle_ns.median = 1000;
       row.puzzles_per_second = {1e9 / median, 1, 2};
       row.blocks.clear();
       row.processes = ProcessesRecord{{1000}};
       row.puzzles = 0;
       row.outcomes = {};
       row.guesses = row.solution_digest = 0;
     }),
     "/results/1/puzzles_per_second/ci95: expected positive ends around 1e+06, found 1 and 2"},
    {"a speed-up that is none", of_row([](Row& row) {
       row.scaling = SpeedupRecord{
           .reference = "solver_00", .reference_threads = 1, .ratio = {0, kNothing, kNothing}};
     }),
     "/results/1/scaling/ratio/median: expected a number above 0, found 0"},
    {"a speed-up over no threads", of_row([](Row& row) {
       row.scaling = SpeedupRecord{.reference = "solver_00", .ratio = {2, 1, 3}};
     }),
     "/results/1/scaling/reference_threads: expected at least 1, found 0"},
    {"a speed-up over more puzzles", of_row([](Row& row) {
       row.speedup = SpeedupRecord{.reference = "solver_00",
                                   .reference_threads = 1,
                                   .puzzles = 100'001,
                                   .ratio = {2, 1, 3}};
     }),
     "/results/1/speedup/puzzles: expected at most the 100000 of its row, found 100001"},
    {"more answers confirmed than given",
     of_row([](Row& row) { row.confirmed = {.referees = 100'001}; }),
     "/results/1/confirmed/referees: expected at most the 100000 puzzles of its row, found 100001"},
    {"a least time above the greatest", of_row([](Row& row) { row.latency->min_ps = 200'000'000; }),
     "/results/1/latency_ns/min: expected at most max, found 200000"},
    {"a speed without a time",
     of_row([](Row& row) { row.time_per_puzzle_ns = base::kUnknownEstimate; }),
     "/results/1/time_per_puzzle_ns/median: expected the inverse of the puzzles per second, found "
     "null"},
    {"a rate that is null", of_row([](Row& row) { row.sample_rate = kNothing; }),
     "/results/1/sample_rate: expected a share above 0 and up to 1, found null"},
    {"more clues on average than at most", [](RunResult& run) { run.datasets[0].clues_mean = 99; },
     "/datasets/0/clues/mean: expected a number from 21 to 31, found 99"},
    {"guesses beyond all numbers, as they are added up",
     of_row([](Row& row) { row.blocks[1].guesses = row.guesses = UINT64_MAX; }), "no error"},
    {"a cell beyond all times", of_row([](Row& row) { row.guess_time->y[0] = 258; }),
     "/results/1/guess_time/y: expected bins up to 257, found 258"},
};

TEST(Consistency, NamesTheFieldThatDoesNotFit) {
  for (const ConsistencyCase& c : kConsistencyCases) {
    SCOPED_TRACE(c.name);
    RunResult run = large_result(3, 1);
    c.edit(run);
    const std::string error = base::error_of([&run] { require_consistent(run, "r.json"); });
    EXPECT_EQ(error, (*c.error == '/' ? "r.json: " : "") + std::string(c.error));
  }
}

}  // namespace

}  // namespace sudoku::result
