#include "harness/history/history.h"

#include <utility>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "harness/dataset/input_error.h"
#include "harness/dataset/sha256.h"
#include "harness/history/figure_rows.h"
#include "harness/history/moment.h"
#include "harness/history/open.h"
#include "harness/results/json.h"

namespace sudoku {

namespace {

constexpr std::size_t kShortestName = 4;

constexpr const char* kEntryColumns =
    "SELECT id, sha256, added, started, commit_time, revision, label, machine, rows FROM results ";

HistoryEntry entry_of(SQLite::Statement& row) {
  return {.id = row.getColumn(0).getInt64(),
          .sha256 = row.getColumn(1).getString(),
          .added = row.getColumn(2).getString(),
          .started = row.getColumn(3).getString(),
          .commit_time = row.getColumn(4).getString(),
          .revision = row.getColumn(5).getString(),
          .label = row.getColumn(6).getString(),
          .machine = row.getColumn(7).getString(),
          .rows = static_cast<std::uint64_t>(row.getColumn(8).getInt64())};
}

// What the tables hold of a result besides what came with it. Found before the file is locked.
struct Extract {
  std::string sha256;
  std::string started;
  std::string machine;
  std::size_t rows = 0;
  std::vector<FigureRecord> figures;

  explicit Extract(const StoredLine& line) : sha256(document_sha256(line.document)) {
    const RunResult run = from_json(line.document, "result " + sha256.substr(0, 12));
    started = utc_of(run.started);
    if (started.empty()) {
      throw InputError(
          fmt::format("result {:.12}: /started: expected a time such as "
                      "2026-11-22T01:00:00Z, found \"{}\"",
                      sha256, run.started));
    }
    machine = run.environment.cpu;
    rows = run.results.size();
    figures = figures_of(run);
  }
};

// Whether it was new.
bool insert(SQLite::Database& database, const StoredLine& line, const Extract& extract) {
  SQLite::Statement statement(
      database,
      "INSERT INTO results(sha256, added, started, commit_time, revision, label, machine, rows, "
      "document) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT(sha256) DO NOTHING");
  statement.bind(1, extract.sha256);
  statement.bind(2, line.added);
  statement.bind(3, extract.started);
  statement.bind(4, line.commit_time);
  statement.bind(5, line.revision);
  statement.bind(6, line.label);
  statement.bind(7, extract.machine);
  statement.bind(8, static_cast<std::int64_t>(extract.rows));
  statement.bindNoCopy(9, line.document);
  if (statement.exec() == 0) return false;
  insert_figures(database, database.getLastInsertRowid(), extract.figures);
  return true;
}

}  // namespace

std::string document_sha256(const std::string& document) {
  Sha256 sha256;
  sha256.add(document);
  return sha256.hex();
}

History::History(std::string path, Open mode)
    : path_(std::move(path)), database_(open_history(path_, mode)) {}

History::~History() = default;

std::vector<bool> History::add(std::span<const StoredLine> lines) {
  const std::vector<Extract> extracts(lines.begin(), lines.end());
  std::vector<bool> is_new;
  with_patience(path_, [&] {
    is_new.clear();
    SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    for (std::size_t i = 0; i < lines.size(); ++i)
      is_new.push_back(insert(*database_, lines[i], extracts[i]));
    transaction.commit();
  });
  return is_new;
}

std::vector<HistoryEntry> History::entries() const {
  std::vector<HistoryEntry> entries;
  with_patience(path_, [&] {
    entries.clear();
    SQLite::Statement rows(
        *database_, std::string(kEntryColumns) +
                        "ORDER BY CASE commit_time WHEN '' THEN started ELSE commit_time END, "
                        "started, added, sha256");
    while (rows.executeStep())
      entries.push_back(entry_of(rows));
  });
  return entries;
}

HistoryEntry History::find(const std::string& sha256_begin) const {
  const bool is_name = sha256_begin.size() >= kShortestName &&
                       sha256_begin.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_name) {
    throw InputError(
        fmt::format("expected {} or more hexadecimal digits, as `history list` shows "
                    "them, found '{}'",
                    kShortestName, sha256_begin));
  }
  std::vector<HistoryEntry> found;
  with_patience(path_, [&] {
    found.clear();
    SQLite::Statement rows(*database_, std::string(kEntryColumns) + "WHERE sha256 GLOB ? LIMIT 2");
    rows.bind(1, sha256_begin + "*");
    while (rows.executeStep())
      found.push_back(entry_of(rows));
  });
  if (found.size() == 1) return found.front();
  throw InputError(fmt::format("{}: there is {} result whose name begins with {}", path_,
                               found.empty() ? "no" : "more than one", sha256_begin));
}

StoredLine History::line(const HistoryEntry& entry) const {
  StoredLine line = {.sha256 = entry.sha256,
                     .added = entry.added,
                     .commit_time = entry.commit_time,
                     .revision = entry.revision,
                     .label = entry.label,
                     .document = ""};
  with_patience(path_, [&] {
    SQLite::Statement row(*database_, "SELECT document FROM results WHERE id = ?");
    row.bind(1, entry.id);
    if (!row.executeStep()) {
      throw InputError(fmt::format("{}: {} was removed in the meantime", path_, entry.sha256));
    }
    line.document = row.getColumn(0).getString();
  });
  return line;
}

std::vector<FigureRecord> History::figures(const HistoryEntry& entry) const {
  std::vector<FigureRecord> figures;
  with_patience(path_, [&] { figures = select_figures(*database_, entry.id); });
  return figures;
}

void History::remove(std::span<const HistoryEntry> entries) {
  with_patience(path_, [&] {
    SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement statement(*database_, "DELETE FROM results WHERE id = ?");
    for (const HistoryEntry& entry : entries) {
      statement.reset();
      statement.bind(1, entry.id);
      statement.exec();
    }
    transaction.commit();
  });
  with_patience(path_, [&] { database_->exec("VACUUM"); });
}

}  // namespace sudoku
