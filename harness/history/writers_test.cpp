// Several processes at one history, and what becomes of it when they are killed or stopped.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <functional>
#include <set>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <SQLiteCpp/Database.h>

#include "harness/history/history_fixture.h"

namespace sudoku {
namespace {

using Open = History::Open;

// Runs `work` in another process; its exit status is 0 unless it throws.
pid_t in_a_process(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  try {
    work();
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    ::_exit(1);
  }
  ::_exit(0);
}

int status_of(pid_t child) {
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

std::set<std::string> revisions_in(const std::string& path) {
  std::set<std::string> revisions;
  const History history(path, Open::read);
  for (const HistoryEntry& entry : history.entries()) {
    revisions.insert(entry.revision);
    EXPECT_EQ(document_sha256(history.line(entry).document), entry.sha256);
    EXPECT_EQ(history.figures(entry).size(), entry.rows);
  }
  return revisions;
}

std::string check_of(const std::string& path) {
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  return database.execAndGet("PRAGMA integrity_check").getString();
}

TEST_F(HistoryTest, TakesSeveralWritersAtOnce) {
  constexpr unsigned kWriters = 8;
  constexpr unsigned kEach = 6;
  std::vector<pid_t> writers;
  // All of them find no file, and make one.
  for (unsigned writer = 0; writer < kWriters; ++writer) {
    writers.push_back(in_a_process([&] {
      for (unsigned i = 0; i < kEach; ++i)
        History(path(), Open::create).add(std::vector{line_of_minute(writer * kEach + i)});
    }));
  }
  for (const pid_t writer : writers)
    EXPECT_EQ(status_of(writer), 0);
  EXPECT_EQ(revisions_in(path()).size(), kWriters * kEach);
  EXPECT_EQ(check_of(path()), "ok");
}

// Adds results until it is killed, and tells the pipe which are stored.
pid_t endless_writer(const std::string& path, unsigned first, int pipe) {
  return in_a_process([=] {
    for (unsigned i = first;; ++i) {
      History(path, Open::create).add(std::vector{line_of_minute(i)});
      if (::write(pipe, &i, sizeof i) != sizeof i) return;
    }
  });
}

bool hears(int pipe, unsigned& told) {
  return ::read(pipe, &told, sizeof told) == static_cast<ssize_t>(sizeof told);
}

// What a writer was told is stored is there after it was killed, whatever it was doing.
TEST_F(HistoryTest, KeepsWhatWasAddedWhenTheWriterIsKilled) {
  std::set<std::string> acknowledged;
  for (unsigned round = 0; round < 12; ++round) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t writer = endless_writer(path(), 100 * round, pipe[1]);
    ::close(pipe[1]);
    unsigned told = 0;
    ASSERT_TRUE(hears(pipe[0], told));
    acknowledged.insert(fmt::format("r{}", told));
    ::usleep(700 * round);  // to somewhere within the next ones
    ::kill(writer, SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(status_of(writer)));
    while (hears(pipe[0], told))
      acknowledged.insert(fmt::format("r{}", told));
    ::close(pipe[0]);
    EXPECT_EQ(check_of(path()), "ok");
    EXPECT_TRUE(std::ranges::includes(revisions_in(path()), acknowledged));
  }
}

// As a full disk would: the file can grow no further.
TEST_F(HistoryTest, StaysSoundWhenItCannotGrow) {
  History(path(), Open::create).add(std::vector{line_of_minute(1)});
  const pid_t writer = in_a_process([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {.rlim_cur = 60'000, .rlim_max = 60'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::vector<StoredLine> lines;
    for (unsigned i = 2; i < 200; ++i)
      lines.push_back(line_of_minute(i));
    const std::string error = error_of([&] { History(path(), Open::write).add(lines); });
    if (!error.starts_with("cannot be used: ")) throw std::runtime_error("was: " + error);
  });
  EXPECT_EQ(status_of(writer), 0);
  EXPECT_EQ(revisions_in(path()), std::set<std::string>{"r1"});
  EXPECT_EQ(check_of(path()), "ok");
}

// A user who may read, and write nowhere.
TEST_F(HistoryTest, CanBeReadWhereNothingCanBeWritten) {
  History(path(), Open::create).add(std::vector{line_of_minute(1)});
  const auto read_only = std::filesystem::perms(0555);
  std::filesystem::permissions(folder_.path(), read_only);
  const pid_t reader = in_a_process([&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) throw std::runtime_error("still root");
    if (revisions_in(path()).size() != 1) throw std::runtime_error("cannot read it");
    const std::string error =
        error_of([&] { History(path(), Open::write).add(std::vector{line_of_minute(2)}); });
    if (!error.starts_with("cannot be used: ")) throw std::runtime_error("was: " + error);
    const std::string none = folder_.path() + "/new.db";
    if (error_of([&] { History(none, Open::create); }) !=
        none + ": cannot be used: unable to open database file")
      throw std::runtime_error("was made");
  });
  EXPECT_EQ(status_of(reader), 0);
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
}

}  // namespace
}  // namespace sudoku
