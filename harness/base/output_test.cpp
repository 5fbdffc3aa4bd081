#include "harness/base/output.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/base/process_fixture.h"
#include "harness/base/test_files.h"

namespace sudoku::base {

namespace {

namespace fs = std::filesystem;

std::string output_error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const OutputError& error) {
    return error.what();
  }
  return "written";
}

std::string write_error(const std::string& path, const std::string& content) {
  return output_error_of([&] { write_aside(path, content); });
}

class WriteAside : public testing::Test {
 protected:
  // Else the folder could not be removed.
  void TearDown() override { ::chmod(folder_.c_str(), 0700); }

  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  const TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
  const std::string path_ = folder_ + "/r.json";
};

TEST_F(WriteAside, WritesNothingButTheFile) {
  write_aside(path_, "first");
  write_aside(path_, std::string(3'000'000, 'x'));
  EXPECT_EQ(content_of(path_), std::string(3'000'000, 'x'));
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteAside, GivesAFileThePermissionsOfANewOne) {
  const mode_t before = ::umask(0);
  write_aside(path_, "x");
  ::close(open_in_place(folder_ + "/journal"));
  ::umask(before);
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms(0666));
  EXPECT_EQ(fs::status(folder_ + "/journal").permissions(), fs::perms(0666));
}

// A name that can be foretold is one at which a link can be planted.
TEST_F(WriteAside, GivesEachTemporaryFileAnotherName) {
  const AsideFile one(path_);
  const AsideFile another(path_);
  EXPECT_NE(one.aside(), another.aside());
}

// A user who may create links in the folder must not be able to choose which file is overwritten.
TEST_F(WriteAside, ReplacesALinkAndLeavesWhatItLeadsToAlone) {
  write_aside(path_, "old");
  fs::create_symlink(path_, folder_ + "/link");
  fs::create_hard_link(path_, folder_ + "/other_name");
  fs::create_symlink(folder_ + "/none/r.json", folder_ + "/leads_nowhere");
  for (const char* name : {"/link", "/other_name", "/leads_nowhere"}) {
    ensure_writable(folder_ + name);
    write_aside(folder_ + name, "new");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder_ + name)));
    EXPECT_EQ(content_of(folder_ + name), "new");
    EXPECT_EQ(content_of(path_), "old");
  }
}

TEST_F(WriteAside, LeavesNothingBehindWithoutFinish) {
  const std::ptrdiff_t descriptors = open_descriptors();
  write_aside(path_, "old");
  {
    AsideFile file(path_);
    file.write("new");
    EXPECT_EQ(content_of(file.aside()), "new");
  }
  EXPECT_EQ(open_descriptors(), descriptors);
  EXPECT_EQ(content_of(path_), "old");
  EXPECT_EQ(files(), 1);
}

// A link to /dev/stdout leads to the open file and must be neither replaced nor renamed over.
TEST_F(WriteAside, WritesToTheDescriptorBehindDevStdout) {
  write_aside(path_, "");
  fs::create_symlink("/dev/stdout", folder_ + "/link");
  in_child([&] {
    const int file = ::open(path_.c_str(), O_WRONLY);
    ::dup2(file, STDOUT_FILENO);
    ensure_writable("-");
    write_aside("-", "a");
    bool aside = false;
    for (const std::string& name : {std::string("/dev/stdout"), folder_ + "/link"}) {
      aside = aside || is_written_aside(name);
      ensure_writable(name);
      write_aside(name, "b");
    }
    return !aside;
  });
  EXPECT_EQ(content_of(path_), "abb");
  EXPECT_TRUE(fs::is_symlink(folder_ + "/link"));
  EXPECT_TRUE(fs::is_symlink("/dev/stdout"));
}

// Regression: without /proc, a regular file replaced the system's link /dev/stdout.
TEST_F(WriteAside, WritesNothingButDevicesInDev) {
  // A name of its own: what a faulty program once left there fails no later test.
  const std::string none = "/none" + std::to_string(::getpid());
  const std::string names[] = {"/dev/fd/99", "/dev" + none, "/dev/../dev" + none,
                               "/dev/net/.." + none};
  for (const std::string& name : names) {
    const std::string error =
        name + ": cannot be written: it is in /dev, but leads to no device, pipe or open file";
    EXPECT_EQ(output_error_of([&] { ensure_writable(name); }), error);
    EXPECT_EQ(write_error(name, "x"), error);
    EXPECT_FALSE(is_written_aside(name));
    EXPECT_FALSE(fs::exists(fs::symlink_status(name)));
  }
}

TEST_F(WriteAside, WritesFilesInSharedMemory) {
  const std::string path = "/dev/shm/write_aside_" + std::to_string(::getpid());
  if (::access("/dev/shm", W_OK) != 0) GTEST_SKIP() << "there is no /dev/shm";
  write_aside(path, "new");
  EXPECT_EQ(content_of(path), "new");
  fs::remove(path);
}

TEST_F(WriteAside, KnowsStandardOutputByAllItsNames) {
  fs::create_symlink("/dev/stdout", folder_ + "/link");
  fs::create_symlink("link", folder_ + "/relative");
  fs::create_symlink("loop", folder_ + "/loop");
  for (const std::string& name :
       {std::string("-"), std::string("/dev/stdout"), std::string("/dev/fd/1"),
        std::string("/proc/self/fd/1"), folder_ + "/link", folder_ + "/relative"}) {
    EXPECT_TRUE(is_standard_output(name)) << name;
  }
  for (const std::string& name :
       {std::string(), std::string("/dev/stderr"), path_, folder_ + "/loop"})
    EXPECT_FALSE(is_standard_output(name)) << name;
}

// Regression: the output was lost without an error.
TEST_F(WriteAside, RefusesStandardErrorThatWasClosed) {
  in_child([&] {
    const bool was_open = write_error("/dev/stderr", "") == "written";
    treat_standard_error_as_closed();
    return was_open && write_error("-", "") == "written" &&
           write_error("/dev/stderr", "x") == "/dev/stderr: cannot be written: it is closed";
  });
}

// A run would take its hours before the write fails.
TEST_F(WriteAside, RefusesAnOutputThatIsOpenForReadingOnly) {
  write_aside(path_, "kept");
  in_child([&] {
    ::dup2(::open(path_.c_str(), O_RDONLY), STDOUT_FILENO);
    const std::string fault = ": cannot be written: it is open for reading only";
    return output_error_of([] { ensure_writable("/dev/stdout"); }) == "/dev/stdout" + fault;
  });
  EXPECT_EQ(content_of(path_), "kept");
}

// Regression: after a signal, writing the results waited for a reader, and only a second one ended
// it.
TEST_F(WriteAside, WaitsForNoReaderOfAPipeAfterAnInterruption) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  in_child([&] {
    ::alarm(10);  // ends a wait
    errno = 0;
    interrupt();
    if (errno != 0) return false;
    try {
      write_aside(path_, "x");
    } catch (const Interrupted&) {
      return true;
    }
    return false;
  });
  const int reader = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK);
  in_child([&] {
    interrupt();
    const std::string much(300'000, 'x');  // more than a pipe holds
    std::string got;
    std::thread read([&] {
      std::array<char, 4096> part{};
      while (got.size() < much.size()) {
        const ssize_t size = ::read(reader, part.data(), part.size());
        if (size > 0) got.append(part.data(), static_cast<std::size_t>(size));
      }
    });
    write_aside(path_, much);
    read.join();
    return got == much;
  });
  ::close(reader);
}

TEST_F(WriteAside, OpensNoLinkToBeChangedInItsPlace) {
  const std::string victim = folder_ + "/victim";
  write_aside(victim, "old");
  fs::create_symlink(victim, folder_ + "/link");
  fs::create_hard_link(victim, folder_ + "/other_name");
  ASSERT_EQ(::mkfifo((folder_ + "/pipe").c_str(), 0600), 0);
  for (const char* name : {"/link", "/other_name", "/pipe"}) {
    const std::string path = folder_ + name;
    EXPECT_EQ(output_error_of([&] { open_in_place(path); }),
              path + ": cannot be written: it is a link or not a regular file");
  }
  ::close(open_in_place(path_));
  EXPECT_EQ(content_of(victim), "old");
}

TEST_F(WriteAside, SaysWhichFolderOrNameIsMissing) {
  EXPECT_EQ(write_error("", "x"), "the name of the output file is empty");
  const std::string path = folder_ + "/none/r.json";
  const std::string error =
      path + ": cannot be written: the directory " + folder_ + "/none does not exist";
  EXPECT_EQ(write_error(path, "x"), error);
  EXPECT_EQ(output_error_of([&] { ensure_writable(path); }), error);
  EXPECT_EQ(output_error_of([&] { open_in_place(path); }),
            path + ": cannot be written: No such file or directory");
  fs::create_symlink("loop", folder_ + "/loop");
  EXPECT_EQ(write_error(folder_ + "/loop/x", "x"), folder_ + "/loop/x: cannot be written: the " +
                                                       "directory " + folder_ +
                                                       "/loop does not exist");
}

TEST_F(WriteAside, DoesNotReplaceAFolder) {
  const std::string error = folder_ + ": cannot be written: it is a directory";
  EXPECT_EQ(write_error(folder_, "x"), error);
  EXPECT_EQ(output_error_of([&] { ensure_writable(folder_); }), error);
  {
    AsideFile file(path_);
    fs::create_directory(path_);
    EXPECT_EQ(output_error_of([&] { file.finish(); }),
              path_ + ": cannot be written: Is a directory");
  }
  EXPECT_EQ(files(), 1) << "the folder is left";
}

TEST_F(WriteAside, WritesIntoADeviceInsteadOfReplacingIt) {
  EXPECT_EQ(write_error("/dev/null", "x"), "written");
  EXPECT_EQ(write_error("/dev/full", "x"), "/dev/full: cannot be written: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(WriteAside, KeepsTheOldFileWhenTheDiskIsFull) {
  write_aside(path_, "old");
  in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = 1000, .rlim_max = 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return write_error(path_, std::string(5000, 'x')) ==
           path_ + ": cannot be written: File too large";
  });
  EXPECT_EQ(content_of(path_), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteAside, KeepsTheOldFileWhenTheFolderIsLocked) {
  write_aside(path_, "old");
  ::chmod(path_.c_str(), 0666);
  ::chmod(folder_.c_str(), 0555);
  in_child([&] {
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) return false;
    const std::string error = path_ + ": cannot be written: Permission denied";
    return write_error(path_, "new") == error &&
           output_error_of([&] { ensure_writable(path_); }) == error;
  });
  EXPECT_EQ(content_of(path_), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteAside, RespectsAFileThatIsReadOnly) {
  write_aside(path_, "old");
  ASSERT_EQ(::mkfifo((folder_ + "/pipe").c_str(), 0444), 0);
  const std::string link = folder_ + "/link";
  fs::create_symlink("pipe", link);
  ::chmod(path_.c_str(), 0444);
  ::chmod(folder_.c_str(), 0777);
  in_child([&] {
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) return false;
    const std::string error = ": cannot be written: Permission denied";
    return write_error(path_, "new") == path_ + error &&
           output_error_of([&] { ensure_writable(link); }) == link + error;
  });
  EXPECT_EQ(content_of(path_), "old");
}

TEST_F(WriteAside, LeavesNothingBehindWhenItOnlyLooks) {
  ensure_writable(path_);
  EXPECT_EQ(files(), 0);
  write_aside(path_, "old");
  ensure_writable(path_);
  EXPECT_EQ(content_of(path_), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteAside, NoticesAClosedStandardOutput) {
  in_child([] {
    ::close(STDOUT_FILENO);
    const std::string error = "standard output: cannot be written: Bad file descriptor";
    return output_error_of([] { ensure_writable("-"); }) == error && write_error("-", "x") == error;
  });
}

// A process has few unfinished files at a time, so few names are kept for a signal handler.
TEST_F(WriteAside, KeepsNoNameOfAFileThatIsFinishedOrGivenUpOrCannotBeOpened) {
  for (int i = 0; i < 8; ++i) {
    EXPECT_NE(write_error(folder_ + "/" + std::string(250, 'x'), "x"), "written");
    write_aside(path_, "x");
    ensure_writable(path_);
  }
  AsideFile finished(path_);
  finished.finish();
  const AsideFile file(path_ + ".other");
  ASSERT_TRUE(fs::exists(file.aside()));
  remove_temporaries();
  EXPECT_FALSE(fs::exists(file.aside()));
  EXPECT_TRUE(fs::exists(path_));
}

TEST(TemporaryFolder, IsThereForAllUntilItsOwnerGoes) {
  std::string path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    EXPECT_EQ(fs::status(folder.write("a", "x")).type(), fs::file_type::regular);
    EXPECT_EQ(fs::status(path).permissions(), fs::perms(0755));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, SaysWhereItCannotBe) {
  const auto error_in = [](const char* parent) {
    const Environment environment = {{"TMPDIR", parent}};
    return output_error_of([] { const TemporaryFolder folder; });
  };
  EXPECT_EQ(error_in("/proc"), "/proc: cannot make a folder for temporary files");
  const std::string error = error_in("/no/such/folder");
  EXPECT_TRUE(error.starts_with("TMPDIR: no folder for temporary files: ")) << error;
}

TEST(MakeEncoder, GoesByTheEndOfTheName) {
  TextSink sink;
  EXPECT_NE(make_encoder("a.gz", sink), nullptr);
  EXPECT_NE(make_encoder("a.zst", sink), nullptr);
  EXPECT_EQ(make_encoder("a.gz.csv", sink), nullptr);
  for (const char* const ending : {".gz", ".zst"})
    EXPECT_LT(compressed(ending, std::string(100'000, 'x')).size(), 1000);
  EXPECT_EQ(without_packing("a.csv.gz"), "a.csv");
  EXPECT_EQ(without_packing("a.csv.zst"), "a.csv");
  EXPECT_EQ(without_packing("a.gz.csv"), "a.gz.csv");
}

}  // namespace

}  // namespace sudoku::base
