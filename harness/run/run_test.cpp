#include "harness/run/run.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/texts_fixture.h"
#include "harness/base/units.h"
#include "harness/parallel/busy_cpu_fixture.h"
#include "harness/result/comparison.h"
#include "harness/result/deterministic_fixture.h"
#include "harness/run/run_fixture.h"
#include "harness/runner/valgrind_count.h"
#include "solvers/simd/isa.h"

namespace sudoku::run {

namespace {

using std::chrono::milliseconds;

// Three rounds of blocks of which the last one is partial.
options::RunSettings settings(const std::vector<const char*>& solvers) {
  options::RunSettings settings = quick_run(solvers);
  settings.rounds = 3;
  settings.block = 64;
  return settings;
}

result::RunResult run(const std::string& content, const options::RunSettings& settings) {
  const base::TemporaryFolder folder;
  const std::atomic<bool> cancelled{false};
  Quiet observer;
  return run_datasets({folder.write("puzzles.txt", content)}, settings, cancelled, observer);
}

TEST(Run, SolvesEveryPuzzleOnce) {
  const result::RunResult result = run(proper_puzzles(150), settings({"mrv"}));
  ASSERT_EQ(result.results.size(), 1U);
  const result::Row& row = result.results.front();
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(row.puzzles, 150U);
  EXPECT_EQ(count(row, Outcome::unique), 150U);
  EXPECT_EQ(row.blocks.size(), 3U);
  EXPECT_EQ(row.blocks.back().puzzles, 150U - 2 * 64);
  EXPECT_EQ(row.blocks.front().seconds.size(), 3U);
  EXPECT_GT(row.puzzles_per_second.median, 0);
  EXPECT_EQ(row.slowest.size(), 10U);
  const result::DatasetRecord& dataset = result.datasets.front();
  EXPECT_EQ(dataset.puzzles, 150U);
  EXPECT_EQ(dataset.bad_rows, 0U);
  EXPECT_EQ(dataset.clues_min, 34);
  EXPECT_EQ(dataset.clues_mean, 34);
  EXPECT_EQ(dataset.clues_max, 34);
  EXPECT_EQ(dataset.sha256.size(), 64U);
  EXPECT_TRUE(dataset.path.ends_with(dataset.name));
  EXPECT_FALSE(result.environment.pinned);
  options::RunSettings pinned = settings({"mrv"});
  pinned.pin = true;
  EXPECT_TRUE(run(proper_puzzles(1), pinned).environment.pinned);
  EXPECT_EQ(result.environment.isa_dispatched, name_of(chosen_isa()));
  EXPECT_EQ(result.started.size(), std::string_view("2026-01-02T03:04:05Z").size());
  EXPECT_LE(result.started, result.finished);
  EXPECT_GT(result.overhead.clock_ns, 0);
  EXPECT_GT(result.overhead.null_stamped_ns, result.overhead.null_span_ns);
}

TEST(SlowRun, FactsDependNeitherOnThreadsNorOnTheRun) {
  options::RunSettings sweep = settings({"mrv", "dlx", "flags"});
  sweep.threads = {1, 2, 3};
  sweep.sample_rate = 0.5;
  const result::RunResult once = run(proper_puzzles(150), sweep);
  const result::RunResult again = run(proper_puzzles(150), sweep);
  EXPECT_EQ(result::deterministic_json(once), result::deterministic_json(again));
  ASSERT_EQ(once.results.size(), 9U);
  for (std::size_t i = 0; i < once.results.size(); ++i) {
    const result::Row& row = once.results[i];
    const result::Row& on_one_thread = once.results[i - i % 3];
    EXPECT_EQ(row.solution_digest, on_one_thread.solution_digest);
    EXPECT_EQ(row.outcomes, on_one_thread.outcomes);
    EXPECT_EQ(row.guesses, on_one_thread.guesses);
  }
  EXPECT_EQ(once.results[0].solution_digest, once.results[3].solution_digest) << "both are right";
}

// Numbers of rounds of both solvers of a run that aims at `precision`.
std::set<std::size_t> rounds_with(double precision, milliseconds budget) {
  options::RunSettings precise = settings({"mrv", "dlx"});
  precise.precision = precision;
  precise.time_budget = budget;
  std::set<std::size_t> rounds;
  for (const result::Row& row : run(proper_puzzles(36), precise).results)
    rounds.insert(row.blocks.front().seconds.size());
  return rounds;
}

TEST(Run, MakesRoundsUntilRatiosAreKnownOrTheBudgetIsSpent) {
  const std::set<std::size_t> planned = {3};
  EXPECT_GT(*rounds_with(1e-9, milliseconds(1500)).begin(), 3U) << "there was more time";
  EXPECT_EQ(rounds_with(1e9, milliseconds(60'000)), planned) << "they were known at once";
  EXPECT_EQ(rounds_with(0, milliseconds(60'000)), planned) << "nobody asked for more";
  EXPECT_EQ(rounds_with(1e-9, milliseconds(0)), planned) << "no budget says when to stop";
}

TEST(Run, MakesDisturbedTurnsAgainOnlyIfItMayWait) {
  const parallel::BusyCpu busy;
  options::RunSettings patient = settings({"mrv"});
  patient.time_budget = std::chrono::hours(1);
  EXPECT_FALSE(run(proper_puzzles(9), patient).results.front().blocks.front().repeated);
  patient.wait_for_core = milliseconds(100);
  const result::RunResult result = run(proper_puzzles(9), patient);
  const result::BlockRecord& block = result.results.front().blocks.front();
  EXPECT_GE(block.repeated.value_or(0), 1U);
  EXPECT_EQ(block.seconds.size(), 3U);
  EXPECT_EQ(count(result.results.front(), Outcome::unique), 9U);
}

TEST(Run, CountsInstructionsOrSaysWhyNot) {
  const options::RunSettings wanted = settings({"mrv"});
  const result::RunResult counted = run(proper_puzzles(20), wanted);
  const result::Row& row = counted.results[0];
  EXPECT_EQ(result::text_of(*counted.settings.find("counters")), "on");
  // Where the counters open, other programs may still use them at the same time.
  if (counted.environment.no_counters) {
    EXPECT_EQ(row.mean_of(row.instructions), std::nullopt);
  }
  options::RunSettings off = wanted;
  off.counters = options::Counters::off;
  const result::RunResult uncounted = run(proper_puzzles(20), off);
  EXPECT_EQ(result::text_of(*uncounted.settings.find("counters")), "off");
  EXPECT_FALSE(uncounted.environment.no_counters);
  EXPECT_EQ(uncounted.results[0].instructions.puzzles, 0U);
}

TEST(Run, HasValgrindCountOnOneThreadOrSaysWhyNot) {
  options::RunSettings wanted = settings({"mrv"});
  wanted.threads = {1, 2};
  wanted.counters = options::Counters::valgrind;
  const result::RunResult counted = run(proper_puzzles(20), wanted);
  EXPECT_EQ(result::text_of(*counted.settings.find("counters")), "valgrind");
  const std::optional<result::ValgrindCount>& count = counted.results[0].valgrind;
  ASSERT_TRUE(count);
  EXPECT_EQ(count->absence.empty(), count->puzzles == 20);
  EXPECT_EQ(counted.environment.no_counters.value_or(""), runner::why_no_valgrind());
  EXPECT_FALSE(counted.results[1].valgrind);
  // Counts of a solver that gives up on some puzzles would depend on time.
  wanted.puzzle_timeout = Nanoseconds(1);
  const result::RunResult given_up = run(proper_puzzles(20), wanted);
  ASSERT_TRUE(given_up.results[0].valgrind);
  EXPECT_EQ(given_up.results[0].valgrind->absence, "not all puzzles were solved");
}

TEST(Run, TwoFilesOfOneNameKeepApart) {
  const base::TemporaryFolder folder;
  const std::string file = folder.write("puzzles.txt", proper_puzzles(10));
  const std::atomic<bool> cancelled{false};
  Quiet observer;
  const result::RunResult result =
      run_datasets({file, file}, settings({"mrv"}), cancelled, observer);
  ASSERT_EQ(result.results.size(), 2U);
  EXPECT_EQ(result.results[1].dataset, "puzzles.txt#2");
  EXPECT_EQ(result.results[0].puzzles + result.results[1].puzzles, 20U);
}

// An observer that appends a line to the dataset's file during the run.
class Meddler final : public Quiet {
 public:
  explicit Meddler(const std::string& path) : path_(path) {}

  void running(const RunProgress& /*progress*/) override {
    std::ofstream(path_, std::ios::app) << proper_puzzles(1);
  }

 private:
  const std::string& path_;
};

TEST(Run, AFileThatChangesUnderIt) {
  const base::TemporaryFolder folder;
  const std::string file = folder.write("puzzles.txt", proper_puzzles(10));
  const std::atomic<bool> cancelled{false};
  Meddler observer(file);
  EXPECT_EQ(base::message_of<base::InputError>(
                [&] { run_datasets({file}, settings({"mrv"}), cancelled, observer); }),
            file + ": changed while it was read");
}

TEST(Run, MarksAFileOfTheSamePuzzlesOverAndOver) {
  EXPECT_EQ(warnings_with(run(proper_puzzles(100), settings({"mrv"})), "different"),
            std::vector<std::string>{
                "puzzles.txt: of 100 randomly chosen puzzles, only 9 are different: repeated "
                "puzzles may make solvers look faster"});
}

TEST(Run, AsksWhetherFullGridsAreSolutions) {
  const std::string full =
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
  const auto asked = [](const std::string& text) {
    return warnings_with(run(text, settings({"mrv"})), "full grids");
  };
  EXPECT_EQ(asked(full + full + full + full + proper_puzzles(12)),
            std::vector<std::string>{"puzzles.txt: full grids: 4 of 16 puzzles have nothing to "
                                     "solve; are they solutions?"});
  EXPECT_TRUE(asked(full + full + full + proper_puzzles(13)).empty());
}

// Regression: one CPU showed "2 threads = 1.99× of 1", by the running time of each thread.
TEST(Run, ShowsNoScalingOfMoreThreadsThanCpus) {
  options::RunSettings with = settings({"mrv"});
  const auto cpus = static_cast<unsigned>(parallel::usable_cpus().size());
  with.threads = {1, cpus + 1};
  const result::RunResult found = run(proper_puzzles(100), with);
  const std::string shared = fmt::format("{} threads had to share {}, so no scaling is shown",
                                         cpus + 1, base::plural(cpus, "CPU"));
  EXPECT_EQ(std::ranges::count(found.environment.warnings, shared), 1);
  ASSERT_TRUE(found.results.at(1).scaling);
  EXPECT_FALSE(result::has_ratio(found.results[1].scaling));
  EXPECT_EQ(found.results[1].scaling->reason, result::Doubt::few_cpus);
}

}  // namespace

}  // namespace sudoku::run
