#include "harness/history/history.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "harness/history/history_fixture.h"
#include "harness/history/schema.h"
#include "harness/history/transfer.h"

namespace sudoku {
namespace {

using Open = History::Open;

std::string whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(HistoryTest, KeepsDocumentsByteForByte) {
  const StoredLine line = line_of_minute(1);
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
    StoredLine line = line_of_minute(1);
    line.label = line.revision = text;
    TemporaryFolder folder;
    History history(folder.path() + "/h.db", Open::create);
    history.add(std::vector{line});
    EXPECT_EQ(history.entries().at(0).label, text);
    EXPECT_EQ(history.entries().at(0).revision, text);
  }
}

TEST_F(HistoryTest, OrdersByCommitTimeWhereItIsKnown) {
  StoredLine late = line_of_minute(9);
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
  const StoredLine line = line_of_minute(1);
  history.add(std::vector{line, line_of_minute(2)});
  EXPECT_EQ(history.find(line.sha256.substr(0, 6)).sha256, line.sha256);
  EXPECT_EQ(error_of([&] { history.find("0000"); }),
            "there is no result whose name begins with 0000");
  EXPECT_EQ(error_of([&] { history.find("a%_*"); }),
            "expected 4 or more hexadecimal digits, as `history list` shows them, found 'a%_*'");
}

TEST_F(HistoryTest, AddsAllOrNothing) {
  History history(path(), Open::create);
  StoredLine bad = line_of_minute(2);
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
  StoredLine line = line_of_minute(1);
  line.label = "two\nlines";
  line.commit_time = "2020-01-01T00:00:00Z";
  const std::string file =
      folder_.write("h.jsonl", to_json_line(line) + "\n" + to_json_line(line_of_minute(2)));
  const auto lines = read_lines(file);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(to_json_line(lines[0]), to_json_line(line));
  EXPECT_EQ(lines[1].document, line_of_minute(2).document);
}

TEST_F(HistoryTest, ADeviceThatNeverEndsIsNotCollected) {
  EXPECT_EQ(error_of([] { read_lines("/dev/zero"); }),
            "/dev/zero:1: expected a result of `history export`, found something else");
}

TEST_F(HistoryTest, DamagedLinesAreNamed) {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string text = to_json_line(line_of_minute(1));
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
      {"half a line", to_json_line(line_of_minute(1)).substr(0, 400),
       "expected a result of `history export`, found something else"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string file = folder_.write("h.jsonl", to_json_line(line_of_minute(2)) + c.text);
    EXPECT_EQ(error_of([&] { read_lines(file); }), file + ":2: " + c.error);
  }
}

}  // namespace
}  // namespace sudoku
