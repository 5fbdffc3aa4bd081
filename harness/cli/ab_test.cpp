// Tests of `ab` from the command line, with programs that only print what a process of `run` would.
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "harness/base/sha256.h"
#include "harness/cli/ab_processes.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/compare/ab_trial.h"
#include "harness/machine/hardware_counters.h"
#include "harness/options/options.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"
#include "harness/run/run_fixture.h"
#include "harness/runner/valgrind_count.h"

namespace sudoku::cli {

namespace {

class Ab : public Bench {
 protected:
  Ab() {
    result::RunResult run = result::example_result();
    run.results.resize(1);
    run.complete = true;
    prints("base", run);
    result::RunResult searched = run;
    searched.results[0].blocks[0].guesses += 1;
    result::add_up(searched.results[0]);
    prints("searched", searched);
    result::RunResult slow = run;
    result::speed_up(slow.results[0], 1 / 1.1);
    prints("slow", slow);
    acts("crashing", "kill -SEGV $$");
    acts("hanging", "(echo reading; echo waiting) >&2; exec sleep 60");
    make_program("unstartable", "#!/nowhere/sh\n");
    acts("babbling", "echo this is no result");
    acts("refusing", "echo 'good.csv: no' >&2; exit 2");
    acts("telling", "echo \"$*\" >>told; cat base.json");
  }

  void make_program(const std::string& name, const std::string& text) const {
    folder_.write(name, text);
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
  }

  // Makes a program that acts as a build.
  void acts(const std::string& name, const std::string& action) const {
    make_program(name, "#!/bin/sh\n" + action + "\n");
  }

  Ended ab(const std::string& base, const std::string& candidate,
           const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"ab",    "--base",         "./" + base,
                                      "--new", "./" + candidate, "good.csv"};
    words.insert(words.end(), more.begin(), more.end());
    return bench(words);
  }

  void prints(const std::string& name, const result::RunResult& run) const {
    folder_.write(name + ".json", result::to_json(run));
    acts(name, "cat " + name + ".json");
  }
};

TEST_F(Ab, AProcessThatFailsIsAFinding) {
  const struct {
    const char* base;
    const char* candidate;
    int code;
    const char* says;
  } cases[] = {
      {"base", "crashing", kWrongAnswer,
       "FAILED: a process of NEW was killed by signal 11 (Segmentation fault)."},
      {"base", "hanging", kWrongAnswer, "FAILED: a process of NEW was still running after 2s."},
      {"base", "babbling", kWrongAnswer, "FAILED: a process of NEW left no readable result: "},
      {"base", "unstartable", kWrongAnswer,
       "FAILED: a process of NEW: cannot run './unstartable': "},
      {"base", "refusing", kWrongAnswer,
       "FAILED: a process of NEW ended with exit status 2: good.csv: no."},
      {"refusing", "base", kBadInput, "a process of BASE ended with exit status 2: good.csv: no\n"},
      {"crashing", "base", kOk, "CHECKED ALONE, because a process of BASE was killed by signal 11"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.base) + " " + c.candidate);
    const Ended ended = ab(c.base, c.candidate, {"--process-timeout", "2s"});
    EXPECT_EQ(ended.code, c.code) << ended.err;
    expect_part(ended.out + ended.err, c.says);
    EXPECT_EQ(ended.err.find("wrote to standard error") != std::string::npos,
              c.candidate == std::string("hanging"))
        << "a single line is part of the verdict";
  }
}

const std::string kBitmasks = PLUGIN_EXAMPLE_C ":solve_bitmasks";

TEST_F(Ab, TheSameFileOnBothSidesEndsAtOnce) {
  const std::filesystem::path copy = path("copy.so");
  std::filesystem::copy_file(PLUGIN_EXAMPLE_C, copy);
  const Ended ended =
      bench({"ab", "--base", copy.string() + ":solve_bitmasks", "--new", kBitmasks, "good.csv"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  const std::string sum = base::sha256_of(content_of(copy)).substr(0, 12);
  expect_part(ended.out, "IDENTICAL: both sides are the same file (sha256 " + sum + "…)");
  std::ofstream(copy, std::ios::app) << "$ORIGIN";  // it may load what lies beside it
  const std::string plugin = copy.string() + ":solve_bitmasks";
  expect_part(bench({"ab", "--base", plugin, "--new", plugin, "good.csv", "--deterministic-only",
                     "--counters", "off"})
                  .out,
              "PASSED: the same answers to all ");
}

TEST_F(Ab, TheSameFileWithOtherOptionsIsCompared) {
  std::filesystem::create_directory(path("temporary"));
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--new", PLUGIN_EXAMPLE_C ":solve_bitmasks:1,name=solve_bitmasks"},
        {"--new", PLUGIN_EXAMPLE_C ":solve_many,batch=4,name=solve_bitmasks"},
        {"--new", kBitmasks, "--time-identical"}}) {
    std::vector<std::string> words = {
        "ab", "--base", kBitmasks, "good.csv", "--deterministic-only", "--counters", "off"};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = bench(words, {.name_and_value = "TMPDIR=" + path("temporary")});
    EXPECT_EQ(ended.code, kOk) << ended.err;
    EXPECT_TRUE(std::filesystem::is_empty(path("temporary")));
    expect_part(ended.out, "PASSED: the same answers to all ");
    EXPECT_EQ(ended.out.find("instructions"), std::string::npos) << ended.out;
  }
}

TEST_F(Ab, ANewBuildAloneIsChecked) {
  const Ended ended = bench({"ab", "--new", kBitmasks, "good.csv"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  expect_part(ended.out, "CHECKED ALONE, without a base: the answers to all ");
}

TEST_F(Ab, ReportsNameTheSidesAndHaveABuildThatWorked) {
  const Ended ended = ab("base", "crashing",
                         {"--base-label", "1a2b3c4 Old <way>", "--new-label", "5d6e7f8 New",
                          "--junit", "v.xml", "--html", "v.html"});
  EXPECT_EQ(ended.code, kWrongAnswer) << ended.err;
  expect_part(ended.out, "base 1a2b3c4 Old <way>\nnew 5d6e7f8 New\n");
  expect_part(content_of(path("v.xml")), "<testsuite name=\"sudoku-bench ab\">");
  const std::string page = content_of(path("v.html"));
  expect_part(page, R"("verdict_summary":{"verdict":"FAILED: a process of NEW was killed by )");
  expect_part(page, R"("file":"BASE (1a2b3c4 Old )");
  EXPECT_EQ(page.find(R"("file":"NEW)"), std::string::npos);
}

TEST_F(Ab, AcceptsDeclaredChangesOnly) {
  const Ended accepted =
      ab("base", "searched", {"--deterministic-only", "--accept", "search changed"});
  EXPECT_EQ(accepted.code, kOk) << accepted.out;
  expect_part(accepted.out, "search changed: guesses ");
  const Ended slower =
      ab("base", "slow", {"--max-time", "60s", "--accept", "slower on purpose: more exact"});
  EXPECT_EQ(slower.code, kOk) << slower.out;
  expect_part(slower.out, "the layout of code is not covered: another link of the same source");
  expect_part(slower.out, "slower on purpose: more exact");
  for (const std::string change : {"slower", "slower on purpose", "slower on purpose: ", "all"}) {
    const Ended refused = ab("base", "slow", {"--accept", change});
    EXPECT_EQ(refused.code, kUsage);
    EXPECT_EQ(refused.err,
              "sudoku-bench: --accept: expected 'search changed' or 'slower on purpose: REASON', "
              "found '" +
                  change + "'" + see_help("ab"));
  }
}

TEST_F(Ab, ABuildThatChangesEndsTheTest) {
  acts("rebuilt", "echo '# anew' >> rebuilt; cat base.json");
  const Ended ended = ab("base", "rebuilt", {"--markdown", "v.md"});
  EXPECT_EQ(ended.code, kBadInput) << ended.out;
  EXPECT_EQ(ended.err, "sudoku-bench: ./rebuilt changed during the run\n");
  expect_part(content_of(path("v.md")), "./rebuilt changed during the run");
}

TEST_F(Ab, PrintsTheErrorOutputOfAFailedProcess) {
  acts("talking", "for i in $(seq 30); do echo \"line $i\" >&2; done; exit 3");
  const Ended ended = ab("base", "talking");
  std::string said = "a process of NEW wrote to standard error:\n";
  for (int i = 11; i <= 30; ++i)
    said += fmt::format("  line {}\n", i);
  EXPECT_EQ(ended.err, said);
  expect_part(ended.out, "a process of NEW ended with exit status 3: line 30");
}

TEST_F(Ab, EndsItsProcessesWhenItIsEnded) {
  acts("staying", fmt::format("echo >started; exec tail -f '{}'", path("base.json")));
  for (const int signal : {SIGKILL, SIGTERM, SIGINT}) {
    std::filesystem::remove(path("started"));
    Child child(folder_.path(),
                {"ab", "--base", "./staying", "--new", "./base", "good.csv", "--junit", "v.xml"});
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

TEST_F(Ab, ProcessesGetTheOptionsOfBoth) {
  const Ended ended = ab("telling", "telling",
                         {"--deterministic-only", "--solvers", "mrv", "--strict", "--solutions",
                          "1", "--check-only", "good.csv"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  const std::string words =
      "run good.csv --solutions 1 --strict --threads 1 --solvers mrv,control --latency off "
      "--verify all ";
  const std::string told = content_of(path("told"));
  expect_part(told, words);
  expect_part(told, "\n" + words);
}

TEST_F(Ab, ASuiteMayNameTheSolvers) {
  folder_.write("s.toml", "solvers = \"mrv\"\n");
  EXPECT_EQ(ab("telling", "telling", {"--deterministic-only", "--suite", "s.toml"}).code, kOk);
  const std::string told = content_of(path("told"));
  expect_part(told, "run good.csv --suite s.toml --threads 1 --latency off ");
}

TEST_F(Ab, ProcessesGetEveryOptionThatIsPassedOn) {
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
  const std::string solvers = run::other_values().at("solvers");
  for (auto word = words.begin() + 1; word != words.end(); ++word)
    expect_part(told, " " + (*word == solvers ? solvers + ",control" : *word) + " ");
}

// What each kind of process is told, with a build that keeps its words and answers at once.
class AbProcess : public Ab {
 protected:
  AbProcess() {
    result::RunResult run = result::example_result();
    run.complete = true;
    run.datasets[0].path = "good.csv";
    run.results.resize(1);
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
                  .options = {{"--solvers", "mrv,dlx"}, {"--threads", "1"}, {"--strict", {}}},
                  .seed = 7,
                  .max_time = std::chrono::seconds(60),
                  .process_timeout = std::chrono::seconds(30)};
  result::Row row_;
};

TEST_F(AbProcess, IsToldWhatToDo) {
  const auto processes = make_processes(plan_, cancelled_, files_);
  processes->run_whole(AbSide::base);
  EXPECT_EQ(told(),
            "run good.csv --solvers mrv,dlx --threads 1 --strict --latency off --verify all "
            "--rounds 1 --warmup 0 --seed 7 --time-budget 3000ms --quiet --result -\n");
  EXPECT_EQ(processes->run_whole(AbSide::candidate).command,
            (std::vector<std::string>{"program", "good.csv"}))
      << "nobody else has the pilots";
  EXPECT_EQ(told(),
            "run good.csv --solvers mrv,dlx --threads 1 --strict --latency off --verify all "
            "--rounds 1 --warmup 0 --seed 7 --time-budget 3000ms --pilots pilots.json --quiet "
            "--result -\n");

  const std::string unchecked = "run good.csv --strict --solvers mrv --threads 1 --verify off ";
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

  plan_.by_processor = false;
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
  const auto times = processes->time_puzzles({&row_}, AbSide::candidate);
  const std::string before =
      "run good.csv --strict --solvers mrv --threads 1 --verify off --rounds 1 --warmup 0 --seed "
      "7 --time-budget 3000ms --pilots pilots.json ";
  const std::string after = "--latency on --puzzle-csv puzzles.csv --quiet --result -\n";
  EXPECT_EQ(told(), before + after);
  ASSERT_EQ(times.size(), 1U);
  EXPECT_EQ(times[0].base.at(4).ns, 40);
  EXPECT_EQ(times[0].candidate.at(4).ns, 40);
  ++row_.puzzles;
  processes->time_puzzles({&row_}, AbSide::base);
  EXPECT_EQ(told(), before + "--sample 100000 " + after);
  result::Row small = row_;
  small.puzzles = 300;
  processes->time_puzzles({&row_, &small}, AbSide::base);
  EXPECT_EQ(told(), before + "--sample 300 " + after) << "all get one sample";

  std::filesystem::remove(path("times.csv"));
  EXPECT_TRUE(processes->time_puzzles({&row_, &small}, AbSide::base)[1].base.empty())
      << "an older program may not write times";
}

TEST_F(AbProcess, GetsTheExternalSolversOfItsRows) {
  plan_.sides[AbSide::base].options = {{"--plugin", "a.so:f"}, {"--exec", "g"}};
  row_.solver = "f";
  row_.external = result::ExternalRecord{};
  const auto processes = make_processes(plan_, cancelled_, files_);
  processes->run_whole(AbSide::base);
  processes->run_timed(AbSide::base, 0, {&row_});
  expect_part(told(), "run good.csv --strict --plugin a.so:f --solvers none --threads 1 ");
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
    const std::string given = option.is_flag() ? name : name + " " + value;
    folder_.write("s.toml", fmt::format("solvers = \"mrv\"\n{} = \"{}\"\n", option.key(), value));
    std::map<std::string, std::vector<std::string>> words_by_place = {
        {"s.toml:2:1: " + option.key(), {"--suite", "s.toml"}}};
    // `ab` has options of its own by these names.
    if (!std::set<std::string>{"counters", "html", "markdown", "seed"}.contains(option.key()))
      words_by_place[name] = options::split_command(given);
    for (const auto& [place, words] : words_by_place) {
      const Ended ended = ab("base", "base", words);
      EXPECT_EQ(ended.code, words[0] == "--suite" ? kBadInput : kUsage);
      expect_part(ended.err, fmt::format("sudoku-bench: {}: `ab` does not pass it to `run`: {}\n",
                                         place, option.traits.not_for_ab));
    }
  }
}

TEST_F(Ab, KeepsTheDocumentsOfBothBuilds) {
  const Ended ended =
      ab("base", "slow", {"--max-time", "60s", "--keep", "kept/here", "--times-csv", "t.csv"});
  EXPECT_EQ(ended.code, kRegression) << ended.err;
  const std::string change = "+10.0 % (+10.0 to +10.0) in 3 groups";
  expect_part(ended.out, change + " of four runs, slower in 3;");
  expect_part(content_of(path("t.csv")), "\nSLOWER,1.100000,1.100000,1.100000,0.020000,3,");
  const result::RunResult kept = result::read_result(path("kept/here/new.json"));
  ASSERT_TRUE(kept.results[0].processes);
  EXPECT_EQ(kept.results[0].processes->time_per_puzzle_ns.size(), 6U);
  const Ended again =
      bench({"compare", "kept/here/base.json", "kept/here/new.json", "--threshold", "2%"});
  EXPECT_EQ(again.code, kRegression) << again.err;
  expect_part(again.out, change);
}

TEST_F(SlowAb, SidesMayBeCommands) {
  if (!has("python3")) GTEST_SKIP() << "there is no python3";
  make_program("liar", "#!/bin/sh\nwhile read -r line; do echo 0; done\n");
  const Ended ended =
      bench({"ab", "--base-exec", "python3 " EXAMPLES "python/line_solver.py", "--new-exec",
             "name=python3:./liar", "good.csv", "--deterministic-only"});
  EXPECT_EQ(ended.code, kWrongAnswer) << ended.out << ended.err;
  expect_part(ended.out, "WRONG: python3 on good.csv, ");
}

// Bytes at the end change the file, but nothing that it does.
TEST_F(Ab, CountsByValgrindShowThatAChangeIsNeutral) {
  const bool by_processor = !machine::HardwareCounters().absence();
  const std::string why = by_processor ? "the processor counts" : runner::why_no_valgrind();
  if (!why.empty()) GTEST_SKIP() << why;
  const std::string copy = path("copy.so");
  std::filesystem::copy_file(PLUGIN_EXAMPLE_C, copy);
  std::ofstream(copy, std::ios::app) << "end";
  const Ended ended = bench({"ab", "--base", kBitmasks, "--new", copy + ":solve_bitmasks",
                             "good.csv", "--deterministic-only"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  expect_part(ended.out, "as many instructions as before, a neutral change.");
}

// A program finds no valgrind where PATH names no folder.
TEST_F(Ab, SaysThatValgrindIsMissing) {
  const std::string program = path("base");
  const Ended ended =
      bench({"ab", "--base", program, "--new", program, "good.csv", "--deterministic-only"},
            {.name_and_value = "PATH=/nowhere"});
  EXPECT_EQ(ended.code, kWrongAnswer) << "the shell of this test has no cat";
  const std::string remark = "valgrind could count instructions, but " + why_no_valgrind();
  EXPECT_EQ(ended.out.find(remark) != std::string::npos,
            machine::HardwareCounters().absence().has_value())
      << ended.out;
}

TEST_F(Ab, MistakesAreNamed) {
  std::filesystem::copy_file(PLUGIN_EXAMPLE_C, path("p.so"));
  folder_.write("s.toml", "[[exec]]\ncommand = [\"cat\", 2026-01-02]\n");

  const struct {
    const char* words;
    int code;
    const char* says;
  } cases[] = {
      {"good.csv", kUsage, "the new side is missing: give --new or --new-exec"},
      // Regression: the first process failed, and `ab` ended with exit status 2.
      {"--base ./base --new ./base --solvers mrv", kUsage,
       "FILE: expected at least one, found none"},
      {"--base ./base good.csv", kUsage, "the new side is missing: give --new or --new-exec"},
      {"--base '' --new ./base", kUsage, "--base: expected a name, found ''"},
      {"--base p.so:f --new ./base", kUsage, "a build without a colon is a program"},
      {"--base p.so:f,name=a --new p.so:f,name=b", kUsage,
       "--new: both builds need one name: expected name=a, found 'b'"},
      {"--base p.so:f --base-exec cat --new p.so:f", kUsage, "--base"},
      {"--base :f --new p.so:f", kUsage, "--base: expected LIBRARY:SYMBOL[:CONFIG]"},
      {"--base gone.so:f --new p.so:f good.csv", kBadInput, "gone.so: cannot open shared object"},
      {"--base p.so:solve_bitmasks --new gone.so:solve_bitmasks good.csv", kWrongAnswer,
       "gone.so: cannot open shared object"},
      {"--base ./base --new ./base -", kUsage,
       "standard input can be read only once, but every process reads the files"},
      {"--base ./gone --new ./base good.csv", kNothingToCompare,
       "BASE: cannot run './gone': No such file or directory\n"},
      {"--base p.so:f --new p.so:f good.csv --html p.so", kUsage, "--base"},
      {"--base ./base --new ./base good.csv --suite s.toml", kBadInput,
       "sudoku-bench: s.toml:2:19: command: expected a string, found a date or a time\n"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.words);
    std::vector<std::string> words = options::split_command(c.words);
    words.insert(words.begin(), "ab");
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, c.code);
    expect_part(ended.out + ended.err, c.says);
  }
}

}  // namespace

}  // namespace sudoku::cli
