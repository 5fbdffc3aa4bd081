#include "harness/base/input_file.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "harness/base/byte_source_fixture.h"
#include "harness/base/output.h"
#include "harness/base/process_fixture.h"
#include "harness/base/test_files.h"

namespace sudoku::base {

namespace {

std::string opening_error(const std::string& argument) {
  return error_of([&] { const InputFile file(argument); });
}

TEST(InputFile, LeavesFilesWhereTheyAre) {
  const InputFile file("some/file.csv");
  EXPECT_EQ(file.path(), "some/file.csv");
  EXPECT_EQ(file.name(), "some/file.csv");
  const TemporaryFolder folder;
  EXPECT_EQ(InputFile(folder.path()).path(), folder.path());
}

TEST(InputFile, NoticesThatItWasChangedOrReplaced) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const std::string path = folder.write("a", "one");
  const InputFile file(path);
  EXPECT_TRUE(file.unchanged());
  WatchedFiles watched({folder.path() + "/missing", path});
  EXPECT_EQ(watched.changed(), "");
  const auto written = fs::last_write_time(path);
  for (const auto later :
       {std::chrono::nanoseconds(1000), std::chrono::nanoseconds(1'000'000'000)}) {
    fs::last_write_time(path, written + later);
    EXPECT_FALSE(file.unchanged());
    EXPECT_EQ(watched.changed(), path);
  }
  std::ofstream(path, std::ios::app) << "more";
  fs::last_write_time(path, written);
  EXPECT_FALSE(file.unchanged()) << "it is longer";
  fs::resize_file(path, 3);
  fs::last_write_time(path, written);
  EXPECT_TRUE(file.unchanged());
  EXPECT_EQ(watched.changed(), path) << "it was another one for a while";
  fs::copy(path, path + ".copy");
  fs::last_write_time(path + ".copy", written);
  fs::rename(path + ".copy", path);
  EXPECT_FALSE(file.unchanged()) << "it is another file";
}

TEST(InputFile, CopiesWhatIsLeftOfStandardInputOnce) {
  const TemporaryFolder folder;
  const std::string text(300'000, 'x');
  const StandardInput input(folder.write("in", "header\n" + text));
  std::string header(7, '\0');
  ASSERT_EQ(::read(STDIN_FILENO, header.data(), header.size()), 7);
  const InputFile file("-");
  EXPECT_EQ(file.name(), "<stdin>");
  EXPECT_EQ(content_of(file.path()), text);
  EXPECT_EQ(content_of(file.path()), text);
}

TEST(InputFile, CopiesNamedPipes) {
  const TemporaryFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string text(300'000, 'x');
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << text; });
  const InputFile file(pipe);
  writer.join();
  EXPECT_EQ(file.name(), pipe);
  EXPECT_EQ(content_of(file.path()), text);
  EXPECT_EQ(content_of(file.path()), text);
}

TEST(InputFile, LeavesNothingBehind) {
  const TemporaryFolder folder;
  const TemporaryFolder scratch;
  const Environment environment = {{"TMPDIR", scratch.path()}};
  const StandardInput input(folder.write("in", "x"));
  const InputFile file("-");
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(InputFile, SaysWhyStandardInputCannotBeCopied) {
  const TemporaryFolder folder;
  {
    const StandardInput input(folder.path());
    EXPECT_EQ(opening_error("-"), "<stdin>: is a directory");
  }
  const StandardInput input(folder.write("in", "x"));
  const Environment environment = {{"TMPDIR", "/nonexistent"}};
  EXPECT_EQ(opening_error("-"),
            "<stdin>: cannot be copied to a temporary file in /nonexistent (TMPDIR): "
            "No such file or directory");
}

// A file-size limit stands in for a full disk: either makes writing the temporary file fail.
TEST(InputFile, SaysWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  const TemporaryFolder scratch;
  const StandardInput input(folder.write("in", std::string(300'000, 'x')));
  const Environment environment = {{"TMPDIR", scratch.path()}};
  in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = 100'000, .rlim_max = 100'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return opening_error("-") == "<stdin>: cannot be copied to a temporary file in " +
                                     scratch.path() + " (TMPDIR): File too large";
  });
}

}  // namespace

}  // namespace sudoku::base
