#include "harness/base/child_process.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <sys/types.h>

#include <gtest/gtest.h>

#include "harness/base/process_fixture.h"
#include "harness/base/test_files.h"

namespace sudoku::base {

namespace {

TEST(ChildProcess, HasOurEnvironmentAndItsOwnVariable) {
  const Environment environment = {{"SUDOKU_BENCH_KEPT", "kept"}, {"SUDOKU_BENCH_SET", "old"}};
  ChildProcess child({"sh", "-c", "echo $SUDOKU_BENCH_KEPT $SUDOKU_BENCH_SET"},
                     "SUDOKU_BENCH_SET=new", SIGKILL);
  std::string output;
  while (child.read(output))
    child.wait(false, std::chrono::milliseconds(10));
  EXPECT_EQ(output, "kept new\n");
}

// Reads what a shell prints until its end, and returns the process.
std::unique_ptr<ChildProcess> ended_shell(const std::string& script, std::string& output) {
  auto child =
      std::make_unique<ChildProcess>(std::vector<std::string>{"sh", "-c", script}, "", SIGKILL);
  while (child->read(output))
    child->wait(false, std::chrono::milliseconds(10));
  return child;
}

TEST(ChildProcess, SaysHowItEndedWithItsLastWords) {
  const struct {
    const char* script;
    const char* reason;
  } cases[] = {
      {"exit 0", "ended with exit status 0"},
      {"exit 3", "ended with exit status 3"},
      {"echo one >&2; echo two >&2; exit 4", "ended with exit status 4: two"},
      {"echo; echo why >&2; echo >&2; kill -TERM $$", "was killed by signal 15 (Terminated): why"},
      {"exec >&-; echo still >&2; exec sleep 100", "closed its output: still"},
  };

  for (const auto& c : cases) {
    std::string output;
    EXPECT_EQ(ended_shell(c.script, output)->exit_reason(), c.reason);
  }
}

TEST(ChildProcess, KeepsTheEndOfItsErrorOutput) {
  std::string output;
  const auto child = ended_shell("seq 100001 101000 >&2; printf %0300d 7 >&2", output);
  EXPECT_EQ(output, "");
  child->exit_reason();
  const std::vector<std::string> last = child->error_lines(3);
  ASSERT_EQ(last.size(), 3U);
  EXPECT_EQ(last[0], "100999");
  EXPECT_EQ(last[1], "101000");
  EXPECT_EQ(last[2], std::string(200, '0') + "…") << "a long line is cut";
  EXPECT_TRUE(child->error_lines(0).empty());
  // The 4,096 bytes that are kept hold the last line, of 300 bytes, and lines of seven bytes.
  EXPECT_EQ(child->error_lines(1000).size(), 1U + (4096 - 300 + 6) / 7);
}

// Whether a process ends within 10 s: a killed one needs a CPU to die. Somebody else may still have
// to reap it.
bool ends(const std::string& process) {
  for (int look = 0; look < 1000; ++look) {
    std::string stat;
    std::getline(std::ifstream("/proc/" + process + "/stat") >> std::ws, stat);
    if (stat.empty() || stat.find(") Z ") != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(ChildProcess, IsKilledWithAllThatItStarted) {
  std::string output;
  {
    ChildProcess child({"sh", "-c", "setsid sleep 1000 & a=$!; sleep 1000 & echo $$ $a $!; wait"},
                       "", SIGKILL);
    while (output.find('\n') == std::string::npos && child.read(output))
      child.wait(false, std::chrono::milliseconds(10));
    const auto process = static_cast<pid_t>(std::stol(output));
    EXPECT_EQ(descendants_of(process).value_or(std::vector<pid_t>{}).size(), 2U);
  }
  std::istringstream processes(output);
  int count = 0;
  for (std::string process; processes >> process; ++count)
    EXPECT_TRUE(ends(process)) << process << " of " << output;
  EXPECT_EQ(count, 3);
}

TEST(ChildProcess, TakesWhatItsPipeHolds) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::string much(200'000, 'x');
  ChildProcess sleeper({"sleep", "1000"}, "", SIGKILL);
  std::string_view left = much;
  sleeper.write(left);
  EXPECT_LT(left.size(), much.size());
  EXPECT_FALSE(left.empty()) << "a pipe is smaller";

  ChildProcess deaf({"sh", "-c", "exec <&-; echo; exec sleep 1000"}, "", SIGKILL);
  std::string output;
  while (output.empty() && deaf.read(output))
    deaf.wait(false, std::chrono::milliseconds(10));
  left = much;
  deaf.write(left);
  EXPECT_TRUE(left.empty()) << "nobody reads it";
  std::signal(SIGPIPE, SIG_DFL);
}

TEST(Launch, SaysWhatCannotBeRun) {
  const auto error_of = [](const Launch& how) -> std::string {
    try {
      launch(how);
    } catch (const std::system_error& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(error_of({.command = {"no-such-program", "x"}}),
            "cannot run 'no-such-program': No such file or directory");
  EXPECT_EQ(error_of({.command = {"name"}, .program = "/"}), "cannot run /: Permission denied");
}

TEST(FileOfProgram, IsInTheFirstFolderOfPathThatHasIt) {
  const TemporaryFolder folder;
  for (const char* const name : {"a", "b"}) {
    std::filesystem::create_directory(folder.path() + "/" + name);
    folder.write(std::string(name) + "/tool", "#!/bin/sh\n");
  }
  std::filesystem::permissions(folder.path() + "/b/tool", std::filesystem::perms::owner_all);
  std::filesystem::create_directory(folder.path() + "/a/directory");
  const std::string folders = folder.path() + "/a:" + folder.path() + "/b";
  const Environment environment = {{"PATH", folders}};
  EXPECT_EQ(file_of_program("tool"), folder.path() + "/b/tool") << "the other cannot be run";
  EXPECT_EQ(file_of_program("directory"), "");
  EXPECT_EQ(file_of_program("none"), "");
  EXPECT_EQ(file_of_program(folder.path() + "/a/tool"), "");
  EXPECT_EQ(file_of_program(folder.path() + "/b/tool"), folder.path() + "/b/tool");
  const std::filesystem::path here = std::filesystem::current_path();
  const Environment with_empty_folder = {{"PATH", "/no/such/folder:"}};
  std::filesystem::current_path(folder.path() + "/b");
  EXPECT_EQ(file_of_program("tool"), "./tool")
      << "an empty folder is the current one, as in shells";
  std::filesystem::current_path(here);
}

}  // namespace

}  // namespace sudoku::base
