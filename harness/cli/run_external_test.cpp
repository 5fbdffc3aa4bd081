// Tests of `run` with external solvers: plugins, commands, suites, worker processes.
#include <algorithm>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/external/external.h"
#include "harness/external/faulty_plugin.h"
#include "harness/result/json.h"
#include "solvers/simd/isa.h"

namespace sudoku::cli {
namespace {

const std::string kBitmasks = std::string(PLUGIN_EXAMPLE_C) + ":solve_bitmasks";
// A command that answers as mrv_hidden does.
const std::string kCommand = COMMAND_OF_PLUGIN " " PLUGIN_FAULTY " sudoku_mrv_hidden";

std::string faulty(external::PluginFault fault) {
  return fmt::format("{}:sudoku_faulty:{},name=faulty", PLUGIN_FAULTY, external::config_of(fault));
}

class External : public Bench {
 protected:
  // A run that solves everything once and prints its result.
  Ended run_once(const std::string& more, const ChildSetup& setup = {}) const {
    // The file comes last: an option does not take what follows its value.
    return sudoku_bench(
        "run --time-budget 0 --rounds 1 --warmup 0 --threads 1 --result - " + more + " good.csv",
        setup);
  }

  // Result of a run of `solvers` and of the solvers that the options `more` add.
  result::RunResult result_of(const std::string& solvers, const std::string& more) const {
    const Ended ended = run_once("--solvers " + solvers + " " + more);
    EXPECT_EQ(ended.code, kOk) << ended.err;
    return result::from_json(ended.out, "result");
  }
};

const result::Row& row_of(const result::RunResult& run, std::string_view solver) {
  static const result::Row kMissing;
  const auto found = std::ranges::find(run.results, solver, &result::Row::solver);
  EXPECT_NE(found, run.results.end()) << solver;
  return found == run.results.end() ? kMissing : *found;
}

// A process whose parent has ended is no descendant of the solver, but in its group.
TEST_F(External, WhatACommandLeavesBehindEndsWithTheRun) {
  const std::string mark = fmt::format("{}.5", 100'000 + ::getpid());
  folder_.write("leaves.sh",
                fmt::format("(sleep {} > sleeps &) 2> sleeps\nexec {}\n", mark, kCommand));
  result_of("mrv", "--exec 'name=leaves:sh leaves.sh'");
  EXPECT_TRUE(std::filesystem::exists(path("sleeps")));
  EXPECT_TRUE(nobody_runs_with(mark));
}

// Without a time limit, the grace that is added to one is no limit either.
TEST_F(External, ACommandMayThinkAsLongAsItLikesWithoutALimit) {
  const std::string row(kRows, std::string_view(kRows).find('\n') + 1);
  folder_.write("good.csv", kHeader + row);
  folder_.write("slow.sh", "while read -r puzzle; do sleep 0.6; echo 1 " +
                               row.substr(row.find(',') + 1, kCells) + "; done\n");
  const result::RunResult run = result_of(
      "none", "--exec 'name=slow:sh slow.sh' --puzzle-timeout 0 --latency off --verify off");
  EXPECT_EQ(row_of(run, "slow").outcomes[Outcome::unique], 1U);
}

// A solver that prints, or closes a file, is charged for it in a worker only.
TEST_F(External, EveryBuiltInSolverRunsInAWorker) {
  const result::RunResult run = result_of("all", "--isolate all --latency off");
  EXPECT_GT(run.results.size(), 10U);
  for (const result::Row& row : run.results) {
    EXPECT_TRUE(row.isolated);
    EXPECT_EQ(row.outcomes[Outcome::crashed], 0U) << row.solver;
    EXPECT_TRUE(row.incidents.empty()) << row.solver;
  }
}

// An unsolvable puzzle, as the plugin function sudoku_counting calls every puzzle unsolvable.
const std::string kUnsolvable =
    ".6.1.....49.6..5.33..2....9......79....4.6..11...5.2..84..9..3...........7..2..4.\n";

TEST_F(External, GuessesThatChangeOrAreImplausibleAreWarnedOf) {
  folder_.write("good.csv", kUnsolvable + kUnsolvable + kUnsolvable);
  const std::string rival = std::string(PLUGIN_FAULTY) + ":sudoku_counting";
  const auto warnings = [](const result::RunResult& run, const std::string& text) {
    return std::ranges::count(run.environment.warnings, "rival on good.csv: " + text);
  };
  const result::RunResult changing = result_of("mrv", "--plugin " + rival + ",name=rival");
  EXPECT_EQ(row_of(changing, "rival").unsteady, 3U);
  EXPECT_FALSE(row_of(changing, "mrv").unsteady);
  EXPECT_EQ(warnings(changing,
                     "the number of guesses differed in a later pass on 3 of 3 puzzles: guesses "
                     "cannot be compared"),
            1);
  const result::RunResult many = result_of("mrv", "--plugin " + rival + ":1,name=rival");
  EXPECT_EQ(row_of(many, "rival").guesses, UINT64_MAX);
  EXPECT_EQ(warnings(many, "reported more guesses than fit in 64 bits: they are not plausible"), 1);
}

TEST_F(External, WrongDeclaredSolutionsAreNamed) {
  std::string rows = std::string(kHeader) + kRows;
  rows.replace(rows.find(",738621549"), 10, ",138621549");
  folder_.write("good.csv", rows);
  expect_part(
      sudoku_bench(quick_run("good.csv")).out,
      "warning: good.csv:2: the declared solution does not solve its puzzle; 1 of 4 do not, "
      "and answers are not compared with them\n");
}

TEST_F(External, CanBeAllThereIs) {
  const result::RunResult run =
      result_of("none", "--plugin " + kBitmasks + " --plugin " + std::string(PLUGIN_EXAMPLE_C) +
                            ":solve_many,batch=9000 --exec 'batch=3:" + kCommand + "'");
  ASSERT_EQ(run.results.size(), 3U);
  for (const result::Row& row : run.results) {
    EXPECT_EQ(row.outcomes, run.results[0].outcomes);
    EXPECT_EQ(row.external->sha256.size(), 64U);
  }
  EXPECT_EQ(run.results[2].external->batch, 3U);
  EXPECT_EQ(run.settings[result::kBlock], 9000U) << "a block is at least a batch";
  EXPECT_EQ(run.settings[result::kReference], "solve_bitmasks");
}

TEST_F(External, BuiltInSolversCanRunInProcessesToo) {
  const result::RunResult run = result_of("mrv", "--isolate all --memory-limit 1GiB --plugin " +
                                                     kBitmasks + " --reference solve_bitmasks");
  EXPECT_TRUE(row_of(run, "mrv").isolated);
  EXPECT_FALSE(row_of(run, "mrv").external.has_value());
  EXPECT_EQ(row_of(run, "mrv").speedup->reference, "solve_bitmasks");
  EXPECT_EQ(run.settings[result::kIsolate], "all");
  EXPECT_EQ(run.settings[result::kMemoryLimit], 1ULL << 30U);
}

using SlowExternal = External;

// What each fault costs is told in run/external_run_test.
TEST_F(SlowExternal, AFaultHasItsExitCodeAndItsPlaceInTheReport) {
  using external::PluginFault;

  const struct {
    PluginFault fault;
    int code;
    std::string in_report;
    std::string in_rows;  // of --puzzle-csv
  } cases[] = {
      {PluginFault::none, kOk, "all 300 answers right", ",faulty,1,unique,"},
      {PluginFault::hangs, kOk, "counts: faulty on 1 of 300\n", ",faulty,1,timeout,"},
      {PluginFault::wrong_answer, kWrongAnswer, "gave 1 wrong answer", ",faulty,1,wrong,"},
      {PluginFault::segv, kWrongAnswer, "died of SIGSEGV: touched address 0x10, on line ",
       ",faulty,1,crashed,"},
      {PluginFault::prints, kWrongAnswer, "' (in a pass of 300 puzzles), on line ",
       ",faulty,1,crashed,"},
      {PluginFault::always_segv, kWrongAnswer, "DISQUALIFIED: faulty on good.csv: ", ""},
  };

  folder_.write("good.csv", content_of(std::string(BUNDLED_DATASETS) + "/minimal.csv"));
  for (const auto& c : cases) {
    SCOPED_TRACE(static_cast<unsigned>(c.fault));
    const Ended ended = sudoku_bench(
        "run good.csv --solvers mrv --threads 1 --warmup 0 --rounds 1 --latency off --sample 300 "
        "--puzzle-timeout 500ms --puzzle-csv rows.csv --verbose --plugin " +
        faulty(c.fault));
    EXPECT_EQ(ended.code, c.code) << ended.err;
    expect_part(ended.out, c.in_report);
    expect_part(content_of(path("rows.csv")), c.in_rows);
  }
}

TEST_F(External, WhatCannotBeStartedEndsWithTwo) {
  const struct {
    std::string words;
    const char* start;  // of the message
  } cases[] = {
      {"--plugin nowhere.so:solve",
       "solve cannot be started: cannot load function 'solve' of 'nowhere.so': "},
      {"--plugin " + faulty(external::PluginFault::none),
       "faulty cannot be started: 'no device', says '/"},
      {"--exec 'no-such-program -x'",
       "no-such-program cannot be started: no program 'no-such-program' in"},
      {"--exec \"sh -c 'echo why >&2; kill $$'\"",
       "sh was killed by signal 15 (Terminated) before its first answer: why\n"},
  };

  for (const auto& c : cases) {
    const Ended ended = run_once(c.words, {.name_and_value = "SUDOKU_BENCH_NO_START=no device"});
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    expect_start(ended.err, std::string("sudoku-bench: ") + c.start);
  }
}

// A script that changes a file among its arguments at the 150th puzzle of all its starts: `run`
// gives it one in the pilot and two rounds of two blocks before that, or a process 97 in one round.
TEST_F(External, ACommandWhoseFileChangesEndsTheRun) {
  folder_.write("good.csv", many_rows(16));
  folder_.write("s.sh", fmt::format("while read -r line; do echo >> lines\n"
                                    "[ $(wc -l < lines) != 150 ] || echo 2 >> \"$1\"\n"
                                    "echo \"$line\"; done | {}\n",
                                    kCommand));
  for (const std::string more : {"--rounds 2", "--rounds 1 --processes 3"}) {
    SCOPED_TRACE(more);
    folder_.write("model", "1\n");
    std::filesystem::remove(path("lines"));
    const Ended ended = sudoku_bench(
        "run good.csv --solvers none --exec 'sh s.sh model' --audit off --latency off --verify off "
        "--block 32 --warmup 0 --threads 1 --time-budget 0 --result r.json -q " +
        more);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(
        ended.err,
        "sudoku-bench: model changed during the run; what was measured before is in r.json\n");
    const result::RunResult run = result::read_result(path("r.json"));
    EXPECT_FALSE(run.complete);
    EXPECT_EQ(run.results.at(0).puzzles, more == "--rounds 2" ? 64U : 96U);
    std::filesystem::remove(path("r.json.journal"));
  }
}

// Neither the result nor the journal can be where they were.
TEST_F(External, AResultWhoseFolderIsGoneIsInATemporaryFile) {
  std::filesystem::create_directory(path("out"));
  folder_.write("s.sh", "[ ! -e out/r.json.journal ] || rm -r out\nexec " + kCommand + "\n");
  Child child(folder_.path(),
              options::split_command(quick_run("good.csv --exec 'sh s.sh' --result out/r.json")),
              {.name_and_value = "TMPDIR=" + folder_.path()});
  const std::string copy = path(fmt::format("sudoku-bench-{}.json", child.process()));
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, kBadInput);
  expect_part(ended.out, "good.csv: 6 puzzles");
  EXPECT_TRUE(ended.err.ends_with(
      fmt::format("the result is in {} instead\nsudoku-bench: out/r.json: cannot be written: the "
                  "directory out does not exist\n",
                  copy)))
      << ended.err;
  EXPECT_TRUE(result::read_result(copy).complete);
}

TEST_F(External, ASuiteDescribesTheRun) {
  std::filesystem::create_directory(path("suites"));
  folder_.write("suites/a.csv", std::string(kHeader) + kRows);
  folder_.write("suites/s.toml", fmt::format("files = \"*.csv\"\n"
                                             "solvers = [\"mrv\", \"dlx\"]\n"
                                             "time-budget = \"20ms\"\n"
                                             "warmup = \"0\"\n"
                                             "threads = 1\n"
                                             "seed = 7\n"
                                             "[[plugin]]\n"
                                             "library = \"{}\"\n"
                                             "symbol = \"solve_bitmasks\"\n"
                                             "fills = true\n"
                                             "name = \"rival\"\n",
                                             PLUGIN_EXAMPLE_C));
  const Ended ended = sudoku_bench("run --suite suites/s.toml --seed 8 --result -");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  const result::RunResult run = result::from_json(ended.out, "result");
  ASSERT_EQ(run.results.size(), 3U);
  row_of(run, "rival");
  ASSERT_EQ(run.datasets.size(), 1U);
  EXPECT_EQ(run.datasets[0].path, "suites/a.csv");
  EXPECT_EQ(run.settings[result::kSeed], 8U) << "the command line's";
  EXPECT_EQ(run.settings.suite->path, "suites/s.toml");
  EXPECT_EQ(run.settings.suite->sha256.size(), 64U);
  EXPECT_EQ(run.command[2], "--suite");
}

TEST_F(External, RowsSayWhichInstructionSetTheirSolverUsed) {
  const std::string best(name_of(best_isa()));
  for (const std::string& isa : {best, std::string("baseline")}) {
    const result::RunResult run = result_of("mrv,lanes,simd", "--isa " + isa);
    EXPECT_EQ(run.environment.isa_dispatched, isa);
    EXPECT_EQ(row_of(run, "mrv").isa, "baseline");
    EXPECT_EQ(row_of(run, "lanes").isa, isa);
    EXPECT_EQ(row_of(run, "simd").isa, isa);
  }
  if (best_isa() == Isa::avx512) GTEST_SKIP() << "not tried: this machine lacks no instruction set";
  const Ended ended = run_once("--isa avx512");
  EXPECT_EQ(ended.code, kUsage);
  expect_start(ended.err,
               "sudoku-bench: --isa: this machine cannot run avx512; it can run baseline");
}

}  // namespace
}  // namespace sudoku::cli
