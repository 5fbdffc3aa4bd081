// Tests of runs that are killed and resumed, and of runs in shards, from the command line.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/random.h"
#include "harness/base/text.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/deterministic_fixture.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

class Resumed : public Bench {
 protected:
  Resumed() {
    std::string many = kHeader;
    for (int i = 0; i < 200; ++i)
      many += kRows;
    folder_.write("many.csv", many);
  }

  // Arguments of a run of about 40 blocks, in a budget that a busy machine does not use up.
  static std::vector<std::string> run(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {
        "run",      "many.csv", "--solvers",     "mrv,lanes", "--threads", "1",
        "--rounds", "1",        "--time-budget", "10s",       "--sample",  "100%",
        "--block",  "32",       "--warmup",      "0",         "--result",  "r.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  std::string facts_of(const std::string& name) const {
    return result::deterministic_json(result::read_result(path(name)));
  }
};

// Number of times to kill the run; SUDOKU_BENCH_KILLS sets a higher one for a long test.
int kills_wanted() {
  const char* const number = std::getenv("SUDOKU_BENCH_KILLS");
  return number == nullptr ? 5 : std::atoi(number);
}

using SlowResumed = Resumed;

TEST_F(SlowResumed, RunThatWasKilledAtAnyMomentEqualsOneThatWasNot) {
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(bench(run({})).code, kOk);
  const auto took = std::chrono::steady_clock::now() - start;
  const std::string whole = facts_of("r.json");
  base::Random random(static_cast<std::uint64_t>(::getpid()));
  for (int i = 0; i < kills_wanted(); ++i) {
    std::filesystem::remove(path("r.json"));
    const auto moment = took * random.below(1000) / 1000;
    {
      Child child(folder_.path(), run({}));
      std::this_thread::sleep_for(moment);
      child.signal(SIGKILL);
      child.wait();
    }
    const Ended ended = bench(run({"--resume"}));
    ASSERT_EQ(ended.code, kOk) << ended.err;
    ASSERT_EQ(facts_of("r.json"), whole) << ended.err;
    ASSERT_FALSE(std::filesystem::exists(path("r.json.journal")));
  }
}

TEST_F(SlowResumed, RunThatWasInterruptedKeepsItsJournal) {
  ASSERT_EQ(bench(run({})).code, kOk);
  const std::string whole = facts_of("r.json");
  Child child(folder_.path(), run({"-v"}));
  ASSERT_TRUE(child.waits_to_say("many.csv: lanes at about"));
  child.signal(SIGINT);
  ASSERT_EQ(child.wait().code, kInterrupted);
  EXPECT_FALSE(result::read_result(path("r.json")).complete);
  const Ended ended = bench(run({"--resume"}));
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(facts_of("r.json"), whole);
}

// The last lines on standard error name the files and the command that continues.
TEST_F(Resumed, RunThatWasInterruptedSaysWhatItWroteAndHowToContinue) {
  const std::vector<std::string> pages = {"--html", "p.html", "--markdown", "m.md"};

  const struct {
    std::vector<std::string> more;
    const char* written;
    std::optional<std::vector<std::string>> again;  // `more` of the command that continues
  } cases[] = {
      {pages,
       "r.json, p.html, m.md",
       {{"--html", "p.html", "--markdown", "m.md", "-v", "--resume"}}},
      {{"--resume"}, "r.json", {{"--resume", "-v"}}},
      {{"--puzzle-csv", "rows.csv"}, "r.json, rows.csv", {{"-v", "--resume"}}},
      {{"--puzzle-csv=rows.csv"}, "r.json, rows.csv", {{"-v", "--resume"}}},
      {{"--processes", "2"}, "r.json", std::nullopt},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(testing::PrintToString(c.more));
    std::filesystem::remove(path("r.json"));
    std::filesystem::remove(path("r.json.journal"));
    std::vector<std::string> words = run(c.more);
    words.emplace_back("-v");
    Child child(folder_.path(), words);
    ASSERT_TRUE(child.waits_to_say("many.csv: lanes at about"));
    child.signal(SIGINT);
    const Ended ended = child.wait();
    ASSERT_EQ(ended.code, kInterrupted);
    std::string end = fmt::format("interrupted; wrote {}\n", c.written);
    if (c.again) {
      std::vector<std::string> command = {SUDOKU_BENCH_PROGRAM};
      const std::vector<std::string> again = run(*c.again);
      command.insert(command.end(), again.begin(), again.end());
      end += fmt::format("to continue: {}\n", base::shell_quoted(command));
    }
    EXPECT_TRUE(ended.err.ends_with(end)) << ended.err << "\nexpected at its end:\n" << end;
  }
}

// Regression: the first signal ended only the measuring, and the run waited for the pipe's reader.
TEST_F(Resumed, RunThatWasInterruptedWaitsForNoReader) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  for (const std::string option : {"--html", "--markdown"}) {
    Child child(folder_.path(), run({option, "fifo", "-v"}));
    ASSERT_TRUE(child.waits_to_say("many.csv: lanes at about"));
    child.signal(SIGTERM);
    ASSERT_TRUE(child.ends_within(std::chrono::seconds(20)));
    const Ended ended = child.wait();
    EXPECT_EQ(ended.code, kInterrupted);
    EXPECT_NE(ended.err.find("interrupted; wrote r.json; nobody reads fifo: not written\n"),
              std::string::npos)
        << ended.err;
    EXPECT_FALSE(result::read_result(path("r.json")).complete);
    std::filesystem::remove(path("r.json.journal"));
  }
  std::vector<std::string> words = run({"-v"});
  std::ranges::replace(words, "r.json", "fifo");
  Child child(folder_.path(), words);
  ASSERT_TRUE(child.waits_to_say("many.csv: lanes at about"));
  child.signal(SIGTERM);
  ASSERT_TRUE(child.ends_within(std::chrono::seconds(20)));
  EXPECT_EQ(child.wait().code, kInterrupted);
}

TEST_F(Resumed, RunUnderNohupOutlivesItsTerminal) {
  std::vector<std::string> words = {"-c", R"(trap '' HUP; exec "$0" "$@")", SUDOKU_BENCH_PROGRAM};
  for (const std::string& word : run({"-v"}))
    words.push_back(word);
  Child child(folder_.path(), words, {.program = "/bin/sh"});
  ASSERT_TRUE(child.waits_to_say("many.csv: lanes at about"));
  child.signal(SIGHUP);
  EXPECT_EQ(child.wait().code, kOk);
  EXPECT_TRUE(result::read_result(path("r.json")).complete);
}

TEST_F(Resumed, CompleteRunHasNothingToDo) {
  ASSERT_EQ(bench(run({})).code, kOk);
  const std::string before = content_of(path("r.json"));
  const Ended ended = bench(run({"--resume"}));
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.err, "r.json: is complete, there is nothing to do\n");
  EXPECT_EQ(content_of(path("r.json")), before);
}

// On a full disk, the run still ends, and the blocks already in the journal are kept.
TEST_F(SlowResumed, RunThatHadNoRoomForItsFilesIsResumed) {
  ASSERT_EQ(bench(run({})).code, kOk);
  const std::string whole = facts_of("r.json");
  std::filesystem::remove(path("r.json"));
  const Ended full = bench(run({}), {.file_limit = 8192});
  EXPECT_EQ(full.code, kBadInput);
  std::vector<std::string> again = run({"--resume"});
  again.insert(again.begin(), SUDOKU_BENCH_PROGRAM);
  EXPECT_EQ(
      full.err,
      "r.json.journal: cannot be written: File too large; the run continues, but --resume would "
      "repeat what is missing from it\nto write r.json: " +
          base::shell_quoted(again) +
          "\nsudoku-bench: r.json: cannot be written: File too large\n");
  expect_part(full.out, "many.csv: 1,200 puzzles");
  const Ended ended = bench(run({"--resume"}));
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.err.find(": 0 blocks"), std::string::npos) << ended.err;
  EXPECT_EQ(facts_of("r.json"), whole);
}

TEST_F(Resumed, AnotherFileInTheJournalsPlaceIsLeftAsItIs) {
  const std::string files[] = {"notes of mine\n", "sudoku-bench journal 9\nrecords"};
  for (const std::string& content : files) {
    for (const std::vector<std::string>& more : {{}, std::vector<std::string>{"--resume"}}) {
      folder_.write("r.json.journal", content);
      const Ended ended = bench(run(more));
      EXPECT_EQ(ended.code, kBadInput);
      EXPECT_TRUE(ended.err.starts_with(
          "sudoku-bench: r.json.journal: expected the journal of a run, found "))
          << ended.err;
      EXPECT_EQ(content_of(path("r.json.journal")), content);
      EXPECT_FALSE(std::filesystem::exists(path("r.json")));
    }
  }
  std::filesystem::remove(path("r.json.journal"));
  std::filesystem::create_directory(path("r.json.journal"));
  EXPECT_EQ(bench(run({"--resume"})).code, kBadInput);
  EXPECT_EQ(bench(run({})).code, kBadInput);
  EXPECT_TRUE(std::filesystem::is_directory(path("r.json.journal")));
}

// A run killed before it writes the first line leaves an empty journal.
TEST_F(Resumed, EmptyJournalIsResumed) {
  folder_.write("r.json.journal", "");
  const Ended ended = bench(run({"--resume"}));
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_TRUE(result::read_result(path("r.json")).complete);
  EXPECT_FALSE(std::filesystem::exists(path("r.json.journal")));
}

// Removing the journal of a run that goes on, or writing its result, would lose one of two results.
TEST_F(Resumed, ResultThatAnotherRunWritesIsRefused) {
  const struct {
    std::vector<std::string> more;
    const char* begun;
  } first_runs[] = {{{"-v"}, "many.csv: lanes at about"},
                    {{"-v", "--processes", "500"}, "process 1 of 500"}};

  for (const auto& first : first_runs) {
    SCOPED_TRACE(testing::PrintToString(first.more));
    Child child(folder_.path(), run(first.more));
    ASSERT_TRUE(child.waits_to_say(first.begun));
    for (const std::vector<std::string>& more :
         {Arguments{}, Arguments{"--resume"}, Arguments{"--processes", "2"}}) {
      const Ended second = bench(run(more));
      EXPECT_EQ(second.code, kBadInput);
      EXPECT_EQ(second.err,
                fmt::format("sudoku-bench: r.json.journal: process {} is writing it: wait for its "
                            "end, or give the result another name\n",
                            child.process()));
    }
    child.signal(SIGINT);
    EXPECT_EQ(child.wait().code, kInterrupted);
    std::filesystem::remove(path("r.json.journal"));
  }
}

TEST_F(Resumed, OptionsThatDoNotFitAreRefused) {
  const std::vector<std::pair<std::vector<std::string>, const char*>> cases = {
      {{"run", "many.csv", "--resume"},
       "--resume: requires --result with the file of the interrupted run"},
      {{"run", "many.csv", "--result", "-", "--resume"},
       "--resume: requires --result with the file of the interrupted run"},
      {run({"--resume", "--puzzle-csv", "rows.csv"}),
       "--resume: cannot be combined with --puzzle-csv: rows of finished blocks are not kept"},
      {run({"--resume", "--processes", "2"}),
       "--processes: cannot be combined with --resume or --shard"},
      {{"run", "many.csv", "--shard", "1/2", "--processes", "2"},
       "--processes: cannot be combined with --resume or --shard"},
      {run({"--shard", "1/2"}),
       "--shard: with a time budget, each shard would have its own samples; use --sample"},
      {{"run", "many.csv", "--shard", "3/2"},
       "--shard: expected a part and their number, I/N, with I from 1 to N, found '3/2'"},
      {{"run", "many.csv", "--shard", "2"},
       "--shard: expected a part and their number, I/N, with I from 1 to N, found '2'"}};
  for (const auto& [arguments, message] : cases) {
    const Ended ended = bench(arguments);
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.err,
              std::string("sudoku-bench: ") + message + "\n(see `sudoku-bench run --help`)\n");
  }
}

class Sharded : public Resumed {
 protected:
  Ended shard(const std::string& which, const std::string& result,
              const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"run",     "many.csv", "--solvers", "mrv,lanes", "--threads",
                                      "1",       "--rounds", "1",         "--warmup",  "0",
                                      "--block", "256",      "--quiet",   "--latency", "off",
                                      "--shard", which,      "--result",  result};
    words.insert(words.end(), more.begin(), more.end());
    return bench(words);
  }
};

// A CI job that looks at exit codes must not take the merged result for a good one.
TEST_F(Sharded, EveryCommandThatReadsAWrongAnswerHasItsExitCode) {
  const std::vector<std::string> liar = {"--exec",
                                         "name=liar:sh -c 'while read p; do echo 7; done'"};
  ASSERT_EQ(shard("1/2", "1.json", liar).code, kWrongAnswer);
  ASSERT_EQ(shard("2/2", "2.json", liar).code, kWrongAnswer);

  const struct {
    std::vector<std::string> words;
    int code;
  } cases[] = {
      {{"merge", "1.json", "2.json", "-o", "both.json", "-q"}, kWrongAnswer},
      {{"merge", "1.json", "-o", "part.json", "-q"}, kNothingToCompare},
      {{"compare", "both.json", "both.json"}, kWrongAnswer},
      {{"report", "both.json", "--html", "page.html"}, kOk},
      {{"export", "both.json", "--format", "bmf", "-o", "bmf.json"}, kOk},
  };

  for (const auto& [words, code] : cases) {
    SCOPED_TRACE(testing::PrintToString(words));
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, code) << ended.out << ended.err;
  }
  std::vector<std::string> again = liar;
  again.emplace_back("--resume");
  const Ended resumed = shard("1/2", "1.json", again);
  EXPECT_EQ(resumed.code, kWrongAnswer);
  EXPECT_EQ(resumed.err, "1.json: is complete, there is nothing to do\n");
}

TEST_F(Sharded, RunsAreMerged) {
  ASSERT_EQ(shard("1/2", "1.json").code, kOk);
  ASSERT_EQ(shard("2/2", "2.json").code, kOk);
  ASSERT_EQ(shard("1/1", "whole.json").code, kOk);
  const Ended ended = bench({"merge", "2.json", "1.json", "-o", "both.json", "--quiet"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(facts_of("both.json"), facts_of("whole.json"));
  const Ended shown = bench({"merge", "2.json", "1.json", "-o", "-"});
  EXPECT_EQ(shown.out, content_of(path("both.json")));
  EXPECT_NE(shown.err.find("\nmany.csv: 1,200 puzzles"), std::string::npos) << shown.err;
  EXPECT_EQ(bench({"merge", "2.json", "1.json", "-o", "both.json"}).out, shown.err);
  EXPECT_EQ(bench({"compare", "both.json", "whole.json", "--deterministic-only"}).code, kOk);
  EXPECT_EQ(bench({"report", "both.json", "--html", "page.html"}).code, kOk);
}

TEST_F(Sharded, MergeSaysWhatIsMissingOrDoesNotFit) {
  ASSERT_EQ(shard("1/3", "1.json").code, kOk);
  const Ended partial = bench({"merge", "1.json", "-o", "part.json", "-q"});
  EXPECT_EQ(partial.code, kNothingToCompare);
  EXPECT_EQ(partial.err,
            "sudoku-bench: part.json: lacks shard 2, 3 of 3 and is marked as incomplete\n");
  EXPECT_FALSE(result::read_result(path("part.json")).complete);

  const Ended twice = bench({"merge", "1.json", "1.json", "-o", "twice.json"});
  EXPECT_EQ(twice.code, kNothingToCompare);
  EXPECT_EQ(twice.err, "sudoku-bench: 1.json and 1.json: both have shard 1 of 3\n");
  EXPECT_FALSE(std::filesystem::exists(path("twice.json")));

  const Ended missing = bench({"merge", "1.json", "gone.json", "-o", "x.json"});
  EXPECT_EQ(missing.code, kBadInput);
}

}  // namespace
}  // namespace sudoku::cli
