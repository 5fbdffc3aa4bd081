// Tests that one signal ends a command that waits for input or reads endless input.
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <thread>

#include <sys/stat.h>

#include "harness/base/test_archives.h"
#include "harness/base/test_files.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/external/faulty_plugin.h"

namespace sudoku::cli {

namespace {

// Time within which a signal must end a command, which must not first read all its input.
constexpr std::chrono::seconds kSoon{10};

// Looks, 10 ms apart, for what a command makes when it is under way.
constexpr int kLooks = 3000;

// Time after which a command has read its input and waits to write.
constexpr std::chrono::milliseconds kUntilItWaits{300};

// What a run says, unless it was still reading its options or waiting for input.
constexpr std::string_view kNothing = "interrupted before a turn was measured\n";

class InterruptedInput : public Bench {
 protected:
  InterruptedInput() { ::mkfifo(path("fifo").c_str(), 0600); }

  // Returns what the command says.
  std::string expect_end(Child& child, int signal) const {
    EXPECT_TRUE(child.waits_to_catch(signal));
    child.signal(signal);
    EXPECT_TRUE(child.ends_within(kSoon));
    const Ended ended = child.wait();
    EXPECT_EQ(ended.code, kInterrupted);
    EXPECT_TRUE(ended.err.empty() || ended.err == kNothing) << ended.err;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      EXPECT_EQ(entry.path().filename().string().find("out"), std::string::npos) << entry;
    return ended.err;
  }

  // Arguments of all commands that read puzzles, with an output file for those that write one.
  static std::vector<std::vector<std::string>> readers(const std::string& input) {
    return {{"run", input, "--result", "out.json"},
            {"run", "good.csv", input, "--puzzle-csv", "out.csv"},
            {"run", input, "--processes", "2", "--result", "out.json"},
            {"solve", input, "-o", "out.csv"},
            {"solve", input, "--draw"},
            {"dataset", "stats", input},
            {"dataset", "verify", input},
            {"dataset", "convert", input, "out.csv"},
            {"dataset", "isomorph", input, "-o", "out.csv"}};
  }
};

TEST_F(InterruptedInput, ThatNobodyWritesIsNotWaitedFor) {
  for (const std::vector<std::string>& words : readers("fifo")) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      SCOPED_TRACE(words[0] + " " + words[1]);
      Child child(folder_.path(), words);
      expect_end(child, signal);
    }
  }
}

// Regression: the command ended as if its output could not be written.
TEST_F(InterruptedInput, OutputsThatNobodyReadsAreNotWaitedFor) {
  const std::vector<std::vector<std::string>> writers = {
      {"solve", "good.csv", "-o", "fifo"},
      {"solve", "good.csv", "--draw", "-o", "fifo"},
      {"run", "good.csv", "--puzzle-csv", "fifo"},
      {"dataset", "convert", "good.csv", "fifo", "--to", "csv"},
      {"dataset", "generate", "--to", "csv", "-o", "fifo"},
      {"report", "good.json", "--html", "fifo"},
  };
  ASSERT_EQ(bench(quick_run({"good.csv", "--result", "good.json", "--quiet"})).code, kOk);
  for (const std::vector<std::string>& words : writers) {
    SCOPED_TRACE(words[0] + " " + words[1]);
    Child child(folder_.path(), words);
    std::this_thread::sleep_for(kUntilItWaits);
    expect_end(child, SIGTERM);
  }
}

// Commands that read documents do not watch for interrupts, so that a signal ends them at once.
TEST_F(InterruptedInput, EndsWhatReadsDocuments) {
  const std::vector<std::vector<std::string>> readers = {
      {"report", "fifo", "--html", "out.html"},
      {"compare", "fifo", "fifo", "--junit", "out.xml"},
      {"merge", "fifo", "-o", "out.json"},
      {"export", "fifo", "--format", "bmf", "-o", "out.json"}};
  for (const std::vector<std::string>& words : readers) {
    SCOPED_TRACE(words[0]);
    Child child(folder_.path(), words);
    expect_end(child, SIGTERM);
  }
}

TEST_F(InterruptedInput, ThatHasNoEndIsLeft) {
  for (std::vector<std::string> words : readers("-")) {
    if (words[2] == "--processes") continue;
    SCOPED_TRACE(words[0] + " " + words[1]);
    words.insert(words.begin(),
                 {"-c", R"(yes 12 >fifo & exec "$0" "$@" <fifo)", SUDOKU_BENCH_PROGRAM});
    Child child(folder_.path(), words, {.program = "/bin/sh"});
    expect_end(child, SIGINT);
  }
}

TEST_F(InterruptedInput, FromStandardInputIsNotWaitedFor) {
  for (std::vector<std::string> words : readers("-")) {
    if (words[2] == "--processes") continue;
    SCOPED_TRACE(words[0] + " " + words[1]);
    // The shell opens the named pipe for writing, too, so that it does not wait for a writer.
    words.insert(words.begin(), {"-c", R"(exec "$0" "$@" <>fifo)", SUDOKU_BENCH_PROGRAM});
    Child child(folder_.path(), words, {.program = "/bin/sh"});
    expect_end(child, SIGTERM);
  }
}

TEST_F(InterruptedInput, ThatUnpacksToVeryMuchIsLeft) {
  const std::string nothing(std::size_t{64} << 20, '\n');
  std::string bzip2;
  std::string gzip;
  std::string zstd;
  for (int i = 0; i < 64; ++i) {
    static const std::string bzip2_part = base::bzip2_compressed(nothing);
    static const std::string gzip_part = base::gzipped(nothing);
    static const std::string zstd_part = base::zstd_compressed(nothing);
    bzip2 += bzip2_part;
    gzip += gzip_part;
    zstd += zstd_part;
  }
  for (int i = 0; i < 4; ++i)
    zstd += zstd;
  folder_.write("nothing.bz2", bzip2);
  folder_.write("nothing.gz", gzip);
  folder_.write("nothing.zst", zstd);
  for (const char* file : {"nothing.bz2", "nothing.gz", "nothing.zst"}) {
    for (const std::vector<std::string>& words : readers(file)) {
      SCOPED_TRACE(words[0] + " " + words[1] + " " + file);
      Child child(folder_.path(), words);
      expect_end(child, SIGINT);
    }
  }
}

TEST_F(InterruptedInput, LeavesTheResultOfARunBefore) {
  folder_.write("before.json", "kept");
  Child child(folder_.path(), {"run", "fifo", "--result", "before.json"});
  expect_end(child, SIGINT);
  EXPECT_EQ(content_of(path("before.json")), "kept");
}

TEST_F(InterruptedInput, FromATerminalIsNotWaitedFor) {
  Child child(folder_.path(), {"solve", "/dev/tty", "-o", "out.csv"}, {.terminal = true});
  ASSERT_TRUE(child.waits_to_catch(SIGINT));
  child.signal(SIGINT);
  ASSERT_TRUE(child.ends_within(kSoon));
  EXPECT_EQ(child.wait().code, kInterrupted);
  EXPECT_FALSE(std::filesystem::exists(path("out.csv")));
}

// Regression: the signal was ignored until the plugin was ready, and the exit code was 2.
TEST_F(InterruptedInput, IsNotReadWhileAPluginHangsInItsStart) {
  const std::string plugin = std::string(PLUGIN_FAULTY) + ":sudoku_mrv_hidden";
  const std::string mark = path("started");
  ::setenv("SUDOKU_BENCH_START_FAULT",
           std::to_string(external::config_of(external::PluginFault::hangs)).c_str(), 1);
  ::setenv("SUDOKU_BENCH_CRASH_MARK", mark.c_str(), 1);
  int said = 0;  // a process that is stopped from outside may be too late to say it
  for (const char* processes : {"1", "2"}) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      SCOPED_TRACE(signal);
      Child child(folder_.path(), {"run", "good.csv", "--plugin", plugin, "--processes", processes,
                                   "--result", "out.json"});
      for (int i = 0; i < kLooks && !std::filesystem::exists(mark); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      ASSERT_TRUE(std::filesystem::remove(mark));
      said += expect_end(child, signal) == kNothing ? 1 : 0;
    }
  }
  EXPECT_GT(said, 0);
  ::unsetenv("SUDOKU_BENCH_CRASH_MARK");
  ::unsetenv("SUDOKU_BENCH_START_FAULT");
}

// Regression: the command outlived the harness that was killed, and its worker.
TEST_F(InterruptedInput, EndsACommandWhoseHarnessIsKilled) {
  const std::string file = path("command");
  Child child(folder_.path(), {"run", "good.csv", "--puzzle-timeout", "0", "--exec",
                               "name=hangs:sh -c 'echo $$ >" + file + ".new; mv " + file + ".new " +
                                   file + "; exec sleep 600'"});
  for (int i = 0; i < kLooks && !std::filesystem::exists(file); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const pid_t command = std::stoi(content_of(file));
  child.signal(SIGKILL);
  child.wait();
  for (int i = 0; i < kLooks && ::kill(command, 0) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(::kill(command, 0), -1);
}

TEST_F(InterruptedInput, IsReadOnceSomebodyWrites) {
  std::vector<std::string> words = {"-c", R"("$0" "$@" & sleep 0.3; cat good.csv >fifo; wait $!)",
                                    SUDOKU_BENCH_PROGRAM};
  words.insert(words.end(), {"solve", "fifo", "-o", "out.csv"});
  const Ended ended = run_child(folder_.path(), words, {.program = "/bin/sh"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(bench({"solve", "good.csv"}).out, content_of(path("out.csv")));
}

}  // namespace

}  // namespace sudoku::cli
