// Tests of `run` with external solvers: plugins, commands, suites, worker processes.
#include <algorithm>
#include <filesystem>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/child_process.h"
#include "harness/base/errors.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/external/external.h"
#include "harness/external/faulty_plugin.h"
#include "harness/result/json.h"
#include "solvers/simd/isa.h"

namespace sudoku::cli {
namespace {

const std::string kBitmasks = std::string(PLUGIN_EXAMPLE_C) + ":solve_bitmasks";
const std::string kPython = std::string("name=py:python3 ") + LINE_SOLVER;

std::string faulty(external::PluginFault fault) {
  return fmt::format("{}:sudoku_faulty:{},name=faulty", PLUGIN_FAULTY, external::config_of(fault));
}

class External : public Bench {
 protected:
  // Arguments of a run that solves everything once and prints its result.
  static std::vector<std::string> arguments_of_run(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"run",       "good.csv", "--time-budget", "0",
                                          "--rounds",  "1",        "--warmup",      "0",
                                          "--threads", "1",        "--result",      "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  // Result of a run of `solvers` and of the solvers that the options `more` add.
  result::RunResult result_of(const std::string& solvers, const std::vector<std::string>& more,
                              int code = kOk) const {
    std::vector<std::string> options = {"--solvers", solvers};
    options.insert(options.end(), more.begin(), more.end());
    const Ended ended = bench(arguments_of_run(options));
    EXPECT_EQ(ended.code, code) << ended.err;
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
  folder_.write("leaves.sh", fmt::format("(sleep {} > sleeps &) 2> sleeps\nexec {} {} {}\n", mark,
                                         COMMAND_OF_PLUGIN, PLUGIN_FAULTY, "sudoku_mrv_hidden"));
  result_of("mrv", {"--exec", "name=leaves:sh leaves.sh"});
  EXPECT_TRUE(std::filesystem::exists(path("sleeps")));
  EXPECT_TRUE(nobody_runs_with(mark));
}

// Without a time limit, the grace that is added to one is no limit either.
TEST_F(External, ACommandMayThinkAsLongAsItLikesWithoutALimit) {
  const std::string row(kRows, std::string_view(kRows).find('\n') + 1);
  folder_.write("good.csv", kHeader + row);
  folder_.write("slow.sh", "while read -r puzzle; do sleep 0.6; echo 1 " +
                               row.substr(row.find(',') + 1, kCells) + "; done\n");
  const result::RunResult run =
      result_of("none", {"--exec", "name=slow:sh slow.sh", "--puzzle-timeout", "0", "--latency",
                         "off", "--verify", "off"});
  EXPECT_EQ(row_of(run, "slow").outcomes[Outcome::unique], 1U);
}

TEST_F(External, APluginRunsLikeABuiltInSolver) {
  const result::RunResult run =
      result_of("mrv", {"--plugin", kBitmasks + ",fills=yes,version=1.0,flags=\"-O3,-g\""});
  ASSERT_EQ(run.results.size(), 2U);
  const result::Row& mrv = row_of(run, "mrv");
  const result::Row& plugin = row_of(run, "solve_bitmasks");
  EXPECT_EQ(plugin.outcomes, mrv.outcomes);
  EXPECT_EQ(plugin.solution_digest, mrv.solution_digest);
  EXPECT_TRUE(plugin.isolated);
  EXPECT_FALSE(mrv.isolated);
  EXPECT_GT(plugin.startup_s, 0);
  EXPECT_EQ(plugin.disqualified, "");
  EXPECT_TRUE(plugin.incidents.empty());
  ASSERT_TRUE(plugin.external.has_value());
  EXPECT_EQ(plugin.external->library, PLUGIN_EXAMPLE_C);
  EXPECT_EQ(plugin.external->batch, 1U);
  EXPECT_EQ(plugin.external->version, "1.0");
  EXPECT_EQ(plugin.external->flags, "-O3,-g");
  EXPECT_EQ(plugin.external->sha256.size(), 64U);
}

TEST_F(External, ACommandRunsLikeABuiltInSolver) {
  try {
    base::expect_program("python3");
  } catch (const base::LoadError& error) {
    GTEST_SKIP() << "the example in Python was not run: " << error.what();
  }
  const result::RunResult run =
      result_of("mrv", {"--exec", kPython, "--exec-batch", "3", "--puzzle-timeout", "0"});
  const result::Row& python = row_of(run, "py");
  EXPECT_EQ(python.outcomes, row_of(run, "mrv").outcomes);
  EXPECT_EQ(python.solution_digest, row_of(run, "mrv").solution_digest);
  EXPECT_EQ(python.external->command, (std::vector<std::string>{"python3", LINE_SOLVER}));
  EXPECT_EQ(python.external->batch, 3U);
  EXPECT_EQ(python.external->sha256.size(), 64U);
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
  const result::RunResult changing = result_of("mrv", {"--plugin", rival + ",name=rival"});
  EXPECT_EQ(row_of(changing, "rival").unsteady, 3U);
  EXPECT_FALSE(row_of(changing, "mrv").unsteady);
  EXPECT_EQ(warnings(changing,
                     "the number of guesses differed in a later pass on 3 of 3 puzzles: guesses "
                     "cannot be compared"),
            1);
  const result::RunResult many = result_of("mrv", {"--plugin", rival + ":1,name=rival"});
  EXPECT_EQ(row_of(many, "rival").guesses, UINT64_MAX);
  EXPECT_EQ(warnings(many, "reported more guesses than fit in 64 bits: they are not plausible"), 1);
}

TEST_F(External, TheResultSaysWhoConfirmedHowManyAnswers) {
  const result::RunResult all = result_of("mrv,dlx", {"--verify", "all"});
  EXPECT_EQ(row_of(all, "mrv").confirmed->referees, kPuzzles);
  EXPECT_EQ(row_of(all, "mrv").confirmed->solvers, kPuzzles);
  EXPECT_EQ(row_of(all, "mrv").confirmed->declared, 4U);
  const result::RunResult off = result_of("mrv", {"--verify", "off"});
  EXPECT_EQ(row_of(off, "mrv").confirmed->referees, 0U);
  EXPECT_EQ(row_of(off, "mrv").confirmed->solvers, 0U);
}

TEST_F(External, WrongDeclaredSolutionsAreNamed) {
  std::string rows = std::string(kHeader) + kRows;
  rows.replace(rows.find(",738621549"), 10, ",138621549");
  folder_.write("good.csv", rows);
  const std::string warning =
      "good.csv:2: the declared solution does not solve its puzzle; 1 of 4 do not, and answers are "
      "not compared with them";
  const result::RunResult run = result_of("mrv", {});
  EXPECT_EQ(std::ranges::count(run.environment.warnings, warning), 1);
  const Ended shown = bench(quick_run({"good.csv"}));
  EXPECT_NE(shown.out.find("warning: " + warning + "\n"), std::string::npos) << shown.out;
}

TEST_F(External, CanBeAllThereIs) {
  const result::RunResult run =
      result_of("none", {"--plugin", kBitmasks, "--plugin",
                         std::string(PLUGIN_EXAMPLE_C) + ":solve_many,batch=9000"});
  ASSERT_EQ(run.results.size(), 2U);
  EXPECT_EQ(run.settings[result::kBlock], 9000U) << "a block is at least a batch";
  EXPECT_EQ(run.settings[result::kReference], "solve_bitmasks");
}

TEST_F(External, CanBeTheReference) {
  const result::RunResult run =
      result_of("mrv", {"--plugin", kBitmasks, "--reference", "solve_bitmasks"});
  EXPECT_EQ(row_of(run, "mrv").speedup->reference, "solve_bitmasks");
}

TEST_F(External, BuiltInSolversCanRunInProcessesToo) {
  const result::RunResult run = result_of("mrv", {"--isolate", "all", "--memory-limit", "1GiB"});
  EXPECT_TRUE(row_of(run, "mrv").isolated);
  EXPECT_FALSE(row_of(run, "mrv").external.has_value());
  EXPECT_EQ(run.settings[result::kIsolate], "all");
  EXPECT_EQ(run.settings[result::kMemoryLimit], 1ULL << 30U);
}

struct FaultCase {
  external::PluginFault fault;
  int code;
  std::string in_report;
  std::string in_rows;  // of --puzzle-csv
};

using SlowExternal = External;

// What each fault costs is told in run/external_run_test.
TEST_F(SlowExternal, AFaultHasItsExitCodeAndItsPlaceInTheReport) {
  const FaultCase cases[] = {
      {external::PluginFault::none, kOk, "all 300 answers right", ",faulty,1,unique,"},
      {external::PluginFault::hangs, kOk, "timed out on 1 puzzle", ",faulty,1,timeout,"},
      {external::PluginFault::wrong_answer, kWrongAnswer, "gave 1 wrong answer",
       ",faulty,1,wrong,"},
      {external::PluginFault::segv, kWrongAnswer, "died of SIGSEGV: touched address 0x10\n",
       ",faulty,1,crashed,"},
      {external::PluginFault::prints, kWrongAnswer, "' (in a pass of 300 puzzles)\n",
       ",faulty,1,crashed,"},
      {external::PluginFault::always_segv, kWrongAnswer, "  faulty: disqualified: ", ""},
  };
  folder_.write("good.csv", content_of(std::string(BUNDLED_DATASETS) + "/minimal.csv"));
  for (const FaultCase& c : cases) {
    SCOPED_TRACE(static_cast<unsigned>(c.fault));
    const Ended ended =
        bench({"run",       "good.csv", "--solvers",        "mrv",   "--threads",    "1",
               "--warmup",  "0",        "--rounds",         "1",     "--latency",    "off",
               "--sample",  "300",      "--puzzle-timeout", "500ms", "--puzzle-csv", "rows.csv",
               "--verbose", "--plugin", faulty(c.fault)});
    EXPECT_EQ(ended.code, c.code) << ended.err;
    expect_part(ended.out, c.in_report);
    expect_part(content_of(path("rows.csv")), c.in_rows);
  }
}

TEST_F(External, WhatCannotBeStartedEndsWithTwo) {
  const Ended plugin = bench(arguments_of_run({"--plugin", "nowhere.so:solve"}));
  EXPECT_EQ(plugin.code, kBadInput);
  EXPECT_EQ(plugin.out, "");
  EXPECT_TRUE(
      plugin.err.starts_with("sudoku-bench: solve cannot be started: "
                             "cannot load function 'solve' of 'nowhere.so': "))
      << plugin.err;

  const Ended refusing = bench(arguments_of_run({"--plugin", faulty(external::PluginFault::none)}),
                               {.name_and_value = "SUDOKU_BENCH_NO_START=no device"});
  EXPECT_EQ(refusing.code, kBadInput);
  EXPECT_EQ(refusing.out, "");
  EXPECT_TRUE(
      refusing.err.starts_with("sudoku-bench: faulty cannot be started: 'no device', says '/"))
      << refusing.err;

  const std::pair<std::string, std::string> commands[] = {
      {"no-such-program -x", "no-such-program cannot be started: no program 'no-such-program' in"},
      {"sh -c 'echo why >&2; kill $$'",
       "sh was killed by signal 15 (Terminated) before its first answer: why\n"}};
  for (const auto& [command, start] : commands) {
    const Ended ended = bench(arguments_of_run({"--exec", command}));
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    EXPECT_TRUE(ended.err.starts_with("sudoku-bench: " + start)) << ended.err;
  }
}

// A script that changes a file among its arguments at the 150th puzzle of all its starts: `run`
// gives it one in the pilot and two rounds of two blocks before that, or a process 97 in one round.
TEST_F(External, ACommandWhoseFileChangesEndsTheRun) {
  std::string many = kHeader;
  for (int i = 0; i < 16; ++i)
    many += kRows;
  folder_.write("good.csv", many);
  folder_.write("s.sh", fmt::format("while read -r line; do echo >> lines\n"
                                    "[ $(wc -l < lines) != 150 ] || echo 2 >> \"$1\"\n"
                                    "echo \"$line\"; done | {} {} sudoku_mrv_hidden\n",
                                    COMMAND_OF_PLUGIN, PLUGIN_FAULTY));
  for (const Arguments& more :
       {Arguments{"--rounds", "2"}, Arguments{"--rounds", "1", "--processes", "3"}}) {
    SCOPED_TRACE(testing::PrintToString(more));
    folder_.write("model", "1\n");
    std::filesystem::remove(path("lines"));
    Arguments words = {
        "run",           "good.csv", "--solvers", "none",   "--exec",    "sh s.sh model",
        "--audit",       "off",      "--latency", "off",    "--verify",  "off",
        "--block",       "32",       "--warmup",  "0",      "--threads", "1",
        "--time-budget", "0",        "--result",  "r.json", "-q"};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(
        ended.err,
        "sudoku-bench: model changed during the run; what was measured before is in r.json\n");
    const result::RunResult run = result::read_result(path("r.json"));
    EXPECT_FALSE(run.complete);
    EXPECT_EQ(run.results.at(0).puzzles, more.size() == 2 ? 64U : 96U);
    std::filesystem::remove(path("r.json.journal"));
  }
}

// Neither the result nor the journal can be where they were.
TEST_F(External, AResultWhoseFolderIsGoneIsInATemporaryFile) {
  std::filesystem::create_directory(path("out"));
  folder_.write("s.sh", fmt::format("[ ! -e out/r.json.journal ] || rm -r out\n"
                                    "exec {} {} sudoku_mrv_hidden\n",
                                    COMMAND_OF_PLUGIN, PLUGIN_FAULTY));
  Child child(folder_.path(),
              quick_run({"good.csv", "--exec", "sh s.sh", "--result", "out/r.json"}),
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
  const Ended ended = bench({"run", "--suite", "suites/s.toml", "--seed", "8", "--result", "-"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  const result::RunResult run = result::from_json(ended.out, "result");
  ASSERT_EQ(run.results.size(), 3U);
  EXPECT_EQ(row_of(run, "rival").solution_digest, row_of(run, "dlx").solution_digest);
  ASSERT_EQ(run.datasets.size(), 1U);
  EXPECT_EQ(run.datasets[0].path, "suites/a.csv");
  EXPECT_EQ(run.settings[result::kSeed], 8U) << "the command line's";
  EXPECT_EQ(run.settings.suite->path, "suites/s.toml");
  EXPECT_EQ(run.settings.suite->sha256.size(), 64U);
  EXPECT_EQ(run.command[2], "--suite");
}

TEST_F(External, AFaultInASuiteEndsWithTwo) {
  folder_.write("s.toml", "files = \"good.csv\"\nrounds = \"many\"\n");
  const Ended ended = bench({"run", "--suite", "s.toml"});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err,
            "sudoku-bench: s.toml:2:10: rounds: expected a whole number from 1 to 1000, found "
            "'many'\n");
}

struct UsageCase {
  const char* name;
  std::vector<std::string> options;
  std::string message;
};

TEST_F(External, MistakesEndWithOneAndAMessage) {
  const UsageCase cases[] = {
      {"no file is swallowed",
       {"--plugin", "a.so:f", "--plugin", "x"},
       "--plugin: expected LIBRARY:SYMBOL[:CONFIG], found 'x'"},
      {"no command", {"--exec", "name=x:"}, "--exec: expected a command, found 'name=x:'"},
      {"batch",
       {"--exec-batch", "0"},
       "--exec-batch: expected a whole number from 1 to 1048576, found '0'"},
      {"isolation", {"--isolate", "none"}, "--isolate: expected all or external, found 'none'"},
      {"nobody", {"--solvers", "none"}, "--solvers: no solver is selected, built-in or external"},
      {"a built-in solver's name",
       {"--plugin", "a.so:mrv"},
       "two solvers are named 'mrv'; give one another name with name="},
      {"the same name twice",
       {"--plugin", "a.so:f", "--plugin", "b.so:f"},
       "two solvers are named 'f'; give one another name with name="},
      {"instruction set",
       {"--isa", "mmx"},
       "--isa: expected auto, avx512, avx2 or baseline, found 'mmx'"},
  };
  for (const UsageCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Ended ended = bench(arguments_of_run(c.options));
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err,
              fmt::format("sudoku-bench: {}\n(see `sudoku-bench run --help`)\n", c.message));
  }
}

TEST_F(External, RowsSayWhichInstructionSetTheirSolverUsed) {
  const std::string best(name_of(best_isa()));
  const result::RunResult run = result_of("mrv,lanes,simd", {"--isa", best});
  EXPECT_EQ(row_of(run, "mrv").isa, "baseline");
  EXPECT_EQ(row_of(run, "lanes").isa, best);
  EXPECT_EQ(row_of(run, "simd").isa, best);
}

TEST_F(External, InstructionSetsCanBeForced) {
  const result::RunResult run = result_of("mrv", {"--isa", "baseline"});
  EXPECT_EQ(run.environment.isa_dispatched, "baseline");
  if (best_isa() == Isa::avx512) GTEST_SKIP() << "not tried: this machine lacks no instruction set";
  const Ended ended = bench(arguments_of_run({"--isa", "avx512"}));
  EXPECT_EQ(ended.code, kUsage);
  EXPECT_TRUE(ended.err.starts_with(
      "sudoku-bench: --isa: this machine cannot run avx512; it can run baseline"))
      << ended.err;
}

}  // namespace
}  // namespace sudoku::cli
