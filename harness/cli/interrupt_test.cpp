// Tests that one signal ends a command that waits for input or reads endless input.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string_view>
#include <thread>
#include <tuple>

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

// Waits, half a minute at most, for what a command does when it is under way.
void wait_for(const std::function<bool()>& is_so) {
  for (int look = 0; look < 3000 && !is_so(); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

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
  static std::vector<Arguments> readers(const std::string& input) {
    return {{"run", input, "--result", "out.json"},
            {"run", "good.csv", input, "--puzzle-csv", "out.csv"},
            {"run", input, "--processes", "2", "--result", "out.json"},
            {"solve", input, "-o", "out.csv"},
            {"solve", input, "--all"},
            {"dataset", "stats", input},
            {"dataset", "verify", input},
            {"dataset", "convert", input, "out.csv"},
            {"dataset", "isomorph", input, "-o", "out.csv"}};
  }
};

TEST_F(InterruptedInput, ThatNobodyWritesIsNotWaitedFor) {
  for (const Arguments& words : readers("fifo")) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      SCOPED_TRACE(words[0] + " " + words[1]);
      Child child(folder_.path(), words);
      expect_end(child, signal);
    }
  }
}

// Regression: the command ended as if its output could not be written.
TEST_F(InterruptedInput, OutputsThatNobodyReadsAreNotWaitedFor) {
  const std::vector<Arguments> writers = {
      {"solve", "good.csv", "-o", "fifo"},
      {"solve", "good.csv", "--all", "-o", "fifo"},
      {"run", "good.csv", "--puzzle-csv", "fifo"},
      {"dataset", "convert", "good.csv", "fifo", "--to", "csv"},
      {"dataset", "generate", "--to", "csv", "-o", "fifo"},
      {"report", "good.json", "--html", "fifo"},
  };
  ASSERT_EQ(sudoku_bench(quick_run("good.csv --result good.json --quiet")).code, kOk);
  for (const Arguments& words : writers) {
    SCOPED_TRACE(words[0] + " " + words[1]);
    Child child(folder_.path(), words);
    std::this_thread::sleep_for(kUntilItWaits);
    expect_end(child, SIGTERM);
  }
}

// Commands that read documents do not watch for interrupts, so that a signal ends them at once.
TEST_F(InterruptedInput, EndsWhatReadsDocuments) {
  const std::vector<Arguments> readers = {{"report", "fifo", "--html", "out.html"},
                                          {"compare", "fifo", "fifo", "--junit", "out.xml"},
                                          {"merge", "fifo", "-o", "out.json"},
                                          {"export", "fifo", "--format", "bmf", "-o", "out.json"}};
  for (const Arguments& words : readers) {
    SCOPED_TRACE(words[0]);
    Child child(folder_.path(), words);
    expect_end(child, SIGTERM);
  }
}

// Standard input that has no end, and that nobody writes: the shell opens the named pipe for
// writing, too, so that it does not wait for a writer.
TEST_F(InterruptedInput, FromStandardInputIsLeft) {
  for (const char* script :
       {R"(yes 12 >fifo & exec "$0" "$@" <fifo)", R"(exec "$0" "$@" <>fifo)"}) {
    for (Arguments words : readers("-")) {
      if (words[2] == "--processes") continue;
      SCOPED_TRACE(words[0] + " " + words[1] + " " + script);
      words.insert(words.begin(), {"-c", script, SUDOKU_BENCH_PROGRAM});
      Child child(folder_.path(), words, {.program = "/bin/sh"});
      expect_end(child, SIGINT);
    }
  }
}

TEST_F(InterruptedInput, ThatUnpacksToVeryMuchIsLeft) {
  const std::string nothing(std::size_t{64} << 20, '\n');
  const std::tuple<const char*, std::string, int> archives[] = {
      {"nothing.bz2", base::bzip2_compressed(nothing), 64},
      {"nothing.gz", base::gzipped(nothing), 64},
      {"nothing.zst", base::zstd_compressed(nothing), 1024}};
  for (const auto& [file, part, parts] : archives) {
    std::string whole;
    for (int i = 0; i < parts; ++i)
      whole += part;
    folder_.write(file, whole);
    for (const Arguments& words : readers(file)) {
      SCOPED_TRACE(words[0] + " " + words[1] + " " + file);
      Child child(folder_.path(), words);
      expect_end(child, SIGINT);
    }
  }
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
      wait_for([&mark] { return std::filesystem::exists(mark); });
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
  wait_for([&file] { return std::filesystem::exists(file); });
  const pid_t command = std::stoi(content_of(file));
  child.signal(SIGKILL);
  child.wait();
  wait_for([command] { return ::kill(command, 0) != 0; });
  EXPECT_EQ(::kill(command, 0), -1);
}

TEST_F(InterruptedInput, IsReadOnceSomebodyWrites) {
  const Ended ended =
      shell("sudoku-bench solve fifo -o out.csv & sleep 0.3; cat good.csv >fifo; wait $!");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(sudoku_bench("solve good.csv").out, content_of(path("out.csv")));
}

}  // namespace
}  // namespace sudoku::cli
