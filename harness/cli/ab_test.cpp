// Tests of `ab` from the command line, with programs that only print what a process of `run` would.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/child_process.h"
#include "harness/base/sha256.h"
#include "harness/cli/ab_processes.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/compare/ab_trial.h"
#include "harness/external/external.h"
#include "harness/external/faulty_plugin.h"
#include "harness/machine/hardware_counters.h"
#include "harness/options/options.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"
#include "harness/run/run_fixture.h"
#include "harness/runner/instruction_profile.h"

namespace sudoku::cli {

namespace {

struct SidesCase {
  std::vector<std::string> sides;  // options of ab
  int code;
  const char* says;  // part of the output
};

class Ab : public Bench {
 protected:
  Ab() {
    result::RunResult run = result::example_result();
    run.results.resize(1);
    run.complete = true;
    prints("base", run);
    result::RunResult changed = run;
    changed.results[0].blocks[0].digest = 0;
    result::add_up(changed.results[0]);
    prints("changed", changed);
    result::RunResult searched = run;
    searched.results[0].blocks[0].guesses += 1;
    result::add_up(searched.results[0]);
    prints("searched", searched);
    result::RunResult wrong = run;
    --wrong.results[0].outcomes[Outcome::unique];
    ++wrong.results[0].outcomes[Outcome::wrong];
    wrong.results[0].wrong_answers = {{.puzzle = "p", .line = 1, .reason = "r"}};
    wrong.results[0] = result::finished(wrong.results[0]);
    prints("wrong", wrong);
    result::RunResult slow = run;
    result::speed_up(slow.results[0], 1 / 1.1);
    prints("slow", slow);
    result::RunResult other = run;
    other.datasets[0].sha256 = "0123456789abcdef";
    prints("other", other);
    result::RunResult fewer = run;
    fewer.results.clear();
    prints("fewer", fewer);
    acts("crashing", "kill -SEGV $$");
    acts("hanging", "(echo reading; echo waiting) >&2; exec sleep 60");
    acts("babbling", "echo this is no result");
    acts("refusing", "echo 'good.csv: no' >&2; exit 2");
  }

  static result::RunResult one_row_of_good_csv() {
    result::RunResult run = result::example_result();
    run.complete = true;
    run.datasets[0].path = "good.csv";
    run.results.resize(1);
    return run;
  }

  // Makes a program that acts as a build of an older version, without the control solver.
  void acts(const std::string& name, const std::string& action) const {
    folder_.write(name, "#!/bin/sh\n[ \"$1\" = run ] || exit 0\n" + action + "\n");
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
  }

  void expect_verdict(const SidesCase& c) const {
    SCOPED_TRACE(c.sides[3]);
    std::vector<std::string> words = {"ab", "--deterministic-only", "--time-identical"};
    words.insert(words.end(), c.sides.begin(), c.sides.end());
    words.emplace_back("good.csv");
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, c.code) << ended.out << ended.err;
    expect_part(ended.out, c.says);
  }

  Ended ab(const std::string& base, const std::string& candidate,
           const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"ab", "./" + base, "./" + candidate, "good.csv"};
    words.insert(words.end(), more.begin(), more.end());
    return bench(words);
  }

  void prints(const std::string& name, const result::RunResult& run) const {
    folder_.write(name + ".json", result::to_json(run));
    acts(name, "cat " + name + ".json");
  }
};

TEST_F(Ab, EveryFindingHasItsExitCode) {
  const struct {
    const char* base;
    const char* candidate;
    int code;
    const char* says;
  } cases[] = {
      {"base", "base", kOk, "PASSED: the same answers to "},
      {"base", "changed", kRegression, "differ, first among "},
      {"base", "searched", kRegression, "CHANGED: "},
      {"base", "wrong", kWrongAnswer, "1 wrong answer"},
      {"base", "crashing", kWrongAnswer,
       "FAILED: a process of NEW was killed by signal 11 (Segmentation fault)."},
      {"base", "hanging", kWrongAnswer, "FAILED: a process of NEW was still running after 2s."},
      {"base", "babbling", kWrongAnswer, "FAILED: a process of NEW left no readable result: "},
      {"base", "refusing", kWrongAnswer,
       "FAILED: a process of NEW ended with exit status 2: good.csv: no."},
      {"crashing", "base", kOk, "CHECKED ALONE, because a process of BASE was killed by signal 11"},
      {"base", "other", kNothingToCompare, "the dataset differs"},
      {"base", "fewer", kNothingToCompare, "only in the baseline"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.base) + " " + c.candidate);
    const Ended ended = ab(c.base, c.candidate, {"--process-timeout", "2s"});
    EXPECT_EQ(ended.code, c.code) << ended.err;
    expect_part(ended.out, c.says);
    if (c.candidate == std::string("hanging")) expect_part(ended.err, "  waiting\n");
  }
}

TEST_F(Ab, WhatIsSlowerInEachGroupIsARegression) {
  const Ended ended = ab("base", "slow", {"--max-time", "60s", "--times-csv", "t.csv"});
  EXPECT_EQ(ended.code, kRegression) << ended.out;
  expect_part(content_of(path("t.csv")), "\nSLOWER,1.100000,1.100000,1.100000,0.020000,3,");
  expect_part(ended.out, "+10.0 % (+10.0 to +10.0) in 3 groups of four runs, slower in 3;");
}

const std::string kBitmasks = std::string(PLUGIN_EXAMPLE_C) + ":solve_bitmasks";

TEST_F(Ab, TheSameFileOnBothSidesEndsAtOnce) {
  const std::filesystem::path copy = path("copy.so");
  std::filesystem::copy_file(PLUGIN_EXAMPLE_C, copy);
  const Ended ended = bench({"ab", "--base", copy.string() + ":solve_bitmasks", "--new", kBitmasks,
                             "good.csv", "--markdown", "v.md", "--junit", "v.xml"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  base::Sha256 sha256;
  sha256.add(content_of(copy));
  const std::string sum = sha256.hex().substr(0, 12);
  EXPECT_TRUE(
      ended.out.starts_with("IDENTICAL: both sides are the same file (sha256 " + sum + "…)"))
      << ended.out;
  EXPECT_TRUE(content_of(path("v.md")).starts_with("**IDENTICAL: "));
  expect_part(content_of(path("v.xml")), "<testcase classname=\"builds\"");
}

TEST_F(Ab, TheSameFileWithOtherOptionsIsCompared) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{
            "--new", std::string(PLUGIN_EXAMPLE_C) + ":solve_bitmasks:1,name=solve_bitmasks"},
        {"--new", kBitmasks, "--new-options", "--isa baseline"},
        {"--new", kBitmasks, "--time-identical"}}) {
    std::vector<std::string> words = {"ab", "--base", kBitmasks, "good.csv",
                                      "--deterministic-only"};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, kOk) << ended.err;
    expect_part(ended.out, "PASSED: the same answers to all ");
  }
}

TEST_F(Ab, ANewBuildAloneIsChecked) {
  const Ended right =
      bench({"ab", "--new", kBitmasks, "good.csv", BUNDLED_DATASETS "/multiple.csv"});
  EXPECT_EQ(right.code, kOk) << right.err;
  expect_part(right.out, "CHECKED ALONE, without a base: the answers to all ");
  const std::string crashing = fmt::format("{}:sudoku_faulty:{}", PLUGIN_FAULTY,
                                           external::config_of(external::PluginFault::always_segv));
  const Ended wrong = bench({"ab", "--new", crashing, BUNDLED_DATASETS "/multiple.csv"});
  EXPECT_EQ(wrong.code, kWrongAnswer);
  expect_part(wrong.out,
              "WRONG: sudoku_faulty-20 on multiple.csv, disqualified: 10 puzzles in a row");
  expect_part(wrong.out, "To repeat:\nsudoku_faulty-20 on multiple.csv: crashed: died of SIGSEGV");
}

TEST_F(Ab, ReportsSayWhatTheSidesAre) {
  const Ended ended =
      ab("base", "changed",
         {"--deterministic-only", "--base-label", "1a2b3c4 Old <way>", "--new-label", "5d6e7f8 New",
          "--junit", "v.xml", "--markdown", "v.md", "--html", "v.html"});
  EXPECT_EQ(ended.code, kRegression) << ended.err;
  expect_part(ended.out, "base 1a2b3c4 Old <way>\nnew 5d6e7f8 New\n");
  expect_part(content_of(path("v.md")), "\nnew 5d6e7f8 New\n");
  expect_part(content_of(path("v.xml")),
              "<property name=\"base\" value=\"1a2b3c4 Old &lt;way>\"/>");
  expect_part(content_of(path("v.html")), "NEW (5d6e7f8 New)");
}

TEST_F(Ab, AcceptsDeclaredChangesOnly) {
  const Ended accepted =
      ab("base", "searched", {"--deterministic-only", "--accept", "search changed"});
  EXPECT_EQ(accepted.code, kOk) << accepted.out;
  expect_part(accepted.out, "search changed: guesses ");
  const Ended slower =
      ab("base", "slow", {"--max-time", "60s", "--accept", "slower on purpose: more exact"});
  EXPECT_EQ(slower.code, kOk) << slower.out;
  expect_part(slower.out, "slower on purpose: more exact");
  for (const std::string change : {"slower", "slower on purpose", "slower on purpose: ", "all"}) {
    const Ended refused = ab("base", "slow", {"--accept", change});
    EXPECT_EQ(refused.code, kUsage);
    EXPECT_EQ(refused.err,
              "sudoku-bench: --accept: expected 'search changed' or 'slower on purpose: REASON', "
              "found '" +
                  change + "'\n(see `sudoku-bench ab --help`)\n");
  }
}

TEST_F(Ab, ABuildThatChangesEndsTheTest) {
  acts("rebuilt", "echo '# anew' >> rebuilt; cat base.json");
  const Ended ended = ab("base", "rebuilt", {"--markdown", "v.md"});
  EXPECT_EQ(ended.code, kBadInput) << ended.out;
  EXPECT_EQ(ended.err, "sudoku-bench: ./rebuilt changed during the run\n");
  expect_part(content_of(path("v.md")), "./rebuilt changed during the run");
}

TEST_F(Ab, LeavesNoTemporaryFiles) {
  std::filesystem::create_directory(path("temporary"));
  const Ended ended = bench({"ab", "--base", kBitmasks, "--new", kBitmasks, "good.csv",
                             "--time-identical", "--max-time", "1s"},
                            {.name_and_value = "TMPDIR=" + path("temporary")});
  EXPECT_EQ(ended.code, kInconclusive) << ended.err;
  EXPECT_TRUE(std::filesystem::is_empty(path("temporary")));
}

TEST_F(Ab, AMissingProgramIsNamed) {
  const Ended ended = ab("none", "base");
  EXPECT_EQ(ended.code, kNothingToCompare);
  EXPECT_EQ(ended.err, "sudoku-bench: BASE: cannot run './none': No such file or directory\n");
}

TEST_F(Ab, AMistakeInTheOptionsOfProcessesIsAnError) {
  const Ended ended = ab("refusing", "base");
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err, "sudoku-bench: a process of BASE ended with exit status 2: good.csv: no\n");
}

TEST_F(Ab, PrintsTheErrorOutputOfAFailedProcess) {
  acts("talking", "for i in $(seq 30); do echo \"line $i\" >&2; done; exit 3");
  for (const char* side : {"BASE", "NEW"}) {
    const bool is_base = side == std::string("BASE");
    const Ended ended = is_base ? ab("talking", "base") : ab("base", "talking");
    EXPECT_EQ(ended.code, is_base ? kOk : kWrongAnswer) << "without a base, NEW is checked alone";
    std::string said = fmt::format("a process of {} wrote to standard error:\n", side);
    for (int i = 11; i <= 30; ++i)
      said += fmt::format("  line {}\n", i);
    EXPECT_EQ(ended.err, said);
    expect_part(ended.out, fmt::format("a process of {} ended with exit status 3: line 30", side));
  }
}

TEST_F(Ab, EndsItsProcessesWhenItIsEnded) {
  acts("staying", fmt::format("echo >started; exec tail -f '{}'", path("base.json")));
  for (const int signal : {SIGKILL, SIGTERM, SIGINT}) {
    std::filesystem::remove(path("started"));
    Child child(folder_.path(), {"ab", "./staying", "./base", "good.csv", "--junit", "v.xml"});
    for (int i = 0; i < 3000 && !std::filesystem::exists(path("started")); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    child.signal(signal);
    ASSERT_TRUE(child.ends_within(std::chrono::seconds(10)));
    const Ended ended = child.wait();
    EXPECT_EQ(ended.code, signal == SIGKILL ? 128 + SIGKILL : kInterrupted);
    const bool says_so = ended.err.ends_with("interrupted; wrote v.xml\n");
    EXPECT_EQ(says_so, signal != SIGKILL) << ended.err;
    EXPECT_TRUE(nobody_runs_with(path("base.json")));
  }
}

TEST_F(Ab, LeavesItsVerdictInFiles) {
  const Ended ended = ab("base", "crashing", {"--markdown", "v.md", "--junit", "v.xml"});
  EXPECT_EQ(ended.code, kWrongAnswer);
  EXPECT_EQ(content_of(path("v.md")).substr(0, 20), "**FAILED: a process ");
  const std::string checks = content_of(path("v.xml"));
  expect_part(checks, "<testsuite name=\"sudoku-bench ab\">");
  expect_part(checks, "<testcase classname=\"processes\" name=\"result\">");
}

TEST_F(Ab, ThePageBeginsWithTheVerdictAndHasABuildThatWorked) {
  EXPECT_EQ(ab("base", "crashing", {"--html", "v.html"}).code, kWrongAnswer);
  const std::string page = content_of(path("v.html"));
  EXPECT_NE(
      page.find(
          R"("verdict_summary":{"verdict":"FAILED: a process of NEW was killed by signal 11)"),
      std::string::npos);
  expect_part(page, R"("file":"BASE")");
  EXPECT_EQ(page.find(R"("file":"NEW")"), std::string::npos);
}

TEST_F(Ab, ProcessesGetTheOptionsOfBothAndOfTheirSide) {
  acts("telling", "echo \"$*\" >>told; cat base.json");
  const Ended ended = ab("telling", "telling",
                         {"--deterministic-only", "--solvers", "mrv", "--permute", "--solutions",
                          "1", "--check-only", "good.csv", "--base-options",
                          "a=b.csv --isa=baseline", "--new-options", "--plugin 'x y.so:f'"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  const std::string common = "run good.csv --solutions 1 --permute --threads 1 --solvers mrv ";
  const std::string told = content_of(path("told"));
  EXPECT_EQ(told.find(common + "a=b.csv --isa baseline --latency off --verify all --rounds 1 "), 0U)
      << told;
  expect_part(told, "\n" + common + "--plugin x y.so:f --latency off --verify all --rounds 1 ");
}

TEST_F(Ab, ASuiteMayNameTheSolvers) {
  acts("telling", "echo \"$*\" >>told; cat base.json");
  folder_.write("s.toml", "solvers = \"mrv\"\n");
  EXPECT_EQ(ab("telling", "telling", {"--deterministic-only", "--suite", "s.toml"}).code, kOk);
  const std::string told = content_of(path("told"));
  EXPECT_TRUE(told.starts_with("run good.csv --suite s.toml --threads 1 --latency off ")) << told;
}

TEST_F(Ab, ProcessesGetEveryOptionThatIsPassedOn) {
  acts("telling", "echo \"$*\" >>told; cat base.json");
  folder_.write("s.toml", "");
  std::vector<std::string> words = {"--deterministic-only"};
  for (const options::Option& option : options::all()) {
    if (option.traits.not_for_ab != nullptr || option.is_argument()) continue;
    words.push_back(option.name());
    if (!option.is_flag()) words.push_back(run::other_values().at(option.key()));
  }
  const Ended ended = ab("telling", "telling", words);
  EXPECT_EQ(ended.code, kOk) << ended.err;
  const std::string told = content_of(path("told"));
  for (auto word = words.begin() + 1; word != words.end(); ++word)
    EXPECT_NE(told.find(" " + *word + " "), std::string::npos) << *word << ": " << told;
}

// What each kind of process is told, with a build that keeps its words and answers at once.
class AbProcess : public Ab {
 protected:
  AbProcess() {
    result::RunResult run = one_row_of_good_csv();
    run.command = {"program", "--pilots", "@", "good.csv"};
    prints("answer", run);
    acts("telling", fmt::format(R"(cd '{}'; echo "$*" | sed 's|/[^ ]*/||g' >told; last=
      for word; do
        case $last in --puzzle-csv) cp times.csv "$word" ;; --pilots) pilots=$word ;; esac
        last=$word
      done
      sed "s|@|$pilots|" answer.json)",
                                folder_.path()));
    for (const char* name : {"BASE", "NEW"})
      plan_.sides[name == std::string("NEW") ? AbSide::candidate : AbSide::base] = {
          .option = "", .text = path("telling"), .name = name};
    row_ = run.results[0];
    row_.time_per_puzzle_ns.median = 5000;
  }

  using AbSide = compare::AbSide;

  // The words of the last process, without `run` and folders.
  std::string told() const { return content_of(path("told")); }

  // The budget in the words of the first process.
  std::string first_budget() {
    make_processes(plan_, cancelled_, files_)->run_whole(AbSide::base);
    const std::string words = told();
    const std::size_t start = words.find("--time-budget ") + 14;
    return words.substr(start, words.find(' ', start) - start);
  }

  const std::atomic<bool> cancelled_ = false;
  base::WatchedFiles files_{{}};
  AbPlan plan_ = {.sides = {},
                  .files = {path("good.csv")},
                  .untimed = {},
                  .options = {{"--solvers", "mrv,dlx"}, {"--threads", "1"}, {"--permute", {}}},
                  .seed = 7,
                  .max_time = std::chrono::seconds(60),
                  .process_timeout = std::chrono::seconds(30)};
  result::Row row_;
};

TEST_F(AbProcess, IsToldWhatToDo) {
  const auto processes = make_processes(plan_, cancelled_, files_);
  processes->run_whole(AbSide::base);
  EXPECT_EQ(told(),
            "run good.csv --solvers mrv,dlx --threads 1 --permute --latency off --verify all "
            "--rounds 1 --warmup 0 --seed 7 --time-budget 3000ms --quiet --result -\n");
  EXPECT_EQ(processes->run_whole(AbSide::candidate).command,
            (std::vector<std::string>{"program", "good.csv"}))
      << "nobody else has the pilots";
  EXPECT_EQ(told(),
            "run good.csv --solvers mrv,dlx --threads 1 --permute --latency off --verify all "
            "--rounds 1 --warmup 0 --seed 7 --time-budget 3000ms --pilots pilots.json --quiet "
            "--result -\n");

  const std::string unchecked = "run good.csv --permute --solvers mrv --threads 1 --verify off ";
  processes->run_timed(AbSide::base, 3, {&row_});
  EXPECT_EQ(told(), unchecked +
                        "--latency off --rounds 30 --warmup 2ms --time-budget 120ms --sample 500 "
                        "--seed 10 --quiet --result -\n");
  processes->run_timed(AbSide::base, 3, compare::AbRows(20, &row_));
  expect_part(told(), " --rounds 12 --warmup 2ms --time-budget 48ms --sample 500 ");
  result::Row slow = row_;
  slow.threads = 2;
  slow.time_per_puzzle_ns.median = 1e6;
  processes->run_timed(AbSide::base, 3, {&slow, &row_});
  expect_part(told(), " --solvers mrv --threads 1,2 ");
  expect_part(told(), " --sample 32 ");
  result::Row fast = row_;
  fast.time_per_puzzle_ns.median = 1;
  processes->run_timed(AbSide::base, 3, compare::AbRows(30, &fast));
  expect_part(told(), " --rounds 10 --warmup 2ms --time-budget 40ms --sample 8192 ");

  processes->run_counted(AbSide::base, {&row_});
  EXPECT_EQ(told(), unchecked +
                        "--latency off --rounds 1 --warmup 0 --time-budget 0 --sample 500 --seed "
                        "7 --counters valgrind --quiet --result -\n");
  slow.time_per_puzzle_ns.median = 9e5;
  processes->run_counted(AbSide::base, {&slow});
  expect_part(told(), " --sample 55 ");
  slow.time_per_puzzle_ns.median = 1.2e7;
  processes->run_counted(AbSide::base, {&slow});
  expect_part(told(), " --sample 4 ");
  slow.time_per_puzzle_ns.median = 1.3e7;
  EXPECT_THROW(processes->run_counted(AbSide::base, {&slow}), compare::ProcessFailure);
}

TEST_F(AbProcess, TimesSinglePuzzles) {
  folder_.write("times.csv",
                "dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n"
                "rated,4,p,mrv,1,unique,0,40,,\n"
                "rated,5,q,mrv,1,timeout,0,50,,\n");
  const auto processes = make_processes(plan_, cancelled_, files_);
  processes->run_whole(AbSide::base);
  row_.puzzles = 100'000;
  const auto times = processes->time_puzzles(AbSide::candidate, {&row_});
  const std::string before =
      "run good.csv --permute --solvers mrv --threads 1 --verify off --rounds 1 --warmup 0 --seed "
      "7 --time-budget 3000ms --pilots pilots.json ";
  const std::string after = "--latency on --puzzle-csv puzzles.csv --quiet --result -\n";
  EXPECT_EQ(told(), before + after);
  ASSERT_EQ(times.size(), 1U);
  EXPECT_EQ(times[0].at(4).ns, 40);
  ++row_.puzzles;
  processes->time_puzzles(AbSide::candidate, {&row_});
  EXPECT_EQ(told(), before + "--sample 100000 " + after);
  result::Row small = row_;
  small.puzzles = 300;
  processes->time_puzzles(AbSide::candidate, {&row_, &small});
  EXPECT_EQ(told(), before + "--sample 300 " + after) << "all get one sample";

  std::filesystem::remove(path("times.csv"));
  EXPECT_TRUE(processes->time_puzzles(AbSide::base, {&row_, &small})[1].empty())
      << "an older program may not write times";
}

TEST_F(AbProcess, ThatCannotBeStartedIsNamed) {
  plan_.sides[AbSide::base].text = path("gone");
  try {
    make_processes(plan_, cancelled_, files_)->run_whole(AbSide::base);
    FAIL();
  } catch (const compare::ProcessFailure& failure) {
    EXPECT_EQ(failure.what(),
              "a process of BASE: cannot run '" + path("gone") + "': No such file or directory");
  }
}

TEST_F(AbProcess, GetsItsShareOfTheTime) {
  plan_.by_processor = false;
  EXPECT_EQ(first_budget(), "3000ms");
  expect_part(told(), " --counters off ");
  plan_.process_timeout = std::chrono::seconds(10);
  EXPECT_EQ(first_budget(), "2000ms") << "its checks take time, too";
  plan_.options = {{"--solvers", "none"}, {"--threads", "1,2"}};
  EXPECT_EQ(first_budget(), "4000ms");
  plan_.options[0].value = "mrv,dlx,simd";
  plan_.files.push_back(path("good.csv"));
  EXPECT_EQ(first_budget(), "334ms") << "4 s for two files, three solvers, two numbers of threads";
  plan_.options = {{"--suite", "s.toml"}};
  EXPECT_EQ(first_budget(), "500ms") << "four solvers are assumed";
  plan_.files.clear();
  EXPECT_EQ(first_budget(), "250ms") << "and four files";
  const auto processes = make_processes(plan_, cancelled_, files_);
  processes->run_whole(AbSide::base);
  processes->run_timed(AbSide::base, 0, {&row_});
  expect_part(told(), "run good.csv --suite s.toml --solvers mrv ");
  for (const auto& [size, verify] : {std::pair(4'000'000U, "all "), {4'000'001U, "sample "}}) {
    plan_.files = {path("large.csv"), path("gone.csv")};
    folder_.write("large.csv", "");
    std::filesystem::resize_file(path("large.csv"), size);
    first_budget();
    expect_part(told(), std::string(" --verify ") + verify);
  }
}

using SlowAb = Ab;

TEST_F(SlowAb, RefusesByNameWhatItDoesNotPassOn) {
  for (const options::Option& option : options::all()) {
    if (option.traits.not_for_ab == nullptr) continue;
    const std::string name = option.name();
    const std::string value = run::other_values().at(option.key());
    const std::string reason =
        fmt::format("`ab` does not pass it to `run`: {}", option.traits.not_for_ab);
    const auto refused = [&](const std::vector<std::string>& words, const std::string& where) {
      const Ended ended = ab("base", "base", words);
      EXPECT_EQ(ended.code, kUsage);
      EXPECT_EQ(ended.err, fmt::format("sudoku-bench: {}: {}\n(see `sudoku-bench ab --help`)\n",
                                       where, reason));
    };
    const bool is_own =
        std::set<std::string>{"counters", "html", "markdown", "seed"}.contains(option.key());
    if (!is_own && option.is_flag()) refused({name}, name);
    if (!is_own && !option.is_flag()) refused({name, value}, name);
    const std::string given = option.is_flag() ? name : fmt::format("{} {}", name, value);
    refused({"--base-options", given}, "--base-options: " + name);
    refused({"--new-options=--solvers mrv " + given}, "--new-options: " + name);

    folder_.write("s.toml", fmt::format("solvers = \"mrv\"\n{} = \"{}\"\n", option.key(), value));
    const Ended ended = ab("base", "base", {"--suite", "s.toml"});
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.err, fmt::format("sudoku-bench: s.toml:2:1: {}: {}\n", option.key(), reason));
  }
}

// Regression: the first process failed, and `ab` ended with exit status 2.
TEST_F(Ab, WantsAPuzzleFile) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"ab", path("base"), path("base")},
        {"ab", "--base", path("base"), "--new", path("base"), "--solvers", "mrv"}}) {
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(
        ended.err,
        "sudoku-bench: FILE: expected at least one, found none\n(see `sudoku-bench ab --help`)\n");
  }
}

TEST_F(Ab, RefusesASuiteWithABadValueBeforeItRunsAnything) {
  acts("telling", "echo \"$*\" >>told");
  folder_.write("s.toml", "[[exec]]\ncommand = [\"cat\", 2026-01-02]\n");
  const Ended ended = ab("telling", "telling", {"--new-options", "--suite s.toml"});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "sudoku-bench: s.toml:2:19: command: expected a string, found "
            "a date or a time\n");
  folder_.write("s.toml", "files = 1\n");
  EXPECT_EQ(ab("telling", "telling", {"--suite", "s.toml"}).err,
            "sudoku-bench: s.toml:1:9: files: expected a string, found a number\n");
  EXPECT_FALSE(std::filesystem::exists(path("told")));
}

TEST_F(Ab, KeepsTheDocumentsOfBothBuilds) {
  const Ended ended = ab("base", "slow", {"--max-time", "60s", "--keep", "kept/here"});
  EXPECT_EQ(ended.code, kRegression) << ended.err;
  const result::RunResult kept = result::read_result(path("kept/here/new.json"));
  ASSERT_TRUE(kept.results[0].processes);
  EXPECT_EQ(kept.results[0].processes->time_per_puzzle_ns.size(), 6U);
  const Ended again =
      bench({"compare", "kept/here/base.json", "kept/here/new.json", "--threshold", "2%"});
  EXPECT_EQ(again.code, kRegression) << again.err;
  const std::size_t time = ended.out.find("+10.0 % (+10.0 to +10.0) in 3 groups");
  expect_part(again.out, ended.out.substr(time, ended.out.find('\n', time) - time));
  EXPECT_EQ(bench({"report", "kept/here/base.json"}).code, kOk);
}

TEST_F(Ab, SaysThatLayoutIsNotCovered) {
  const Ended ended = ab("base", "base", {"--max-time", "60s"});
  expect_part(ended.out, "the layout of code is not covered: another link of the same source");
}

TEST_F(SlowAb, SidesMayBePlugins) {
  const std::string good = PLUGIN_EXAMPLE_C;
  const std::string crashing = fmt::format("{}:sudoku_faulty:{}", PLUGIN_FAULTY,
                                           external::config_of(external::PluginFault::always_segv));
  const SidesCase cases[] = {
      {{"--base", good + ":solve_bitmasks,name=mine", "--new", good + ":solve_bitmasks,name=mine"},
       kOk,
       "mine on good.csv"},
      {{"--base", good + ":solve_many,batch=4", "--new", good + ":solve_many,batch=4"},
       kOk,
       "solve_many on good.csv"},
      {{"--base", good + ":solve_bitmasks,name=solve_many", "--new", good + ":solve_many,batch=4"},
       kOk,
       "solve_many on good.csv"},
      {{"--base", good + ":solve_bitmasks", "--new", crashing + ",name=solve_bitmasks"},
       kWrongAnswer,
       "CRASHED: solve_bitmasks on good.csv, 6 of 6 puzzles"},
  };
  for (const SidesCase& c : cases)
    expect_verdict(c);
}

// Bytes at the end change the file, but nothing that it does.
TEST_F(Ab, CountsByValgrindShowThatAChangeIsNeutral) {
  if (const std::string why = runner::why_no_valgrind(); !why.empty()) GTEST_SKIP() << why;
  const std::string copy = path("copy.so");
  std::filesystem::copy_file(PLUGIN_EXAMPLE_C, copy);
  std::ofstream(copy, std::ios::app) << "end";
  const Ended ended = bench({"ab", "--base", kBitmasks, "--new", copy + ":solve_bitmasks",
                             "good.csv", "--deterministic-only", "--counters", "valgrind"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  expect_part(ended.out, "as many instructions as before, a neutral change.");
}

TEST_F(Ab, SaysThatSolversAreTooSlowToBeCounted) {
  if (const std::string why = runner::why_no_valgrind(); !why.empty()) GTEST_SKIP() << why;
  result::RunResult run = one_row_of_good_csv();
  result::speed_up(run.results[0], 1e-6);
  prints("slow_both", run);
  acts("telling", "echo \"$*\" >>told; cat slow_both.json");
  const Ended ended =
      ab("slow_both", "telling", {"--deterministic-only", "--counters", "valgrind"});
  expect_part(ended.out,
              "instructions are not compared: the solvers are too slow to be run under valgrind");
  EXPECT_EQ(content_of(path("told")).find("--counters valgrind"), std::string::npos);
}

// A program finds no valgrind where PATH names no folder.
TEST_F(Ab, SaysThatValgrindIsMissing) {
  const std::string program = path("base");
  const ChildSetup nowhere = {.name_and_value = "PATH=/nowhere"};
  const std::string why = why_no_valgrind();
  const Ended wanted =
      bench({"ab", program, program, "good.csv", "--counters", "valgrind"}, nowhere);
  EXPECT_EQ(wanted.code, kUsage);
  EXPECT_EQ(wanted.err,
            "sudoku-bench: --counters valgrind: " + why + "\n(see `sudoku-bench ab --help`)\n");
  const Ended either = bench({"ab", program, program, "good.csv", "--deterministic-only"}, nowhere);
  EXPECT_EQ(either.code, kWrongAnswer) << "the shell of this test has no cat";
  EXPECT_EQ(either.out.find("valgrind could count instructions, but " + why) != std::string::npos,
            machine::HardwareCounters().absence().has_value())
      << either.out;
}

TEST_F(Ab, MayLeaveInstructionsUncounted) {
  const Ended ended =
      bench({"ab", "--base", kBitmasks, "--new",
             std::string(PLUGIN_EXAMPLE_C) + ":solve_bitmasks:1,name=solve_bitmasks", "good.csv",
             "--deterministic-only", "--counters", "off"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(ended.out.find("instructions"), std::string::npos) << ended.out;
}

// The counts are only evidence: without them, the verdict stands.
TEST_F(Ab, ABaseThatCannotBeCountedIsNamed) {
  if (const std::string why = runner::why_no_valgrind(); !why.empty()) GTEST_SKIP() << why;
  acts("older",
       "case \"$*\" in *--counters*valgrind*) echo 'on|off expected' >&2; exit 1 ;; esac; cat "
       "base.json");
  const Ended ended = ab("older", "base", {"--deterministic-only", "--counters", "valgrind"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  expect_part(ended.out,
              "instructions are not compared: a process of BASE ended with exit status "
              "1: on|off expected");
}

TEST_F(SlowAb, SidesMayBeCommands) {
  try {
    base::expect_program("python3");
  } catch (const base::LoadError& error) {
    GTEST_SKIP() << "the example in Python was not run: " << error.what();
  }
  folder_.write("solver", "#!/bin/sh\nexec python3 " LINE_SOLVER "\n");
  folder_.write("liar", "#!/bin/sh\nwhile read -r line; do echo 0; done\n");
  for (const char* name : {"solver", "liar"})
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
  const SidesCase cases[] = {
      {{"--base-exec", "./solver", "--new-exec", "name=solver:./solver"}, kOk, "solver on good"},
      {{"--base-exec", "./solver", "--new-exec", "name=solver:./liar"}, kWrongAnswer, "wrong"},
  };
  for (const SidesCase& c : cases)
    expect_verdict(c);
}

TEST_F(Ab, MistakesInSidesAreNamed) {
  const std::string plugin = std::string(PLUGIN_EXAMPLE_C) + ":solve_bitmasks";

  const struct {
    std::vector<std::string> words;
    int code;
    const char* says;
  } cases[] = {
      {{},
       kUsage,
       "BASE: expected one, found none; name two programs, or builds by --base and --new"},
      {{"./base"}, kUsage, "NEW: expected one, found none"},
      {{"--base", plugin}, kUsage, "the new side is missing: give --new or --new-exec"},
      {{"--new-exec", "cat", "--base-options", "--isa baseline"},
       kUsage,
       "--base-options: there is no base"},
      {{"--base", "", "--new", plugin}, kUsage, "--base: expected a name, found ''"},
      {{"--base", plugin, "--new", "./base"}, kUsage, "a build without a colon is a program"},
      {{"--base", plugin + ",name=a", "--new", plugin + ",name=b"},
       kUsage,
       "--new: both builds need one name: expected name=a, found 'b'"},
      {{"--base", plugin, "--base", plugin, "--new", plugin}, kUsage, "--base"},
      {{"--base", plugin, "--base-exec", "cat", "--new", plugin}, kUsage, "--base"},
      {{"--base", ":f", "--new", plugin}, kUsage, "--base: expected LIBRARY:SYMBOL[:CONFIG]"},
      {{"--base", "gone.so:solve_bitmasks", "--new", plugin},
       kBadInput,
       "gone.so: cannot open shared object"},
      {{"--base", plugin, "--new", "gone.so:solve_bitmasks"},
       kWrongAnswer,
       "gone.so: cannot open shared object"},
      {{"--base", plugin, "--new", plugin, "-"},
       kUsage,
       "standard input can be read only once, but every process reads the files"},
      {{"--base", "./gone", "--new", "./base"}, kNothingToCompare, "BASE: cannot run './gone'"},
      {{"--base", plugin, "--new", plugin, "--html", PLUGIN_EXAMPLE_C}, kUsage, "--base"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(c.words, " ")));
    std::vector<std::string> words = {"ab"};
    words.insert(words.end(), c.words.begin(), c.words.end());
    if (c.words.size() > 1) words.emplace_back("good.csv");
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, c.code) << ended.out << ended.err;
    EXPECT_NE((ended.err + ended.out).find(c.says), std::string::npos) << ended.out << ended.err;
  }
}

TEST_F(Ab, LeavesOutWhatTakesNoPencilmarkPuzzles) {
  const std::string program = SUDOKU_BENCH_PROGRAM;
  folder_.write("marks.txt", run::pencilmarks_of_each_kind(3));
  const Ended some = bench({"ab", program, program, "marks.txt", "--solvers", "mrv,flags",
                            "--deterministic-only", "--time-identical"});
  EXPECT_EQ(some.code, kOk) << some.out << some.err;
  expect_part(some.out, "flags does not solve the puzzles of marks.txt");
  expect_part(some.out, "mrv on marks.txt");
  const Ended none = bench({"ab", program, program, "marks.txt", "--solvers", "flags",
                            "--deterministic-only", "--time-identical"});
  EXPECT_EQ(none.code, kBadInput);
  EXPECT_EQ(none.err, "sudoku-bench: flags does not solve the puzzles of marks.txt\n");
}

TEST_F(Ab, OneProgramAgainstItselfCompares) {
  const std::string program = SUDOKU_BENCH_PROGRAM;
  const Ended ended = bench({"ab", program, program, "good.csv", "--solvers", "mrv",
                             "--deterministic-only", "--time-identical"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  expect_part(ended.out, "mrv on good.csv");
  EXPECT_EQ(ended.out.find("control on"), std::string::npos) << ended.out;
}

// Runs scripts/ci-regression in repositories made for it, where nothing can be built.
class CiRegression : public Bench {
 protected:
  CiRegression() {
    std::filesystem::create_directories(path("repository/scripts"));
    for (const std::string script : {"ci-regression", "usage.sh"}) {
      std::filesystem::copy(SOURCE_FOLDER "/scripts/" + script,
                            path("repository/scripts/" + script));
    }
    acts("repository/scripts/setup", "exit 0");
    acts("repository/cmake", "echo 'error: nothing to build' >&2; exit 1");
  }

  // Runs scripts/ci-regression against `base` in a repository made by the commands `history`.
  Ended gate(const std::string& history, const std::string& base) const {
    return bench({"-euc", R"(
      unset REGRESSION_OUTPUT GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
      export GITHUB_STEP_SUMMARY=$PWD/summary GIT_CONFIG_GLOBAL=/dev/null
      export GIT_CEILING_DIRECTORIES=$PWD GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b
      export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b PATH=$PWD/repository:$PATH
      commit() { git commit --quiet --allow-empty --message "$1"; }
      cd repository
      )" + history + "\nscripts/ci-regression " +
                              base},
                 {.program = "bash"});
  }

  void expect_not_measured(const Ended& ended, const std::string& reason) const {
    EXPECT_EQ(ended.code, kNothingToCompare) << ended.out << ended.err;
    EXPECT_TRUE(ended.err.starts_with("ci-regression: " + reason)) << ended.err;
    const std::string summary = content_of(path("summary"));
    EXPECT_TRUE(summary.starts_with("**NOT MEASURED: " + reason)) << summary;
  }

  void acts(const std::string& name, const std::string& action) const {
    folder_.write(name, "#!/bin/sh\n" + action + "\n");
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
  }
};

// Regression: every error of git was reported as a shallow clone.
TEST_F(CiRegression, SaysWhatGitCannotDo) {
  expect_not_measured(gate("", "HEAD^1"), "git cannot read this repository: ");
}

TEST_F(CiRegression, SaysWhyTheRestOfAShallowCloneIsMissing) {
  expect_not_measured(gate(R"(
      git init --quiet --initial-branch=main ../origin
      cd ../origin; commit one; commit two; cd ../repository
      git clone --quiet --bare --depth 1 "file://$PWD/../origin" .git
      git config core.bare false
      rm -r ../origin)",
                           "HEAD^1"),
                      "this clone is shallow, and the rest of it cannot be fetched: ");
}

TEST_F(CiRegression, NamesABaseThatIsNotThere) {
  const std::string history = "git init --quiet --initial-branch=main; commit one\n";
  expect_not_measured(gate(history, "gone"), "no commit 'gone'");
}

TEST_F(CiRegression, NamesABaseOfAnotherHistory) {
  expect_not_measured(gate("git init --quiet --initial-branch=main; commit one\n"
                           "git checkout --quiet --orphan other; commit other",
                           "main"),
                      "HEAD and 'main' have no common commit");
}

// Regression: changes that others made on main after a branch started were taken for the branch's.
TEST_F(CiRegression, ComparesAMergeWithItsFirstParent) {
  const Ended ended = gate(R"(
      git init --quiet --initial-branch=main; commit one
      git checkout --quiet -b topic; commit mine
      git checkout --quiet main; commit others
      git merge --quiet --no-ff --message merge topic)",
                           "HEAD^1");
  EXPECT_EQ(ended.code, kWrongAnswer) << ended.err;
  EXPECT_TRUE(ended.out.ends_with(" others\n")) << ended.out;
  expect_part(ended.err, "HEAD cannot be built");
  expect_part(ended.err, "build-head.log: error: nothing to build\n");
}

TEST_F(CiRegression, GivesAbBothBuilds) {
  acts("tell", "echo \"$0 $*\"; exit 4");
  const std::string head = path("repository");
  acts("repository/cmake",
       fmt::format("mkdir -p build/release; cp {} build/release/sudoku-bench", path("tell")));
  const Ended ended =
      gate("git init --quiet --initial-branch=main; commit one; commit two", "HEAD^1");
  EXPECT_EQ(ended.code, kRegression) << ended.err;
  expect_part(ended.out, fmt::format("\n{0}/build/release/sudoku-bench ab "
                                     "{0}/build/regression-base/build/release/sudoku-bench "
                                     "{0}/build/release/sudoku-bench datasets/",
                                     head));
}

}  // namespace

}  // namespace sudoku::cli
