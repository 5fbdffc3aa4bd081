#include "harness/history/history.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <utility>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/sha256.h"
#include "harness/base/units.h"
#include "harness/result/json.h"

namespace sudoku::history {

namespace {

// Settings that results must share for trends to compare their speeds; compilers may differ.
std::string settings_of(const result::RunResult& run, const result::Row& row) {
  std::string text =
      fmt::format("{} build, solution limit {}, blocks of {}", run.tool.build_type,
                  row.solution_limit, base::count_text(run.settings[result::kBlock]));
  if (row.sample_rate < 1) {
    text += fmt::format(", sample {} of seed {}", base::sample_text(row.sample_rate),
                        run.settings[result::kSeed]);
  }
  if (row.isolated) text += ", in worker processes";
  if (run.settings[result::kPermute]) text += ", permuted";
  return text;
}

// Instruction set and batch size of a solver. A batch solver's guesses depend on its batches.
std::string variant_of(const result::Row& row) {
  const bool is_batched = row.latency && row.latency->chunk > 1;
  const std::string batches = is_batched ? fmt::format("batches of {}", row.latency->chunk) : "";
  return row.isa + (row.isa.empty() || batches.empty() ? "" : ", ") + batches;
}

// Reads columns of a database row, starting at `first`, as insert_figures() fills them.
FigureRecord figure_of(const SQLite::Statement& row, int first) {
  const auto number = [&](int i) {
    const SQLite::Column column = row.getColumn(first + i);
    return column.isNull() ? base::kUnknown : column.getDouble();
  };
  const double guesses = number(11);
  return {.dataset = row.getColumn(first + 1),
          .key = {.dataset_sha256 = row.getColumn(first + 2),
                  .threads = static_cast<std::uint64_t>(row.getColumn(first + 3).getInt64()),
                  .cpu = row.getColumn(first + 4),
                  .settings = row.getColumn(first + 5),
                  .solver = row.getColumn(first + 6),
                  .variant = row.getColumn(first + 7)},
          .per_second = {.median = number(8), .low = number(9), .high = number(10)},
          .guesses = std::isnan(guesses) ? std::nullopt : std::optional(guesses)};
}

// Inserts speeds and guesses of the result with the id `result`. SQLite stores NaN as NULL.
void insert_figures(SQLite::Database& database, std::int64_t result,
                    const std::vector<FigureRecord>& figures) {
  SQLite::Statement insert(
      database, "INSERT INTO figures VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)");
  for (const auto& [dataset, key, speed, guesses] : figures) {
    insert.reset();
    SQLite::bind(insert, result, dataset, key.dataset_sha256,
                 static_cast<std::int64_t>(key.threads), key.cpu, key.settings, key.solver,
                 key.variant, speed.median, speed.low, speed.high,
                 guesses.value_or(base::kUnknown));
    insert.exec();
  }
}

// Tables of a history file. `figures` has what trends need: reading the documents would take a
// hundred times as long.
constexpr const char* kTables = R"(
CREATE TABLE results(
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,   -- of the document
  added TEXT NOT NULL,           -- times are ISO 8601, UTC, to the second
  started TEXT NOT NULL,
  commit_time TEXT NOT NULL,     -- empty: not known
  revision TEXT NOT NULL,
  label TEXT NOT NULL,
  machine TEXT NOT NULL,
  rows INTEGER NOT NULL,
  document TEXT NOT NULL         -- the result document, byte for byte
) STRICT;
CREATE TABLE figures(
  result INTEGER NOT NULL REFERENCES results(id) ON DELETE CASCADE,
  dataset TEXT NOT NULL,
  dataset_sha256 TEXT NOT NULL,
  threads INTEGER NOT NULL,
  cpu TEXT NOT NULL,
  settings TEXT NOT NULL,
  solver TEXT NOT NULL,
  variant TEXT NOT NULL,
  per_second REAL NOT NULL,
  per_second_low REAL,
  per_second_high REAL,
  guesses REAL
) STRICT;
CREATE INDEX figures_of_result ON figures(result);
)";

// application_id and user_version in the SQLite header of a history file: "SuBe" in ASCII, and the
// version of the tables.
constexpr int kHistoryApplication = 0x53754265;
constexpr int kHistoryVersion = 2;

// How long SQLite waits for a history file locked by other processes. Files have no write-ahead
// log: with one, SQLite may give up at once, and needs write access to the folder even for reading.
constexpr std::chrono::milliseconds kPatience(30'000);

int number_in(SQLite::Database& database, const char* query) {
  return database.execAndGet(query).getInt();
}

// Whether a database has no tables yet. Throws InputError if it is not a history, or one of another
// version.
bool is_new(SQLite::Database& database, const std::string& path) {
  const SQLite::Transaction one_moment(database);
  const int application = number_in(database, "PRAGMA application_id");
  const int version = number_in(database, "PRAGMA user_version");
  const int tables = number_in(database, "SELECT count(*) FROM sqlite_master");
  if (application == 0 && version == 0 && tables == 0) return true;
  if (application != kHistoryApplication) {
    throw base::InputError(
        "{}: expected a history of results, found the database of another program", path);
  }
  if (version == kHistoryVersion) return false;
  throw base::InputError("{}: expected a history of version {}, found version {}{}", path,
                         kHistoryVersion, version,
                         version > kHistoryVersion ? "; use a newer sudoku-bench" : "");
}

void require_file(const std::string& path, bool may_be_new) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  const bool is_folder = std::filesystem::is_directory(status);
  if (is_folder || std::filesystem::is_other(status)) {
    throw base::InputError("{}: expected a history of results, found {}", path,
                           is_folder ? "a folder" : "a pipe, a socket or a device");
  }
  // SQLite takes a file of one byte for an empty database, and would overwrite it.
  if (std::filesystem::file_size(path, ignored) == 1)
    throw base::InputError("{}: expected a history of results, found another file", path);
  if (may_be_new || base::exists(path)) return;
  throw base::InputError("{}: no such history; `sudoku-bench history add` creates one", path);
}

// Creates the tables of a new history, unless another process does so meanwhile.
void create_tables(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  if (number_in(database, "PRAGMA user_version") == 0) {
    database.exec(kTables);
    database.exec(fmt::format("PRAGMA application_id = {}", kHistoryApplication));
    database.exec(fmt::format("PRAGMA user_version = {}", kHistoryVersion));
  }
  transaction.commit();
}

// Opens a history and calls `work` with it. A file that is not a history is never changed. Turns
// SQLite's exceptions into OutputError or (the file is no history) InputError.
template <typename Work>
auto with_history(const std::string& path, bool may_be_new, const Work& work) {
  require_file(path, may_be_new);
  try {
    // An absolute path, because ":memory:", "" and "file:…" have special meanings in SQLite.
    SQLite::Database database(std::filesystem::absolute(path).string(),
                              SQLite::OPEN_READWRITE | (may_be_new ? SQLite::OPEN_CREATE : 0),
                              static_cast<int>(kPatience.count()));
    if (is_new(database, path)) create_tables(database);
    database.exec("PRAGMA foreign_keys = ON");
    return work(database);
  } catch (const SQLite::Exception& error) {
    switch (error.getErrorCode()) {
      case SQLITE_NOTADB:
        throw base::InputError("{}: expected a history of results, found another file", path);
      case SQLITE_CORRUPT:
        throw base::InputError("{}: the history is damaged: {}", path, error.what());
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
        throw base::OutputError("{}: locked by another process for {} seconds", path,
                                kPatience / std::chrono::seconds(1));
      default:
        throw base::OutputError("{}: cannot be used: {}", path, error.what());
    }
  }
}

// The members of HistoryEntry in their order, then the columns of `figures`.
constexpr const char* kStoredResults =
    "SELECT id, sha256, added, started, commit_time, revision, label, machine, rows, figures.* "
    "FROM results LEFT JOIN figures ON figures.result = results.id "
    "ORDER BY CASE commit_time WHEN '' THEN started ELSE commit_time END, started, added, sha256, "
    "figures.rowid";
constexpr int kEntryColumns = 9;  // columns of kStoredResults before those of `figures`

// Adds a result to the history unless already stored; returns whether it was new.
bool insert(SQLite::Database& database, const NewResult& result) {
  SQLite::Statement statement(
      database,
      "INSERT INTO results(sha256, added, started, commit_time, revision, label, machine, rows, "
      "document) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT(sha256) DO NOTHING");
  const HistoryEntry& entry = result.entry;
  SQLite::bind(statement, entry.sha256, entry.added, entry.started, entry.commit_time,
               entry.revision, entry.label, entry.machine, entry.rows, result.document);
  if (statement.exec() == 0) return false;
  insert_figures(database, database.getLastInsertRowid(), result.figures);
  return true;
}

}  // namespace

std::vector<FigureRecord> figures_of(const result::RunResult& run) {
  std::vector<FigureRecord> figures;
  for (const result::Row& row : run.results) {
    const double speed = row.puzzles_per_second.median;
    if (!row.complete || result::is_void(row) || !std::isfinite(speed) || speed <= 0) continue;
    const auto dataset = std::ranges::find(run.datasets, row.dataset, &result::DatasetRecord::name);
    const bool is_lucky = row.outcomes[Outcome::timeout] + row.outcomes[Outcome::crashed] > 0;
    const bool has_guesses =
        !is_lucky && !row.has_capped_guesses() && std::isfinite(row.guesses_mean());
    figures.push_back({.dataset = row.dataset,
                       .key = {.dataset_sha256 = dataset->sha256,
                               .threads = row.threads,
                               .cpu = run.environment.cpu,
                               .settings = settings_of(run, row),
                               .solver = row.solver,
                               .variant = variant_of(row)},
                       .per_second = row.puzzles_per_second,
                       .guesses = has_guesses ? std::optional(row.guesses_mean()) : std::nullopt});
  }
  return figures;
}

NewResult new_result(std::string document, const std::string& name) {
  const result::RunResult run = result::from_json(document, name);
  base::Sha256 sha256;
  sha256.add(document);
  const std::string started = utc_of(run.started);
  if (started.empty()) {
    throw base::InputError(
        "{}: /started: expected a time such as 2026-11-22T01:00:00Z, found \"{}\"", name,
        run.started);
  }
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return {.entry = {.sha256 = sha256.hex(),
                    .added = utc_of(now),
                    .started = started,
                    .commit_time = "",
                    .revision = run.tool.git_revision,
                    .label = "",
                    .machine = run.environment.cpu,
                    .rows = static_cast<std::int64_t>(run.results.size())},
          .figures = figures_of(run),
          .document = std::move(document)};
}

std::vector<bool> add_results(const std::string& path, std::span<const NewResult> results) {
  return with_history(path, true, [&](SQLite::Database& database) {
    std::vector<bool> were_new;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const NewResult& result : results)
      were_new.push_back(insert(database, result));
    transaction.commit();
    return were_new;
  });
}

std::vector<StoredResult> results_in(const std::string& path) {
  return with_history(path, false, [](SQLite::Database& database) {
    std::vector<StoredResult> results;
    SQLite::Statement rows(database, kStoredResults);
    while (rows.executeStep()) {
      if (results.empty() || results.back().entry.id != rows.getColumn(0).getInt64())
        results.push_back({.entry = rows.getColumns<HistoryEntry, kEntryColumns>(), .figures = {}});
      const bool has_figure = !rows.getColumn(kEntryColumns).isNull();
      if (has_figure) results.back().figures.push_back(figure_of(rows, kEntryColumns));
    }
    return results;
  });
}

void remove_results(const std::string& path, std::span<const StoredResult> results) {
  with_history(path, false, [&](SQLite::Database& database) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement statement(database, "DELETE FROM results WHERE id = ?");
    for (const auto& [entry, figures] : results) {
      statement.reset();
      statement.bind(1, entry.id);
      statement.exec();
    }
    transaction.commit();
    database.exec("VACUUM");
  });
}

std::vector<std::string> side_files(const std::string& path) {
  std::error_code ignored;
  const bool is_link = std::filesystem::is_symlink(path, ignored);
  const std::string target =
      is_link ? std::filesystem::weakly_canonical(path, ignored).string() : path;
  return {target + "-wal", target + "-shm", target + "-journal"};
}

// strptime also accepts texts such as "2026-2-31", so its result is printed and compared.
std::string utc_of(std::string_view text) {
  constexpr std::size_t kDayLength = std::string_view("2026-11-22").size();
  constexpr std::size_t kTimeLength = std::string_view("2026-11-22T01:00:00").size();
  std::string moment(text);
  if (moment.size() == kDayLength) moment += "T00:00:00Z";
  if (moment.size() < kTimeLength) return "";
  if (moment[kDayLength] == ' ') moment[kDayLength] = 'T';
  std::tm parts{};
  const char* const end = ::strptime(moment.c_str(), "%Y-%m-%dT%H:%M:%S%z", &parts);
  if (end != moment.c_str() + moment.size()) return "";
  const std::chrono::seconds offset(parts.tm_gmtoff);
  const std::chrono::sys_seconds local(std::chrono::seconds(::timegm(&parts)));
  if (!utc_of(local).starts_with(moment.substr(0, kTimeLength))) return "";
  return utc_of(local - offset);
}

std::string utc_of(std::chrono::sys_seconds moment) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", moment);
}

}  // namespace sudoku::history
