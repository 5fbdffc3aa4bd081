// Tests of `run --processes`: several processes, one result.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>

#include <unistd.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

class RunProcesses : public Bench {
 protected:
  // Kills the processes of a run of `file` until it ends. Each leads a group of its own: else
  // Ctrl-C on a terminal would reach it twice.
  static Ended ended_by_kills(Child& child, const std::string& file) {
    while (!child.ends_within(std::chrono::seconds(0))) {
      for (const pid_t process : processes_with(file)) {
        if (::getpgid(process) == process) ::kill(process, SIGKILL);
      }
    }
    return child.wait();
  }

  result::RunResult result_of(const std::string& more) const {
    const Ended ended = sudoku_bench(quick_run(more));
    EXPECT_EQ(ended.code, kOk) << ended.err;
    return result::from_json(ended.out, "result");
  }
};

TEST_F(RunProcesses, LeaveTheTimesOfEach) {
  const result::RunResult run = result_of("good.csv --processes 3 --result -");
  EXPECT_FALSE(result_of("good.csv --processes 1 --result -").results[0].processes);
  EXPECT_TRUE(run.complete);
  EXPECT_EQ(run.settings[result::kProcesses], 3U);
  EXPECT_DOUBLE_EQ(run.settings[result::kTimeBudget], 0.02);
  EXPECT_EQ(std::ranges::count(run.command, "--processes"), 1);
  EXPECT_EQ(run.command.front(), result_of("good.csv --result -").command.front());
  ASSERT_EQ(run.results.size(), 2U);
  for (const result::Row& row : run.results) {
    ASSERT_TRUE(row.processes);
    std::vector<double> times = row.processes->time_per_puzzle_ns;
    ASSERT_EQ(times.size(), 3U);
    std::ranges::sort(times);
    EXPECT_NEAR(row.time_per_puzzle_ns.median, times[1], 1e-6);
    EXPECT_LE(row.time_per_puzzle_ns.low, times[1]);
    EXPECT_GE(row.time_per_puzzle_ns.high, times[1]);
  }
}

TEST_F(RunProcesses, AreToldInTheTableAndWriteEachPuzzleOnce) {
  const Ended ended =
      sudoku_bench(quick_run("good.csv --processes 2 --markdown r.md --puzzle-csv p.csv"));
  EXPECT_EQ(ended.code, kOk);
  expect_part(ended.out, "middle of 2 processes");
  expect_part(content_of(path("r.md")), "of the first process");
  EXPECT_EQ(std::ranges::count(content_of(path("p.csv")), '\n'), 1 + 2 * kPuzzles);
}

TEST_F(RunProcesses, ReadTheSuiteLikeOne) {
  folder_.write("suite.toml",
                "files = [\"good.csv\"]\nsolvers = [\"mrv\"]\nprocesses = 2\ntime-budget = "
                "\"20ms\"\nwarmup = 0\nthreads = 1\n");
  const Ended ended = sudoku_bench("run --suite suite.toml --result -");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(result::from_json(ended.out, "r").results[0].processes->time_per_puzzle_ns.size(), 2U);
}

// Where the first process fails, there is neither a result to add up nor one that could be read.
TEST_F(RunProcesses, SayWhatIsWrongOnce) {
  const Ended missing = sudoku_bench(
      quick_run("none.csv --processes 3 --result none.json --markdown none.md --counters on"));
  EXPECT_EQ(missing.code, kBadInput);
  EXPECT_EQ(missing.out, "");
  EXPECT_EQ(missing.err, "sudoku-bench: none.csv: cannot be opened: No such file or directory\n");
  EXPECT_FALSE(std::filesystem::exists(path("none.json")));
  EXPECT_FALSE(std::filesystem::exists(path("none.md")));
  folder_.write("bad.csv", std::string(kHeader) + kRows + "not a puzzle,\n");
  const Ended bad = sudoku_bench(quick_run("bad.csv --processes 3"));
  EXPECT_EQ(bad.code, kOk);
  EXPECT_EQ(std::ranges::count(bad.err, '\n'), 2) << bad.err;
}

TEST_F(RunProcesses, ShareTheTimeBudget) {
  const Ended ended = sudoku_bench(quick_run("good.csv -v --processes 2"));
  expect_start(ended.err,
               "process 1 of 2\ngood.csv: about 0.02 s and the checks, 10ms for each of 2 "
               "rows\ngood.csv: mrv at ");
  EXPECT_TRUE(ended.err.ends_with("\nprocess 2 of 2\n")) << ended.err;
}

// Regression guard: results of some processes are no result of the run when another one fails.
TEST_F(RunProcesses, LeaveNoResultIfALaterOneFails) {
  Child child(folder_.path(),
              options::split_command(quick_run("good.csv -v --processes 500 --result none.json")));
  ASSERT_TRUE(child.waits_to_say("process 3 of 500"));
  std::filesystem::remove(path("good.csv"));
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_TRUE(ended.err.ends_with(
      "\nsudoku-bench: good.csv: cannot be opened: No such file or directory\n"))
      << ended.err;
  EXPECT_FALSE(std::filesystem::exists(path("none.json")));
}

TEST_F(RunProcesses, ThatAreInterruptedLeaveTheWholeOnes) {
  Child child(folder_.path(),
              options::split_command(quick_run("good.csv -v --processes 500 --result part.json")));
  ASSERT_TRUE(child.waits_to_say("process 3 of 500"));
  child.signal(SIGINT);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, kInterrupted) << ended.err;
  const result::RunResult run = result::read_result(path("part.json"));
  EXPECT_FALSE(run.complete);
  EXPECT_EQ(run.settings[result::kProcesses], 500U);
  const std::size_t whole = run.results[0].processes->time_per_puzzle_ns.size();
  EXPECT_GE(whole, 2U);
  EXPECT_LT(whole, 500U);
}

TEST_F(RunProcesses, ThatAreKilledLeaveNothing) {
  const base::TemporaryFolder scratch;
  const std::string file = folder_.write("killed.csv", std::string(kHeader) + kRows);
  Child child(folder_.path(), options::split_command(quick_run(file + " -v --processes 500")),
              {.name_and_value = "TMPDIR=" + scratch.path()});
  ASSERT_TRUE(child.waits_to_say("process 3 of 500"));
  child.signal(SIGKILL);
  child.wait();
  EXPECT_TRUE(nobody_runs_with(file));
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST_F(RunProcesses, EndWithTheOneThatIsKilled) {
  const std::string file = folder_.write("killed.csv", std::string(kHeader) + kRows);
  Child child(folder_.path(),
              options::split_command(quick_run(file + " -v --processes 500 --result part.json")));
  ASSERT_TRUE(child.waits_to_say("process 3 of 500"));
  const Ended ended = ended_by_kills(child, file);
  EXPECT_EQ(ended.code, kWrongAnswer);
  expect_part(ended.err, " of 500 was killed by signal 9 (Killed)\n");
  const result::RunResult run = result::read_result(path("part.json"));
  EXPECT_FALSE(run.complete);
  EXPECT_GE(run.results[0].processes->time_per_puzzle_ns.size(), 2U);
}

TEST_F(RunProcesses, LeaveNoResultIfTheFirstIsKilled) {
  const std::string file = folder_.write("killed.csv", std::string(kHeader) + kRows);
  Child child(folder_.path(), {"run", file, "--solvers", "mrv,dlx", "--time-budget", "60s",
                               "--processes", "2", "--result", "none.json"});
  const Ended ended = ended_by_kills(child, file);
  EXPECT_EQ(ended.code, kWrongAnswer);
  EXPECT_EQ(ended.out, "");
  EXPECT_FALSE(std::filesystem::exists(path("none.json")));
}

// Samples are planned only with a time budget, here one that is too small for all puzzles.
TEST_F(RunProcesses, PilotsOfAnotherResultPlanTheSameSamples) {
  folder_.write("many.csv", many_rows(400));
  const result::RunResult first = result_of("many.csv --result -");
  folder_.write("first.json", result::to_json(first));
  result::RunResult slower = first;
  for (result::Row& row : slower.results)
    *row.pilot_ns *= 16;
  folder_.write("slower.json", result::to_json(slower));
  const result::RunResult same = result_of("many.csv --pilots first.json --result -");
  const result::RunResult fewer = result_of("many.csv --pilots slower.json --result -");
  for (std::size_t i = 0; i < first.results.size(); ++i) {
    EXPECT_EQ(same.results[i].sample_rate, first.results[i].sample_rate);
    EXPECT_EQ(same.results[i].pilot_ns, first.results[i].pilot_ns);
    EXPECT_LT(fewer.results[i].sample_rate, first.results[i].sample_rate);
  }
}

}  // namespace
}  // namespace sudoku::cli
