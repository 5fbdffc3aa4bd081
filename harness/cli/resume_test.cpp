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
  Resumed() { folder_.write("many.csv", many_rows(200)); }

  // Arguments of a run of about 40 blocks, in a budget that a busy machine does not use up.
  static Arguments run(const std::string& more) {
    return options::split_command(
        "run many.csv --solvers mrv,lanes --threads 1 --rounds 1 --time-budget 10s --sample 100% "
        "--block 32 --warmup 0 --result r.json " +
        more);
  }

  // The run as a message tells how to begin it.
  static std::string command_of(const std::string& more) {
    return base::shell_quoted({SUDOKU_BENCH_PROGRAM}) + " " + base::shell_quoted(run(more));
  }

  // Sends a signal to a run with -v that is half done, and waits for its end.
  static Ended interrupted(Child& child, int signal) {
    EXPECT_TRUE(child.waits_to_say("many.csv: lanes at about"));
    child.signal(signal);
    EXPECT_TRUE(child.ends_within(std::chrono::seconds(20)));
    Ended ended = child.wait();
    EXPECT_EQ(ended.code, kInterrupted) << ended.err;
    return ended;
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
  ASSERT_EQ(bench(run("")).code, kOk);
  const auto took = std::chrono::steady_clock::now() - start;
  const std::string whole = facts_of("r.json");
  base::Random random(static_cast<std::uint64_t>(::getpid()));
  for (int i = 0; i < kills_wanted(); ++i) {
    std::filesystem::remove(path("r.json"));
    const auto moment = took * random.below(1000) / 1000;
    {
      Child child(folder_.path(), run(""));
      std::this_thread::sleep_for(moment);
      child.signal(SIGKILL);
      child.wait();
    }
    const Ended ended = bench(run("--resume"));
    ASSERT_EQ(ended.code, kOk) << ended.err;
    ASSERT_EQ(facts_of("r.json"), whole) << ended.err;
    ASSERT_FALSE(std::filesystem::exists(path("r.json.journal")));
  }
}

// The last lines on standard error name the files and the command that continues.
TEST_F(SlowResumed, RunThatWasInterruptedSaysWhatItWroteAndHowToContinue) {
  const struct {
    std::string more;
    const char* written;
    std::optional<std::string> again;  // `more` of the command that continues
  } cases[] = {
      {"--html p.html --markdown m.md", "r.json, p.html, m.md",
       "--html p.html --markdown m.md -v --resume"},
      {"--resume", "r.json", "--resume -v"},
      {"--puzzle-csv rows.csv", "r.json, rows.csv", "-v --resume"},
      {"--puzzle-csv=rows.csv", "r.json, rows.csv", "-v --resume"},
      {"--processes 2", "r.json", std::nullopt},
  };

  ASSERT_EQ(bench(run("")).code, kOk);
  const std::string whole = facts_of("r.json");
  for (const auto& c : cases) {
    SCOPED_TRACE(c.more);
    std::filesystem::remove(path("r.json"));
    std::filesystem::remove(path("r.json.journal"));
    Child child(folder_.path(), run(c.more + " -v"));
    const Ended ended = interrupted(child, SIGINT);
    expect_part(ended.out, "the run was interrupted");
    std::string end = fmt::format("interrupted; wrote {}\n", c.written);
    if (c.again) end += "to continue: " + command_of(*c.again) + "\n";
    EXPECT_TRUE(ended.err.ends_with(end)) << ended.err << "\nexpected at its end:\n" << end;
    EXPECT_FALSE(result::read_result(path("r.json")).complete);
    if (!c.again) continue;
    EXPECT_EQ(bench(run(*c.again)).code, kOk);
    EXPECT_EQ(facts_of("r.json"), whole);
  }
}

// Regression: the first signal ended only the measuring, and the run waited for the pipe's reader.
TEST_F(Resumed, RunThatWasInterruptedWaitsForNoReader) {
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  for (const std::string option : {"--html", "--markdown", "--result"}) {
    SCOPED_TRACE(option);
    Arguments words = run("-v");
    if (option == "--result")
      std::ranges::replace(words, "r.json", "fifo");
    else
      words.insert(words.end(), {option, "fifo"});
    Child child(folder_.path(), words);
    const Ended ended = interrupted(child, SIGTERM);
    expect_part(ended.err, option == "--result"
                               ? "interrupted; nobody reads fifo: not written\n"
                               : "interrupted; wrote r.json; nobody reads fifo: not written\n");
    std::filesystem::remove(path("r.json.journal"));
  }
}

TEST_F(Resumed, RunUnderNohupOutlivesItsTerminal) {
  Arguments words = {"-c", R"(trap '' HUP; exec "$0" "$@")", SUDOKU_BENCH_PROGRAM};
  std::ranges::copy(run("-v"), std::back_inserter(words));
  Child child(folder_.path(), words, {.program = "/bin/sh"});
  ASSERT_TRUE(child.waits_to_say("many.csv: lanes at about"));
  child.signal(SIGHUP);
  EXPECT_EQ(child.wait().code, kOk);
  EXPECT_TRUE(result::read_result(path("r.json")).complete);
}

// On a full disk, the run still ends, and the blocks already in the journal are kept.
TEST_F(SlowResumed, RunThatHadNoRoomForItsFilesIsResumed) {
  ASSERT_EQ(bench(run("")).code, kOk);
  const std::string whole = facts_of("r.json");
  folder_.write("r.json", "old");
  const Ended full = bench(run(""), {.file_limit = 8192});
  EXPECT_EQ(full.code, kBadInput);
  EXPECT_EQ(full.err,
            "r.json.journal: cannot be written: File too large; the run continues, but --resume "
            "would repeat what is missing from it\nto write r.json: " +
                command_of("--resume") +
                "\nsudoku-bench: r.json: cannot be written: File too large\n");
  EXPECT_EQ(content_of(path("r.json")), "old");
  expect_part(full.out, "many.csv: 1,200 puzzles");
  const Ended ended = bench(run("--resume"));
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.err.find(": 0 blocks"), std::string::npos) << ended.err;
  EXPECT_EQ(facts_of("r.json"), whole);
}

// run/journal_file_test tells by what a journal is known.
TEST_F(Resumed, AnotherFileInTheJournalsPlaceIsLeftAsItIs) {
  folder_.write("r.json.journal", "notes of mine\n");
  for (const char* more : {"", "--resume"}) {
    const Ended ended = bench(run(more));
    EXPECT_EQ(ended.code, kBadInput);
    expect_start(ended.err, "sudoku-bench: r.json.journal: expected the journal of a run, found ");
    EXPECT_EQ(content_of(path("r.json.journal")), "notes of mine\n");
    EXPECT_FALSE(std::filesystem::exists(path("r.json")));
  }
}

// Removing the journal of a run that goes on, or writing its result, would lose one of two results.
TEST_F(Resumed, ResultThatAnotherRunWritesIsRefused) {
  const std::pair<const char*, const char*> first_runs[] = {
      {"-v", "many.csv: lanes at about"}, {"-v --processes 500", "process 1 of 500"}};
  for (const auto& [first, begun] : first_runs) {
    SCOPED_TRACE(first);
    Child child(folder_.path(), run(first));
    ASSERT_TRUE(child.waits_to_say(begun));
    for (const char* more : {"", "--resume", "--processes 2"}) {
      const Ended second = bench(run(more));
      EXPECT_EQ(second.code, kBadInput);
      EXPECT_EQ(second.err,
                "sudoku-bench: r.json.journal: another process is writing it: wait for its end, or "
                "give the result another name\n");
    }
    child.signal(SIGINT);
    EXPECT_EQ(child.wait().code, kInterrupted);
    std::filesystem::remove(path("r.json.journal"));
  }
}

class Sharded : public Resumed {
 protected:
  Ended shard(const std::string& which, const std::string& result,
              const std::string& more = "") const {
    return sudoku_bench(
        "run many.csv --solvers mrv,lanes --threads 1 --rounds 1 --warmup 0 --block 256 --quiet "
        "--latency off --shard " +
        which + " --result " + result + " " + more);
  }
};

// A CI job that looks at exit codes must not take the merged result for a good one.
TEST_F(Sharded, EveryCommandThatReadsAWrongAnswerHasItsExitCode) {
  const std::string liar = "--exec \"name=liar:sh -c 'while read p; do echo 7; done'\"";
  ASSERT_EQ(shard("1/2", "1.json", liar).code, kWrongAnswer);
  ASSERT_EQ(shard("2/2", "2.json", liar).code, kWrongAnswer);
  const std::pair<const char*, int> cases[] = {
      {"merge 1.json 2.json -o both.json -q", kWrongAnswer},
      {"merge 1.json -o part.json -q", kNothingToCompare},
      {"compare both.json both.json", kWrongAnswer},
      {"report both.json --html page.html", kOk},
      {"export both.json --format bmf -o bmf.json", kOk},
  };
  for (const auto& [words, code] : cases) {
    const Ended ended = sudoku_bench(words);
    EXPECT_EQ(ended.code, code) << words << ended.out << ended.err;
  }
  const std::string before = content_of(path("1.json"));
  const Ended resumed = shard("1/2", "1.json", liar + " --resume");
  EXPECT_EQ(resumed.code, kWrongAnswer);
  EXPECT_EQ(resumed.err, "1.json: is complete, there is nothing to do\n");
  EXPECT_EQ(content_of(path("1.json")), before);
}

TEST_F(Sharded, RunsAreMerged) {
  ASSERT_EQ(shard("1/2", "1.json").code, kOk);
  ASSERT_EQ(shard("2/2", "2.json").code, kOk);
  ASSERT_EQ(shard("1/1", "whole.json").code, kOk);
  const Ended ended = sudoku_bench("merge 2.json 1.json -o both.json --quiet");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(facts_of("both.json"), facts_of("whole.json"));
  const Ended shown = sudoku_bench("merge 2.json 1.json -o -");
  EXPECT_EQ(shown.out, content_of(path("both.json")));
  expect_part(shown.err, "\nmany.csv: 1,200 puzzles");
  EXPECT_EQ(sudoku_bench("merge 2.json 1.json -o both.json").out, shown.err);
}

TEST_F(Sharded, MergeSaysWhatIsMissingOrDoesNotFit) {
  ASSERT_EQ(shard("1/3", "1.json").code, kOk);
  const Ended partial = sudoku_bench("merge 1.json -o part.json -q");
  EXPECT_EQ(partial.code, kNothingToCompare);
  EXPECT_EQ(partial.err,
            "sudoku-bench: part.json: lacks shard 2, 3 of 3 and is marked as incomplete\n");
  EXPECT_FALSE(result::read_result(path("part.json")).complete);

  const Ended twice = sudoku_bench("merge 1.json 1.json -o twice.json");
  EXPECT_EQ(twice.code, kNothingToCompare);
  EXPECT_EQ(twice.err, "sudoku-bench: 1.json and 1.json: both have shard 1 of 3\n");
  EXPECT_FALSE(std::filesystem::exists(path("twice.json")));
}

}  // namespace
}  // namespace sudoku::cli
