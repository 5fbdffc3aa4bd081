#include "harness/history/history.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <set>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::history {

namespace {

// The example result, cut to its first two rows and started `number` minutes after midnight.
NewResult result_of_minute(unsigned number) {
  result::RunResult run = result::example_result();
  run.results.resize(2);
  run.started = fmt::format("2026-11-22T{:02}:{:02}:00Z", number / 60 % 24, number % 60);
  run.tool.git_revision = fmt::format("r{}", number);
  return new_result(result::to_json(run), "f");
}

class HistoryTest : public testing::Test {
 protected:
  std::string path() const { return folder_.path() + "/h.db"; }

  // Message of the exception that `work` throws, without the path; "" when it throws none.
  template <typename Work>
  std::string error_of(const Work& work) const {
    std::string what;
    try {
      work();
    } catch (const base::InputError& error) {
      what = error.what();
    } catch (const base::OutputError& error) {
      what = error.what();
    }
    return what.starts_with(path() + ": ") ? what.substr(path().size() + 2) : what;
  }

  base::TemporaryFolder folder_;
};

std::string document_in(const std::string& path, const HistoryEntry& entry) {
  SQLite::Database database(path);
  SQLite::Statement row(database, "SELECT document FROM results WHERE sha256 = ?");
  row.bind(1, entry.sha256);
  return row.executeStep() ? row.getColumn(0).getString() : "";
}

std::string whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(HistoryTest, KeepsDocumentsByteForByte) {
  const NewResult result = result_of_minute(1);
  add_results(path(), std::vector{result});
  const auto results = results_in(path());
  ASSERT_EQ(results.size(), 1U);
  const HistoryEntry& entry = results[0].entry;
  EXPECT_EQ(document_in(path(), entry), result.document);
  EXPECT_EQ(entry.started, "2026-11-22T00:01:00Z");
  EXPECT_EQ(entry.machine, "Example CPU 9000");
  EXPECT_EQ(entry.rows, 2);
  EXPECT_EQ(results[0].figures.size(), 2U);
  EXPECT_EQ(entry.sha256, result.entry.sha256);
  EXPECT_EQ(entry.name(), result.entry.sha256.substr(0, 12));
  EXPECT_EQ(entry.added, result.entry.added);
  EXPECT_EQ(utc_of(entry.added), entry.added);
}

TEST_F(HistoryTest, KeepsFiguresAsTheyAre) {
  NewResult result = result_of_minute(1);
  result.figures[0].per_second.low = std::numeric_limits<double>::quiet_NaN();
  result.figures[0].guesses.reset();
  add_results(path(), std::vector{result});
  const auto kept = results_in(path()).at(0).figures;
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].dataset, "rated");
  EXPECT_EQ(kept[0].per_second.median, result.figures[0].per_second.median);
  EXPECT_TRUE(std::isnan(kept[0].per_second.low));
  EXPECT_EQ(kept[0].per_second.high, result.figures[0].per_second.high);
  EXPECT_EQ(kept[0].guesses, std::nullopt);
  EXPECT_EQ(kept[1].per_second.low, result.figures[1].per_second.low);
  EXPECT_EQ(kept[1].guesses, result.figures[1].guesses);
  EXPECT_FALSE(kept[1].key < result.figures[1].key || result.figures[1].key < kept[1].key);
}

TEST_F(HistoryTest, KeepsAResultWithoutFigures) {
  NewResult bare = result_of_minute(1);
  bare.figures.clear();
  add_results(path(), std::vector{bare, result_of_minute(2)});
  const auto results = results_in(path());
  ASSERT_EQ(results.size(), 2U);
  EXPECT_TRUE(results[0].figures.empty());
  EXPECT_EQ(results[1].figures.size(), 2U);
}

TEST_F(HistoryTest, KeepsADocumentOnce) {
  const std::vector results = {result_of_minute(1), result_of_minute(2), result_of_minute(1)};
  EXPECT_EQ(add_results(path(), results), (std::vector{true, true, false}));
  EXPECT_EQ(add_results(path(), results), (std::vector{false, false, false}));
  EXPECT_EQ(results_in(path()).size(), 2U);
}

TEST_F(HistoryTest, TakesTextsForTexts) {
  for (const char* text :
       {"it's", "\"; DROP TABLE results; --", "two\nlines", "\x1b[31m", "日本"}) {
    SCOPED_TRACE(text);
    NewResult result = result_of_minute(1);
    result.entry.label = result.entry.revision = text;
    base::TemporaryFolder folder;
    const std::string file = folder.path() + "/h.db";
    add_results(file, std::vector{result});
    EXPECT_EQ(results_in(file).at(0).entry.label, text);
    EXPECT_EQ(results_in(file).at(0).entry.revision, text);
  }
}

TEST_F(HistoryTest, OrdersByCommitTimeWhereItIsKnown) {
  NewResult late = result_of_minute(9);
  late.entry.commit_time = "2020-01-01T00:00:00Z";
  add_results(path(), std::vector{result_of_minute(2), late, result_of_minute(1)});
  std::string order;
  for (const StoredResult& result : results_in(path()))
    order += result.entry.revision;
  EXPECT_EQ(order, "r9r1r2");
}

TEST_F(HistoryTest, RemovesWithFigures) {
  add_results(path(), std::vector{result_of_minute(1), result_of_minute(2), result_of_minute(3)});
  const auto results = results_in(path());
  remove_results(path(), std::span(results).first(2));
  ASSERT_EQ(results_in(path()).size(), 1U);
  EXPECT_EQ(results_in(path())[0].entry.revision, "r3");
  SQLite::Database database(path());
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM figures").getInt(), 2);
}

struct ForeignCase {
  const char* name;
  std::string sql;  // makes the file in SQLite; empty: the file is `content`
  std::string content;
  std::string error;
};

const ForeignCase kForeignFiles[] = {
    {"a newer version", "PRAGMA application_id = 1400193637; PRAGMA user_version = 99", "",
     "expected a history of version 2, found version 99; use a newer sudoku-bench"},
    {"an older version", "PRAGMA application_id = 1400193637; PRAGMA user_version = 1", "",
     "expected a history of version 2, found version 1"},
    {"another program's", "CREATE TABLE users(name)", "",
     "expected a history of results, found the database of another program"},
    {"another program's, marked", "PRAGMA application_id = 7; CREATE TABLE t(x)", "",
     "expected a history of results, found the database of another program"},
    {"no database", "", std::string(5000, 'x'),
     "expected a history of results, found another file"},
    {"one byte", "", "x", "expected a history of results, found another file"},
    {"two bytes", "", "x\n", "expected a history of results, found another file"},
};

TEST_F(HistoryTest, IsSmallerWithoutWhatWasRemoved) {
  for (unsigned i = 0; i < 40; ++i)
    add_results(path(), std::vector{result_of_minute(i)});
  const std::uintmax_t before = std::filesystem::file_size(path());
  std::vector<StoredResult> results = results_in(path());
  ASSERT_EQ(results.size(), 40U);
  results.erase(results.begin());
  remove_results(path(), results);
  EXPECT_LT(std::filesystem::file_size(path()), before / 4);
}

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
    EXPECT_EQ(error_of([&] { results_in(path()); }), c.error);
    EXPECT_EQ(error_of([&] { add_results(path(), {}); }), c.error);
    EXPECT_EQ(whole_file(path()), before);
  }
}

TEST_F(HistoryTest, MissingFilesAreMadeOnlyToAdd) {
  EXPECT_EQ(error_of([&] { results_in(path()); }),
            "no such history; `sudoku-bench history add` creates one");
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_EQ(error_of([&] { add_results(folder_.path(), {}); }),
            folder_.path() + ": expected a history of results, found a folder");
}

TEST_F(HistoryTest, ErrorsNameTheFileThatTheUserGave) {
  result::RunResult run = result::example_result();
  run.started = "yesterday";
  EXPECT_EQ(error_of([&] { new_result(result::to_json(run), "nightly.json"); }),
            "nightly.json: /started: expected a time such as 2026-11-22T01:00:00Z, found "
            "\"yesterday\"");
}

// SQLite would only say "disk I/O error".
TEST_F(HistoryTest, MustBeARegularFile) {
  const std::string pipe = folder_.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& file : {pipe, std::string("/dev/null")}) {
    const std::string error =
        file + ": expected a history of results, found a pipe, a socket or a device";
    EXPECT_EQ(error_of([&] { results_in(file); }), error);
    EXPECT_EQ(error_of([&] { add_results(file, {}); }), error);
  }
}

TEST_F(HistoryTest, SaysWhenItIsDamaged) {
  {
    for (unsigned i = 0; i < 20; ++i)
      add_results(path(), std::vector{result_of_minute(i)});
  }
  const std::string whole = whole_file(path());
  folder_.write("h.db", whole.substr(0, whole.size() / 2));
  const std::string error = error_of([&] { results_in(path()); });
  EXPECT_TRUE(error.starts_with("the history is damaged: ")) << error;
}

// Result of a release build with a single row, of the whole dataset.
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
  run.settings.set(result::kPermute, true);
  const SeriesKey key = figures_of(run).at(0).key;
  EXPECT_EQ(key.settings,
            "Release build, solution limit 2, blocks of 8,192, sample 1/8 of seed 1, in worker "
            "processes, permuted");
  EXPECT_EQ(key.variant, "avx2, batches of 512");
  run.results[0].isa = "";
  EXPECT_EQ(figures_of(run).at(0).key.variant, "batches of 512");
  run.results[0].latency->chunk = 1;
  EXPECT_EQ(figures_of(run).at(0).key.variant, "");
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
    {"the seed, of a whole set", [](result::RunResult& run) { run.settings.set(result::kSeed, 9); },
     false},
    {"the content of the dataset", [](result::RunResult& run) { run.datasets[0].sha256 = "01ff"; },
     true},
    {"the machine", [](result::RunResult& run) { run.environment.cpu = "another"; }, true},
    {"the kind of build", [](result::RunResult& run) { run.tool.build_type = "Debug"; }, true},
    {"the solver", [](result::RunResult& run) { run.results[0].solver = "another"; }, true},
    {"the threads", [](result::RunResult& run) { run.results[0].threads = 7; }, true},
    {"the instruction set", [](result::RunResult& run) { run.results[0].isa = "avx512"; }, true},
    {"the solution limit", [](result::RunResult& run) { run.results[0].solution_limit = 1; }, true},
    {"the blocks", [](result::RunResult& run) { run.settings.set(result::kBlock, 1000); }, true},
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
  std::function<void(result::Row&)> change;
  std::size_t figures;
  bool has_guesses;
};

const LeftOutCase kLeftOut[] = {
    {"a sound row", [](result::Row&) {}, 1, true},
    {"a wrong answer", [](result::Row& row) { row.outcomes[Outcome::wrong] = 1; }, 0, false},
    {"disqualified", [](result::Row& row) { row.disqualified = "crashed"; }, 0, false},
    {"interrupted", [](result::Row& row) { row.complete = false; }, 0, false},
    {"no speed",
     [](result::Row& row) {
       row.puzzles_per_second.median = std::numeric_limits<double>::quiet_NaN();
     },
     0, false},
    {"a speed of 0", [](result::Row& row) { row.puzzles_per_second.median = 0; }, 0, false},
    {"a timeout", [](result::Row& row) { row.outcomes[Outcome::timeout] = 1; }, 1, false},
    {"guesses beyond 64 bits", [](result::Row& row) { row.guesses = UINT64_MAX; }, 1, false},
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
    {"2026-11-22 01:02:03 +0100", "2026-11-22T00:02:03Z"},
    {"2026-02-31T01:02:03Z", ""},
    {"2026-2-3T1:02:03Z", ""},
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

// Runs `work` in a child process, whose exit status is 0 unless `work` throws.
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
  for (const auto& [entry, figures] : results_in(path)) {
    revisions.insert(entry.revision);
    EXPECT_EQ(std::ssize(figures), entry.rows);
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
  // Each writing process finds no history file and tries to create it.
  for (unsigned writer = 0; writer < kWriters; ++writer) {
    writers.push_back(in_a_process([&] {
      for (unsigned i = 0; i < kEach; ++i)
        add_results(path(), std::vector{result_of_minute(writer * kEach + i)});
    }));
  }
  for (const pid_t writer : writers)
    EXPECT_EQ(status_of(writer), 0);
  EXPECT_EQ(revisions_in(path()).size(), kWriters * kEach);
  EXPECT_EQ(check_of(path()), "ok");
}

// Starts a process that adds results until it is killed and writes the number of each to `pipe`.
pid_t endless_writer(const std::string& path, unsigned first, int pipe) {
  return in_a_process([=] {
    for (unsigned i = first;; ++i) {
      add_results(path, std::vector{result_of_minute(i)});
      if (::write(pipe, &i, sizeof i) != sizeof i) return;
    }
  });
}

bool hears(int pipe, unsigned& told) {
  return ::read(pipe, &told, sizeof told) == static_cast<ssize_t>(sizeof told);
}

// A result for which add_results() returned is stored, whenever the process is killed.
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
    ::usleep(700 * round);  // kills the writer during one of its next additions
    ::kill(writer, SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(status_of(writer)));
    while (hears(pipe[0], told))
      acknowledged.insert(fmt::format("r{}", told));
    ::close(pipe[0]);
    EXPECT_EQ(check_of(path()), "ok");
    EXPECT_TRUE(std::ranges::includes(revisions_in(path()), acknowledged));
  }
}

// A file-size limit keeps the history from growing, as a full disk would.
TEST_F(HistoryTest, StaysSoundWhenItCannotGrow) {
  add_results(path(), std::vector{result_of_minute(1)});
  const pid_t writer = in_a_process([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {.rlim_cur = 60'000, .rlim_max = 60'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::vector<NewResult> results;
    for (unsigned i = 2; i < 200; ++i)
      results.push_back(result_of_minute(i));
    const std::string error = error_of([&] { add_results(path(), results); });
    if (!error.starts_with("cannot be used: ")) throw std::runtime_error("was: " + error);
  });
  EXPECT_EQ(status_of(writer), 0);
  for (const std::string& log : side_files(path()))
    EXPECT_FALSE(std::filesystem::exists(log)) << log;
  EXPECT_EQ(revisions_in(path()), std::set<std::string>{"r1"});
  EXPECT_EQ(check_of(path()), "ok");
}

// Uses the history as a user who can read it but cannot write to its folder.
TEST_F(HistoryTest, CanBeReadWhereNothingCanBeWritten) {
  add_results(path(), std::vector{result_of_minute(1)});
  const auto read_only = std::filesystem::perms(0555);
  std::filesystem::permissions(folder_.path(), read_only);
  const pid_t reader = in_a_process([&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) throw std::runtime_error("still root");
    if (revisions_in(path()).size() != 1) throw std::runtime_error("cannot read it");
    const std::string error =
        error_of([&] { add_results(path(), std::vector{result_of_minute(2)}); });
    if (!error.starts_with("cannot be used: ")) throw std::runtime_error("was: " + error);
    const std::string none = folder_.path() + "/new.db";
    if (error_of([&] { add_results(none, {}); }) !=
        none + ": cannot be used: unable to open database file")
      throw std::runtime_error("was made");
  });
  EXPECT_EQ(status_of(reader), 0);
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
}

}  // namespace

}  // namespace sudoku::history
