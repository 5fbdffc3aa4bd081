#include "harness/history/history.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <set>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gtest/gtest.h>

#include "harness/history/history_fixture.h"
#include "harness/result/example_results.h"

namespace sudoku::history {

namespace {

using Open = History::Open;

std::string whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(HistoryTest, KeepsDocumentsByteForByte) {
  const result::StoredLine line = line_of_minute(1);
  History(path(), Open::create).add(std::vector{line});
  const History history(path(), Open::read);
  const auto entries = history.entries();
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(history.line(entries[0]).document, line.document);
  EXPECT_EQ(entries[0].started, "2026-11-22T00:01:00Z");
  EXPECT_EQ(entries[0].machine, "Example CPU 9000");
  EXPECT_EQ(entries[0].rows, 2U);
  EXPECT_EQ(history.figures(entries[0]).size(), 2U);
}

TEST_F(HistoryTest, KeepsADocumentOnce) {
  History history(path(), Open::create);
  const std::vector lines = {line_of_minute(1), line_of_minute(2), line_of_minute(1)};
  EXPECT_EQ(history.add(lines), (std::vector{true, true, false}));
  EXPECT_EQ(history.add(lines), (std::vector{false, false, false}));
  EXPECT_EQ(history.entries().size(), 2U);
}

TEST_F(HistoryTest, TakesTextsForTexts) {
  for (const char* text :
       {"it's", "\"; DROP TABLE results; --", "two\nlines", "\x1b[31m", "日本"}) {
    SCOPED_TRACE(text);
    result::StoredLine line = line_of_minute(1);
    line.label = line.revision = text;
    base::TemporaryFolder folder;
    History history(folder.path() + "/h.db", Open::create);
    history.add(std::vector{line});
    EXPECT_EQ(history.entries().at(0).label, text);
    EXPECT_EQ(history.entries().at(0).revision, text);
  }
}

TEST_F(HistoryTest, OrdersByCommitTimeWhereItIsKnown) {
  result::StoredLine late = line_of_minute(9);
  late.commit_time = "2020-01-01T00:00:00Z";
  History history(path(), Open::create);
  history.add(std::vector{line_of_minute(2), late, line_of_minute(1)});
  std::string order;
  for (const HistoryEntry& entry : history.entries())
    order += entry.revision;
  EXPECT_EQ(order, "r9r1r2");
}

TEST_F(HistoryTest, FindsByTheBeginOfTheName) {
  History history(path(), Open::create);
  const result::StoredLine line = line_of_minute(1);
  history.add(std::vector{line, line_of_minute(2)});
  EXPECT_EQ(history.find(line.sha256.substr(0, 6)).sha256, line.sha256);
  EXPECT_EQ(error_of([&] { history.find("0000"); }),
            "there is no result whose name begins with 0000");
  EXPECT_EQ(error_of([&] { history.find("a%_*"); }),
            "expected 4 or more hexadecimal digits, as `history list` shows them, found 'a%_*'");
}

TEST_F(HistoryTest, AddsAllOrNothing) {
  History history(path(), Open::create);
  result::StoredLine bad = line_of_minute(2);
  bad.document.replace(bad.document.find("\"schema_version\": 1"), 19, "\"schema_version\": 9");
  const std::string name = document_sha256(bad.document).substr(0, 12);
  EXPECT_EQ(error_of([&] {
              history.add(std::vector{line_of_minute(1), bad});
            }),
            "result " + name + ": /schema_version: expected 1, found 9");
  EXPECT_TRUE(history.entries().empty());
}

TEST_F(HistoryTest, RemovesWithFigures) {
  History history(path(), Open::create);
  history.add(std::vector{line_of_minute(1), line_of_minute(2), line_of_minute(3)});
  const auto entries = history.entries();
  history.remove(std::span(entries).first(2));
  ASSERT_EQ(history.entries().size(), 1U);
  EXPECT_EQ(history.entries()[0].revision, "r3");
  SQLite::Database database(path());
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM figures").getInt(), 2);
}

// The file as the first version left it, in its own words.
TEST_F(HistoryTest, BringsOldFilesUpToDate) {
  {
    SQLite::Database old(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    old.exec(whole_file(HISTORY_VERSION_1));
    EXPECT_EQ(old.execAndGet("PRAGMA user_version").getInt(), 1);
  }
  const History history(path(), Open::read);
  const auto entries = history.entries();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].label, "it's the \"first\"");
  EXPECT_EQ(entries[0].commit_time, "");
  EXPECT_EQ(entries[0].machine, "Example CPU 9000");
  EXPECT_EQ(entries[1].rows, 1U);
  EXPECT_EQ(document_sha256(history.line(entries[1]).document), entries[1].sha256);
  ASSERT_EQ(history.figures(entries[1]).size(), 1U);
  EXPECT_EQ(history.figures(entries[1])[0].key.solver, "mrv");
  SQLite::Database database(path());
  EXPECT_EQ(database.execAndGet("PRAGMA user_version").getInt(), kHistoryVersion);
}

// A file made now and one that was brought up to date are the same to every query.
TEST_F(HistoryTest, OldAndNewFilesHaveTheSameTables) {
  const auto tables = [](const std::string& file) {
    SQLite::Database database(file);
    SQLite::Statement rows(database,
                           "SELECT m.name, c.name, c.type, c.\"notnull\", c.dflt_value FROM "
                           "sqlite_master m, pragma_table_info(m.name) c ORDER BY 1, c.cid");
    std::string text;
    while (rows.executeStep()) {
      for (int i = 0; i < rows.getColumnCount(); ++i)
        text += rows.getColumn(i).getString() + "|";
    }
    return text;
  };
  const std::string fresh = folder_.path() + "/fresh.db";
  History(fresh, Open::create).entries();
  {
    SQLite::Database old(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    old.exec(whole_file(HISTORY_VERSION_1));
  }
  History(path(), Open::read).entries();
  EXPECT_EQ(tables(path()), tables(fresh));
  EXPECT_NE(tables(fresh).find("figures|solver|TEXT|1|"), std::string::npos);
}

struct ForeignCase {
  const char* name;
  std::string sql;  // run on a new database; empty: the file is `content`
  std::string content;
  std::string error;
};

const ForeignCase kForeignFiles[] = {
    {"a newer version", "PRAGMA application_id = 1400193637; PRAGMA user_version = 99", "",
     "expected a history of version 2 or older, found version 99; use a newer sudoku-bench"},
    {"another program's", "CREATE TABLE users(name)", "",
     "expected a history of results, found the database of another program"},
    {"another program's, marked", "PRAGMA application_id = 7; CREATE TABLE t(x)", "",
     "expected a history of results, found the database of another program"},
    {"no database", "", std::string(5000, 'x'),
     "expected a history of results, found another file"},
};

TEST_F(HistoryTest, LeavesFilesOfOthersAlone) {
  for (const ForeignCase& c : kForeignFiles) {
    SCOPED_TRACE(c.name);
    std::filesystem::remove(path());
    if (c.sql.empty()) {
      folder_.write("h.db", c.content);
    } else {
      SQLite::Database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(c.sql);
    }
    const std::string before = whole_file(path());
    for (const Open mode : {Open::read, Open::write, Open::create}) {
      EXPECT_EQ(error_of([&] { History(path(), mode); }), c.error);
    }
    EXPECT_EQ(whole_file(path()), before);
  }
}

TEST_F(HistoryTest, MissingFilesAreMadeOnlyToAdd) {
  for (const Open mode : {Open::read, Open::write}) {
    EXPECT_EQ(error_of([&] { History(path(), mode); }),
              "there is no such history; `sudoku-bench history add` makes one");
  }
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_EQ(error_of([&] { History(folder_.path(), Open::create); }),
            folder_.path() + ": expected a history of results, found a folder");
}

TEST_F(HistoryTest, SaysWhenItIsDamaged) {
  {
    History history(path(), Open::create);
    for (unsigned i = 0; i < 20; ++i)
      history.add(std::vector{line_of_minute(i)});
  }
  const std::string whole = whole_file(path());
  folder_.write("h.db", whole.substr(0, whole.size() / 2));
  const std::string error = error_of([&] {
    const History history(path(), Open::read);
    for (const HistoryEntry& entry : history.entries())
      history.line(entry);
  });
  EXPECT_TRUE(error.starts_with("the history is damaged: ")) << error;
}

TEST_F(HistoryTest, TravelsAsLinesOfJson) {
  result::StoredLine line = line_of_minute(1);
  line.label = "two\nlines";
  line.commit_time = "2020-01-01T00:00:00Z";
  const std::string file = folder_.write(
      "h.jsonl", result::to_json_line(line) + "\n" + result::to_json_line(line_of_minute(2)));
  const auto lines = read_lines(file);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(result::to_json_line(lines[0]), result::to_json_line(line));
  EXPECT_EQ(lines[1].document, line_of_minute(2).document);
}

TEST_F(HistoryTest, ADeviceThatNeverEndsIsNotCollected) {
  EXPECT_EQ(error_of([] { read_lines("/dev/zero"); }),
            "/dev/zero:1: expected a result of `history export`, found something else");
}

TEST_F(HistoryTest, DamagedLinesAreNamed) {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string text = result::to_json_line(line_of_minute(1));
    return text.replace(text.find(from), from.size(), to);
  };

  const struct {
    const char* name;
    std::string text;
    std::string error;
  } cases[] = {
      {"another figure", damaged("\"cores\":2", "\"cores\":3"),
       "the document is damaged: it is not that of its sha256"},
      {"a time that is none", damaged("2026-11-23T00:00:00Z", "yesterday"),
       "expected times such as 2026-11-22T01:00:00Z"},
      {"half a line", result::to_json_line(line_of_minute(1)).substr(0, 400),
       "expected a result of `history export`, found something else"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string file =
        folder_.write("h.jsonl", result::to_json_line(line_of_minute(2)) + c.text);
    EXPECT_EQ(error_of([&] { read_lines(file); }), file + ":2: " + c.error);
  }
}

// A release build's row "simd" alone, on the whole set.
result::RunResult one_row() {
  result::RunResult run = result::example_result();
  run.tool.build_type = "Release";
  run.results.resize(1);
  return run;
}

TEST(Figure, SaysWhatItDependsOnInWords) {
  result::RunResult run = one_row();
  run.results[0].sample_rate = 0.125;
  run.results[0].isolated = true;
  run.results[0].isa = "avx2";
  run.results[0].latency =
      result::LatencyRecord{.chunk = 512, .histogram = {}, .histogram_all_samples = {}};
  run.settings.permute = true;
  const SeriesKey key = figures_of(run).at(0).key;
  EXPECT_EQ(key.settings,
            "Release build, solution limit 2, blocks of 8,192, sample 1/8 of seed 1, in worker "
            "processes, permuted");
  EXPECT_EQ(key.variant, "avx2, batches of 512");
  EXPECT_EQ(key.cpu, "Example CPU 9000");
  EXPECT_EQ(key.dataset_sha256, "00ff");
}

struct OtherSeriesCase {
  const char* name;
  std::function<void(result::RunResult&)> change;
  bool is_other;
};

const OtherSeriesCase kOtherSeries[] = {
    {"nothing", [](result::RunResult&) {}, false},
    {"the name of the dataset",
     [](result::RunResult& run) { run.datasets[0].name = run.results[0].dataset = "renamed"; },
     false},
    {"the compiler", [](result::RunResult& run) { run.tool.compiler = "another"; }, false},
    {"the seed, of a whole set", [](result::RunResult& run) { run.settings.seed = 9; }, false},
    {"the content of the dataset", [](result::RunResult& run) { run.datasets[0].sha256 = "01ff"; },
     true},
    {"the machine", [](result::RunResult& run) { run.environment.cpu = "another"; }, true},
    {"the kind of build", [](result::RunResult& run) { run.tool.build_type = "Debug"; }, true},
    {"the solver", [](result::RunResult& run) { run.results[0].solver = "another"; }, true},
    {"the threads", [](result::RunResult& run) { run.results[0].threads = 7; }, true},
    {"the instruction set", [](result::RunResult& run) { run.results[0].isa = "avx512"; }, true},
    {"the solution limit", [](result::RunResult& run) { run.results[0].solution_limit = 1; }, true},
    {"the blocks", [](result::RunResult& run) { run.settings.block = 1000; }, true},
    {"the sample", [](result::RunResult& run) { run.results[0].sample_rate = 0.5; }, true},
};

TEST(Figure, IsOfAnotherSeriesWhenWhatMattersDiffers) {
  const SeriesKey key = figures_of(one_row()).at(0).key;
  for (const OtherSeriesCase& c : kOtherSeries) {
    SCOPED_TRACE(c.name);
    result::RunResult run = one_row();
    c.change(run);
    const SeriesKey other = figures_of(run).at(0).key;
    EXPECT_EQ(key < other || other < key, c.is_other);
  }
}

struct LeftOutCase {
  const char* name;
  std::function<void(result::ResultRecord&)> change;
  std::size_t figures;
  bool has_guesses;
};

const LeftOutCase kLeftOut[] = {
    {"a sound row", [](result::ResultRecord&) {}, 1, true},
    {"a wrong answer", [](result::ResultRecord& row) { row.outcomes[Outcome::wrong] = 1; }, 0,
     false},
    {"disqualified", [](result::ResultRecord& row) { row.disqualified = "crashed"; }, 0, false},
    {"interrupted", [](result::ResultRecord& row) { row.complete = false; }, 0, false},
    {"no speed",
     [](result::ResultRecord& row) {
       row.puzzles_per_second.median = std::numeric_limits<double>::quiet_NaN();
     },
     0, false},
    {"a timeout", [](result::ResultRecord& row) { row.outcomes[Outcome::timeout] = 1; }, 1, false},
};

TEST(Figure, LeavesOutWhatIsNoMeasurement) {
  for (const LeftOutCase& c : kLeftOut) {
    SCOPED_TRACE(c.name);
    result::RunResult run = one_row();
    c.change(run.results[0]);
    const auto figures = figures_of(run);
    ASSERT_EQ(figures.size(), c.figures);
    const bool has_guesses = !figures.empty() && figures[0].guesses.has_value();
    EXPECT_EQ(has_guesses, c.has_guesses);
  }
}

struct MomentCase {
  const char* text;
  const char* utc;
};

const MomentCase kMomentCases[] = {
    {"2026-11-22T01:02:03Z", "2026-11-22T01:02:03Z"},
    {"2026-11-22T01:02:03+02:30", "2026-11-21T22:32:03Z"},
    {"2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00Z"},
    {"2026-11-22 01:02:03Z", "2026-11-22T01:02:03Z"},
    {"2028-02-29", "2028-02-29T00:00:00Z"},
    {"2027-02-29", ""},
    {"2026-13-01", ""},
    {"2026-11-22T24:00:00Z", ""},
    {"2026-11-22T01:02:03", ""},
    {"2026-11-22T01:02:03Zulu", ""},
    {"2026-11-22T01:02:03+1:00", ""},
    {"-026-11-22", ""},
    {"yesterday", ""},
    {"", ""},
};

TEST(Moment, IsReadInUtc) {
  for (const MomentCase& c : kMomentCases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(utc_of(c.text), c.utc);
  }
}

TEST(Moment, NowIsOne) {
  const std::string now = utc_now();
  EXPECT_EQ(utc_of(now), now);
  EXPECT_GT(now, "2026");
}

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

// Keeps the file from growing any further, as a full disk would.
TEST_F(HistoryTest, StaysSoundWhenItCannotGrow) {
  History(path(), Open::create).add(std::vector{line_of_minute(1)});
  const pid_t writer = in_a_process([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {.rlim_cur = 60'000, .rlim_max = 60'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::vector<result::StoredLine> lines;
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

}  // namespace sudoku::history
