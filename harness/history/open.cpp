#include "harness/history/open.h"

#include <chrono>
#include <filesystem>
#include <string_view>
#include <thread>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "harness/dataset/input_error.h"
#include "harness/history/schema.h"
#include "harness/results/output_error.h"

namespace sudoku {

namespace {

constexpr std::chrono::seconds kPatience(30);

// Where SQLite waits by itself. It does not where two waiting processes could block each other.
constexpr int kBusyMs = 10'000;

bool is_passing(const SQLite::Exception& error) {
  return error.getErrorCode() == SQLITE_BUSY || error.getErrorCode() == SQLITE_LOCKED ||
         error.getErrorCode() == SQLITE_PROTOCOL;
}

[[noreturn]] void report(const std::string& path, const SQLite::Exception& error) {
  const int code = error.getErrorCode();
  if (code == SQLITE_NOTADB) {
    throw InputError(fmt::format("{}: expected a history of results, found another file", path));
  }
  if (code == SQLITE_CORRUPT) {
    throw InputError(fmt::format("{}: the history is damaged: {}", path, error.what()));
  }
  if (is_passing(error)) {
    throw OutputError(
        fmt::format("{}: another process has held it for {} seconds", path, kPatience.count()));
  }
  throw OutputError(fmt::format("{}: cannot be used: {}", path, error.what()));
}

// A name that starts at the root: SQLite gives ":memory:", "" and "file:…" meanings of their own.
std::string full_name(const std::string& path) {
  return std::filesystem::absolute(path).string();
}

// The address of a file that nobody writes to: SQLite needs no files beside it then.
std::string frozen_address(const std::string& path) {
  std::string address = "file://";
  for (const char c : full_name(path)) {
    const bool is_plain = std::string_view("?#%").find(c) == std::string_view::npos;
    address += is_plain ? std::string(1, c) : fmt::format("%{:02X}", c);
  }
  return address + "?immutable=1";
}

int number_in(SQLite::Database& database, const char* query) {
  return database.execAndGet(query).getInt();
}

// The version of its tables; 0 when it has none yet.
int version_of(SQLite::Database& database, const std::string& path) {
  const SQLite::Transaction one_moment(database);
  const int application = number_in(database, "PRAGMA application_id");
  const int version = number_in(database, "PRAGMA user_version");
  const int tables = number_in(database, "SELECT count(*) FROM sqlite_master");
  if (application == 0 && version == 0 && tables == 0) return 0;
  if (application != kHistoryApplication) {
    throw InputError(fmt::format(
        "{}: expected a history of results, found the database of another program", path));
  }
  if (version > kHistoryVersion) {
    throw InputError(fmt::format(
        "{}: expected a history of version {} or older, found version {}; use a newer sudoku-bench",
        path, kHistoryVersion, version));
  }
  return version;
}

void require_file(const std::string& path, History::Open mode) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw InputError(fmt::format("{}: expected a history of results, found a folder", path));
  }
  if (mode == History::Open::create || std::filesystem::exists(path, ignored)) return;
  throw InputError(
      fmt::format("{}: there is no such history; `sudoku-bench history add` makes one", path));
}

// Every process that finds old tables comes here, and the first one changes them.
void update(SQLite::Database& database, const std::string& path) {
  // Readers go on while one writes, and what is committed outlives a cut of the power.
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL");
  database.exec("PRAGMA foreign_keys = ON");
  if (version_of(database, path) == kHistoryVersion) return;
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  const int version = number_in(database, "PRAGMA user_version");
  if (version < kHistoryVersion) migrate(database, version);
  transaction.commit();
}

std::unique_ptr<SQLite::Database> opened_to_write(const std::string& path, History::Open mode) {
  const int create = mode == History::Open::create ? SQLite::OPEN_CREATE : 0;
  auto database =
      std::make_unique<SQLite::Database>(full_name(path), SQLite::OPEN_READWRITE | create, kBusyMs);
  version_of(*database, path);  // nothing is changed in a file that is not ours
  update(*database, path);
  return database;
}

// Even to read, SQLite keeps a file beside a database whose readers may meet a writer.
std::unique_ptr<SQLite::Database> opened_where_nobody_writes(const std::string& path) {
  auto database = std::make_unique<SQLite::Database>(
      frozen_address(path), SQLite::OPEN_READONLY | SQLite::OPEN_URI, kBusyMs);
  const int version = version_of(*database, path);
  if (version == kHistoryVersion) return database;
  throw InputError(fmt::format(
      "{}: a history of version {} has to be brought to version {}, and cannot be written", path,
      version, kHistoryVersion));
}

std::unique_ptr<SQLite::Database> opened_to_read(const std::string& path) {
  try {
    return opened_to_write(path, History::Open::read);
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode();
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) throw;
    return opened_where_nobody_writes(path);
  }
}

}  // namespace

void with_patience(const std::string& path, const std::function<void()>& work) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      if (!is_passing(error) || std::chrono::steady_clock::now() > end) report(path, error);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

std::unique_ptr<SQLite::Database> open_history(const std::string& path, History::Open mode) {
  require_file(path, mode);
  std::unique_ptr<SQLite::Database> database;
  with_patience(path, [&] {
    database = mode == History::Open::read ? opened_to_read(path) : opened_to_write(path, mode);
  });
  return database;
}

}  // namespace sudoku
