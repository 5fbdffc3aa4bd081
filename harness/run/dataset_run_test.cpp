// Tests of what a dataset's part of a run makes of the answers and times of its solvers.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/sha256.h"
#include "harness/base/test_files.h"
#include "harness/dataset/sample.h"
#include "harness/parallel/thread_time.h"
#include "harness/run/block_measurement.h"
#include "harness/run/run.h"
#include "harness/run/run_fixture.h"
#include "solvers/roster.h"

namespace sudoku::run {

namespace {

using std::chrono::milliseconds;

using AnswerChange = void (*)(std::span<const Grid> puzzles, std::span<Answer> answers);

// Solves as mrv does, for at most `limit` solutions, and then changes the answers.
template <AnswerChange kChange, std::uint64_t limit = kUnlimited>
class Changed final : public Solver {
 public:
  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) override {
    Budget limited = budget;
    limited.solution_limit = std::min(limit, budget.solution_limit);
    right_->solve(puzzles, limited, answers);
    kChange(puzzles, answers);
  }

 private:
  std::unique_ptr<Solver> right_ = find_solver("mrv")->create();
};

void keep_answers(std::span<const Grid> /*puzzles*/, std::span<Answer> /*answers*/) {}

void deny(std::span<const Grid> /*puzzles*/, std::span<Answer> answers) {
  std::ranges::fill(answers, Answer{.outcome = Outcome::none});
}

// Gives up puzzles that begin with a 1.
void give_up_some(std::span<const Grid> puzzles, std::span<Answer> answers) {
  for (std::size_t i = 0; i < puzzles.size(); ++i)
    if (puzzles[i].cells[2] == '1') answers[i] = {.outcome = Outcome::timeout};
}

// Denies the third puzzle of a call with fewer than 64.
void deny_in_small_calls(std::span<const Grid> puzzles, std::span<Answer> answers) {
  if (puzzles.size() < 64 && puzzles.size() > 2) answers[2] = {.outcome = Outcome::none};
}

// Works for a millisecond on each puzzle.
void work_long(std::span<const Grid> puzzles, std::span<Answer> /*answers*/) {
  const auto cpu_time = [] { return parallel::cpu_time_of(CLOCK_THREAD_CPUTIME_ID); };
  const auto until = cpu_time() + puzzles.size() * milliseconds(1);
  while (cpu_time() < until) {
  }
}

// Sleeps for two milliseconds on each puzzle.
void sleep_long(std::span<const Grid> puzzles, std::span<Answer> /*answers*/) {
  std::this_thread::sleep_for(puzzles.size() * milliseconds(2));
}

std::vector<std::vector<Grid>> noted_calls;

void note_call(std::span<const Grid> puzzles, std::span<Answer> /*answers*/) {
  noted_calls.emplace_back(puzzles.begin(), puzzles.end());
}

template <AnswerChange kChange, std::uint64_t limit = kUnlimited>
runner::SolverSpec solver(const char* name, unsigned batch = 1) {
  static std::map<std::pair<std::string, unsigned>, SolverEntry> entries;
  const auto [entry, is_new] = entries.try_emplace({name, batch});
  if (is_new) {
    entry->second = {.info = {.name = name, .about = "", .source = "", .guess = "", .batch = batch},
                     .create = []() -> std::unique_ptr<Solver> {
                       return std::make_unique<Changed<kChange, limit>>();
                     }};
  }
  return runner::SolverSpec(entry->second);
}

runner::SolverSpec mrv_spec() { return runner::SolverSpec(*find_solver("mrv")); }

class DatasetRunTest : public testing::Test {
 protected:
  DatasetRunTest() {
    settings_.time_budget = milliseconds(20);  // so that rounds are short
    settings_.sample_rate = 1;
  }

  RunContext context(RunObserver& observer, Journal& journal) {
    static const machine::StampClock clock;
    return {.settings = settings_,
            .cancelled = never_,
            .observer = observer,
            .journal = journal,
            .clock = clock,
            .counters = machine::HardwareCounters(nullptr)};
  }

  // A journal that has begun.
  Journal journal() {
    result::RunResult run;
    run.datasets.resize(1);
    Journal journal(journal_);
    journal.begin(settings_, run);
    return journal;
  }

  // A run's part on a dataset: no more is needed here, and the rest takes long.
  result::RunResult run(const std::string& puzzles, RunObserver& observer) {
    base::InputFile file(folder_.write("puzzles.txt", puzzles));
    dataset::Survey found = dataset::survey(file, settings_.reading(), settings_.seed,
                                            [](std::uint64_t, std::uint64_t) { return true; });
    SurveyedDataset surveyed{
        .number = 0, .file = std::move(file), .record = {}, .pilots = std::move(found.pilots)};
    surveyed.record.name = "puzzles.txt";
    surveyed.record.sha256 = found.sha256;
    surveyed.record.puzzles = found.puzzles;
    Journal journal = this->journal();
    RunContext context = this->context(observer, journal);
    for (const unsigned threads : settings_.threads)
      context.pools.push_back(std::make_unique<parallel::ThreadPool>(threads, false));
    result::RunResult result;
    run_dataset(context, surveyed, result);
    context.noise.report(result.environment);
    return result;
  }

  result::RunResult run(const std::string& puzzles) {
    Quiet observer;
    return run(puzzles, observer);
  }

  // Lets each solver be planned as if it took that long for a puzzle.
  void know_pilots(const std::string& puzzles, const std::vector<double>& ns_per_puzzle) {
    settings_.pilots.clear();
    for (const double ns : ns_per_puzzle) {
      const std::string_view name = settings_.solver_specs[settings_.pilots.size()].info.name;
      settings_.pilots.push_back({base::sha256_of(puzzles), std::string(name), ns});
    }
  }

  void with(std::vector<runner::SolverSpec> solvers) {
    settings_.reference = solvers.front().info.name;
    settings_.solver_specs = std::move(solvers);
  }

  base::TemporaryFolder folder_;
  JournalOptions journal_;
  options::RunSettings settings_ = quick_run({"mrv"});
  const std::atomic<bool> never_{false};
};

using Warnings = std::vector<std::string>;

// Restarts of workers must not take a run much beyond its budget.
TEST_F(DatasetRunTest, LimitsWorkersByTheSettings) {
  Quiet observer;
  Journal journal = this->journal();
  const RunContext context = this->context(observer, journal);
  settings_.time_budget = milliseconds(100);
  EXPECT_EQ(isolation_of(context).off_clock_budget, std::chrono::seconds(10));
  settings_.time_budget = std::chrono::seconds(4);
  EXPECT_EQ(isolation_of(context).off_clock_budget, std::chrono::seconds(12));
  settings_.time_budget = {};
  EXPECT_EQ(isolation_of(context).off_clock_budget, Nanoseconds(0)) << "there is no limit";
  settings_.block = 10;
  EXPECT_EQ(isolation_of(context).capacity, kMostCopied);
  settings_.block = 100'000;
  EXPECT_EQ(isolation_of(context).capacity, 100'000U);
  settings_.memory_limit = 77;
  settings_.puzzle_timeout = milliseconds(5);
  for (const bool is_on : {true, false}) {
    settings_.isolate_all = settings_.pin = is_on;
    EXPECT_EQ(isolation_of(context).everybody, is_on);
    EXPECT_EQ(isolation_of(context).pin, is_on);
  }
  EXPECT_EQ(isolation_of(context).memory_limit, 77U);
  EXPECT_EQ(isolation_of(context).puzzle_timeout, milliseconds(5));
  EXPECT_EQ(isolation_of(context).cancelled, &never_);
}

TEST_F(DatasetRunTest, ComparesSolversPuzzleByPuzzleOnEachNumberOfThreads) {
  with({solver<keep_answers>("keeps"), solver<give_up_some>("gives_up"),
        solver<keep_answers>("batches", 8)});
  settings_.threads = {1, 2};
  settings_.sample_rate = 0.5;
  settings_.block = 45;
  const result::RunResult result = run(proper_puzzles(90));
  ASSERT_EQ(result.results.size(), 6U);
  const result::Row& gives_up = result.results[2];
  ASSERT_GT(gives_up.outcomes[Outcome::timeout], 0U);
  ASSERT_LT(gives_up.puzzles, 90U);
  EXPECT_GT(gives_up.startup_s, 0);
  ASSERT_EQ(result.comparisons.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const result::ComparisonRecord& comparison = result.comparisons[i];
    EXPECT_EQ(comparison.dataset, "puzzles.txt");
    EXPECT_EQ(comparison.threads, i + 1);
    ASSERT_EQ(comparison.pairs.size(), 1U) << "a batch solver has no times of puzzles";
    EXPECT_EQ(comparison.pairs[0].a, "keeps");
    EXPECT_EQ(comparison.pairs[0].b, "gives_up");
    EXPECT_EQ(comparison.pairs[0].puzzles, gives_up.puzzles) << "those of the sample";
    // A time of 0 stands for puzzles that are not solved.
    EXPECT_EQ(std::ranges::count(comparison.pairs[0].cells.x, 0U), 0);
    EXPECT_GT(std::ranges::count(comparison.pairs[0].cells.y, 0U), 0);
  }
}

TEST_F(DatasetRunTest, ComparesNothingWithoutTimesOfPuzzles) {
  with({solver<keep_answers>("keeps"), solver<give_up_some>("gives_up")});
  settings_.latency = false;
  EXPECT_TRUE(run(proper_puzzles(10)).comparisons.empty());
  settings_.latency = true;
  with({solver<keep_answers>("keeps")});
  EXPECT_TRUE(run(proper_puzzles(10)).comparisons.empty()) << "one solver alone";
}

TEST_F(DatasetRunTest, NamesTheRowsWhosePuzzlesWereGivenUp) {
  with({solver<keep_answers>("keeps"), solver<give_up_some>("gives_up")});
  settings_.threads = {1, 2};
  settings_.sample_rate.reset();
  settings_.time_budget = milliseconds(250);
  settings_.block = 18;
  EXPECT_EQ(warnings_with(run(proper_puzzles(18)), "given up"),
            Warnings{"puzzles.txt: puzzles that took the whole time budget were given up after "
                     "0.25 s: gives_up on 1 threads 2 of 18, gives_up on 2 threads 2 of 18"});
  settings_.puzzle_timeout = settings_.time_budget;
  EXPECT_EQ(warnings_with(run(proper_puzzles(18)), "given up"), Warnings()) << "as asked for";
}

// The referees would count the solutions of an empty grid for years. They get ten times as long as
// a solver, which is little here: a solver that is interrupted is too late, and tries again.
TEST_F(DatasetRunTest, SaysThatTheRefereesCouldNotDecide) {
  const std::string empty_grid = std::string(kCells, '.') + "\n";
  with({solver<keep_answers, 2>("counts_two"), solver<deny, 2>("denies")});
  settings_.solution_limit = kUnlimited;
  settings_.puzzle_timeout = milliseconds(10);
  settings_.time_budget = milliseconds(20);
  settings_.latency = false;
  know_pilots(empty_grid, {1e3, 1e3});
  Warnings warnings;
  for (int i = 0; i < 5 && warnings.empty(); ++i)
    warnings = warnings_with(run(empty_grid), "disagree");
  EXPECT_EQ(warnings, Warnings{"puzzles.txt: solvers disagree on 1 puzzles that the referees could "
                               "not solve"});
}

// Which parts of the dataset are done, and how fast the solver was before, at each turn.
class Turns final : public Quiet {
 public:
  void running(const RunProgress& progress) override {
    EXPECT_EQ(progress.dataset, "puzzles.txt");
    solvers.insert(std::string(progress.solver));
    shares.push_back(progress.share);
    if (per_second == 0) per_second = progress.per_second;
    EXPECT_GT(progress.per_second, 0);
    EXPECT_TRUE(std::isfinite(progress.per_second));
  }

  std::set<std::string> solvers;
  std::vector<double> shares;
  double per_second = 0;  // at the first turn
};

TEST_F(DatasetRunTest, TellsHowMuchOfAllBlocksIsDone) {
  with({solver<keep_answers>("keeps"), solver<give_up_some>("gives_up")});
  settings_.block = 6;
  settings_.time_budget = {};
  know_pilots(proper_puzzles(10), {2000, 2000});
  for (const std::uint64_t rounds : {1, 4}) {
    settings_.rounds = rounds;
    Turns turns;
    run(proper_puzzles(10), turns);
    EXPECT_DOUBLE_EQ(turns.per_second, 500'000) << "in the pilot";
    EXPECT_EQ(turns.solvers, (std::set<std::string>{"gives_up", "keeps"}));
    const std::uint64_t of_both = 2 * std::max(options::kLatencyRounds, rounds);
    ASSERT_EQ(turns.shares.size(), 2 * of_both);
    for (std::size_t i = 0; i < of_both; ++i) {
      // As much as of a round is left for the checks.
      const double of_block = static_cast<double>(i) / static_cast<double>(of_both + 2);
      EXPECT_NEAR(turns.shares[i], 6 * of_block / 10, 1e-9) << i;
      EXPECT_NEAR(turns.shares[of_both + i], (6 + 4 * of_block) / 10, 1e-9) << i;
    }
  }
}

// A solver with small calls on its smaller sample is wrong on one puzzle of that sample only.
TEST_F(DatasetRunTest, ChargesAFaultOnASmallerSampleToItsPuzzle) {
  const std::string puzzles = proper_puzzles(100);
  const std::string of_puzzles = base::sha256_of(puzzles);
  with({solver<deny_in_small_calls>("small", 128), mrv_spec()});
  settings_.verify = options::Verify::off;
  settings_.block = 128;
  settings_.latency = false;
  settings_.sample_rate.reset();
  settings_.pilots = {{.dataset_sha256 = of_puzzles, .solver = "small", .ns_per_puzzle = 1},
                      {.dataset_sha256 = "another", .solver = "mrv", .ns_per_puzzle = 1},
                      {.dataset_sha256 = of_puzzles, .solver = "mrv", .ns_per_puzzle = 1e7}};
  const result::RunResult result = run(puzzles);
  const result::Row& small = result.results[0];
  EXPECT_EQ(small.pilot_ns, 1);
  EXPECT_EQ(result.results[1].pilot_ns, 1e7);
  ASSERT_EQ(small.puzzles, 100U);
  ASSERT_EQ(small.subsamples.size(), 1U);
  ASSERT_LT(small.subsamples[0].puzzles, 64U);
  EXPECT_EQ(small.outcomes[Outcome::wrong], 1U);
  std::vector<std::uint64_t> lines;
  const dataset::Sampling sampling(settings_.seed, settings_.block, 100);
  for (std::uint64_t i = 0; i < 100; ++i)
    if (sampling.takes(small.subsamples[0].rate, i)) lines.push_back(i + 1);
  ASSERT_EQ(small.wrong_answers.size(), 1U);
  EXPECT_EQ(small.wrong_answers[0].line, lines[2]);
}

// A row that misses none stays complete, though it took longer than its budget.
TEST_F(DatasetRunTest, GivesASolverFarOverItsBudgetNoFurtherBlocks) {
  with({solver<work_long>("works_long")});
  settings_.time_budget = milliseconds(3);
  settings_.latency = false;
  for (const int puzzles : {10, 30}) {
    const result::Row row = run(proper_puzzles(puzzles)).results[0];
    EXPECT_EQ(row.blocks.size(), 1U);
    EXPECT_EQ(row.puzzles, 10U);
    EXPECT_EQ(row.complete, puzzles == 10);
    EXPECT_GE(row.spent_ns, 10'000'000U);
  }
}

// A resumed run pays for the blocks before.
TEST_F(DatasetRunTest, GivesASolverThatSpentItsBudgetBeforeOneBlockMore) {
  with({solver<keep_answers>("spent"), solver<keep_answers>("stopped"), mrv_spec()});
  journal_.path = folder_.path() + "/journal";
  journal_.resume = true;
  journal_.log = [](const std::string& /*sentence*/) {};
  result::DatasetRows before;
  before.blocks = {0};
  before.rows.resize(3);
  before.rows[0].spent_ns = 1'000'000'000;
  before.rows[1].complete = false;
  before.rows[2].pilot_ns = 77;
  journal().finished(0, before);
  const result::RunResult result = run(proper_puzzles(40));
  EXPECT_EQ(result.results[0].blocks.size(), 1U);
  EXPECT_FALSE(result.results[0].complete);
  EXPECT_EQ(result.results[1].blocks.size(), 0U);
  EXPECT_FALSE(result.results[1].complete);
  EXPECT_EQ(result.results[2].blocks.size(), 3U);
  EXPECT_EQ(result.results[2].pilot_ns, 77) << "by which its sample was planned";
  EXPECT_TRUE(result.results[2].complete);
}

// More rounds than planned would need the budgets of both solvers of a ratio.
TEST_F(DatasetRunTest, MakesNoMoreRoundsWhenOneOfTwoBudgetsIsSpent) {
  const std::string puzzles = proper_puzzles(18);
  settings_.latency = false;
  settings_.block = 18;
  settings_.precision = 1e-9;
  settings_.time_budget = milliseconds(60);
  for (const bool is_reference_slow : {false, true}) {
    if (is_reference_slow) {
      with({solver<sleep_long>("sleeps"), mrv_spec()});
    } else {
      with({mrv_spec(), solver<sleep_long>("sleeps")});
    }
    know_pilots(puzzles, {1000, 1000});
    // Its only round takes 36 ms of the 60 ms, that of the other solver 20 ms.
    for (const result::Row& row : run(puzzles).results)
      EXPECT_EQ(row.blocks[0].seconds.size(), 1U) << row.solver;
  }
}

// A batch of the pilot measurement is as large as those of blocks.
TEST_F(DatasetRunTest, RepeatsPuzzlesUntilTheyFillABatchOfThePilot) {
  with({solver<note_call>("notes", 16)});
  settings_.block = 12;
  noted_calls.clear();
  run(proper_puzzles(8));
  ASSERT_GT(noted_calls.size(), 1U);
  EXPECT_EQ(noted_calls[0].size(), 1U) << "of the start";
  ASSERT_EQ(noted_calls[1].size(), 12U);
  for (std::size_t i = 8; i < 12; ++i)
    EXPECT_EQ(noted_calls[1][i], noted_calls[1][i - 8]);
}

external::Spec plugin() {
  external::Spec spec;
  spec.name = "foreign";
  spec.library = PLUGIN_FAULTY;
  spec.symbol = "sudoku_mrv_hidden";
  return spec;
}

TEST_F(DatasetRunTest, AuditsAnExternalSolverOnceForAllNumbersOfThreads) {
  with({runner::SolverSpec(plugin())});
  settings_.threads = {1, 2};
  settings_.latency = false;
  const result::RunResult result = run(proper_puzzles(2));
  ASSERT_EQ(result.results.size(), 2U);
  for (const result::Row& row : result.results) {
    ASSERT_TRUE(row.task);
    EXPECT_EQ(row.task->does, "counts");
    EXPECT_EQ(row.task->puzzles, 8U);
  }
}

}  // namespace

}  // namespace sudoku::run
