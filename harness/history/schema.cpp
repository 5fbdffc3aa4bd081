#include "harness/history/schema.h"

#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include "harness/history/figure_rows.h"
#include "harness/results/json.h"

namespace sudoku {

namespace {

// Version 1 kept the documents alone. These texts are what files out there were made with: they
// never change, later versions add to them.
constexpr const char* kVersion1 = R"(
CREATE TABLE results(
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,   -- of the document
  added TEXT NOT NULL,           -- times are ISO 8601, UTC, to the second
  started TEXT NOT NULL,
  revision TEXT NOT NULL,
  label TEXT NOT NULL,
  document TEXT NOT NULL         -- the result document, byte for byte
) STRICT;
)";

// Version 2 knows when the revision was committed, and has what trends are drawn from apart from
// the documents, which take a hundred times as long to read.
constexpr const char* kVersion2 = R"(
ALTER TABLE results ADD COLUMN commit_time TEXT NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN machine TEXT NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN rows INTEGER NOT NULL DEFAULT 0;
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

void fill_version_2(SQLite::Database& database) {
  SQLite::Statement documents(database, "SELECT id, sha256, document FROM results ORDER BY id");
  SQLite::Statement update(database, "UPDATE results SET machine = ?2, rows = ?3 WHERE id = ?1");
  while (documents.executeStep()) {
    const std::int64_t id = documents.getColumn(0).getInt64();
    const RunResult run = from_kept_json(documents.getColumn(2).getString(),
                                         "result " + documents.getColumn(1).getString());
    update.reset();
    update.bind(1, id);
    update.bind(2, run.environment.cpu);
    update.bind(3, static_cast<std::int64_t>(run.results.size()));
    update.exec();
    insert_figures(database, id, figures_of(run));
  }
}

}  // namespace

void migrate(SQLite::Database& database, int version) {
  if (version < 1) database.exec(kVersion1);
  if (version < 2) {
    database.exec(kVersion2);
    fill_version_2(database);
  }
  database.exec(fmt::format("PRAGMA application_id = {}", kHistoryApplication));
  database.exec(fmt::format("PRAGMA user_version = {}", kHistoryVersion));
}

}  // namespace sudoku
