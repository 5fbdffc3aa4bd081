#include "harness/history/history.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "harness/base/errors.h"
#include "harness/base/sha256.h"
#include "harness/base/units.h"
#include "harness/report/view.h"
#include "harness/result/json.h"

namespace sudoku::history {

namespace {

// Builds for debugging are other programs; compilers and flags are among what a trend is to show.
std::string settings_of(const result::RunResult& run, const result::ResultRecord& row) {
  std::string text = fmt::format("{} build, solution limit {}, blocks of {}", run.tool.build_type,
                                 row.solution_limit, base::count_text(run.settings.block));
  if (row.sample_rate < 1) {
    text += fmt::format(", sample {} of seed {}", base::sample_text(row.sample_rate),
                        run.settings.seed);
  }
  if (row.isolated) text += ", in worker processes";
  if (run.settings.permute) text += ", permuted";
  return text;
}

// A batch solver's guesses depend on its batches.
std::string variant_of(const result::ResultRecord& row) {
  const bool is_batched = row.latency && row.latency->chunk > 1;
  const std::string batches = is_batched ? fmt::format("batches of {}", row.latency->chunk) : "";
  return row.isa + (row.isa.empty() || batches.empty() ? "" : ", ") + batches;
}

bool is_measured(const result::ResultRecord& row) {
  return row.complete && !result::is_void(row) && std::isfinite(row.puzzles_per_second.median) &&
         row.puzzles_per_second.median > 0;
}

void bind_number(SQLite::Statement& statement, int index, double value) {
  if (std::isfinite(value)) {
    statement.bind(index, value);
  } else {
    statement.bind(index);
  }
}

double number_of(const SQLite::Column& column) {
  return column.isNull() ? std::numeric_limits<double>::quiet_NaN() : column.getDouble();
}

FigureRecord figure_of(SQLite::Statement& row) {
  FigureRecord figure;
  figure.key = {.dataset = row.getColumn(0).getString(),
                .dataset_sha256 = row.getColumn(1).getString(),
                .threads = static_cast<std::uint64_t>(row.getColumn(2).getInt64()),
                .cpu = row.getColumn(3).getString(),
                .settings = row.getColumn(4).getString(),
                .solver = row.getColumn(5).getString(),
                .variant = row.getColumn(6).getString()};
  figure.per_second = {.median = row.getColumn(7).getDouble(),
                       .low = number_of(row.getColumn(8)),
                       .high = number_of(row.getColumn(9))};
  if (!row.getColumn(10).isNull()) figure.guesses = row.getColumn(10).getDouble();
  return figure;
}

// Fills the table `figures` for the result with that id.
void insert_figures(SQLite::Database& database, std::int64_t result,
                    const std::vector<FigureRecord>& figures) {
  SQLite::Statement insert(
      database, "INSERT INTO figures VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)");
  for (const FigureRecord& figure : figures) {
    insert.reset();
    insert.bind(1, result);
    insert.bind(2, figure.key.dataset);
    insert.bind(3, figure.key.dataset_sha256);
    insert.bind(4, static_cast<std::int64_t>(figure.key.threads));
    insert.bind(5, figure.key.cpu);
    insert.bind(6, figure.key.settings);
    insert.bind(7, figure.key.solver);
    insert.bind(8, figure.key.variant);
    insert.bind(9, figure.per_second.median);
    bind_number(insert, 10, figure.per_second.low);
    bind_number(insert, 11, figure.per_second.high);
    bind_number(insert, 12, figure.guesses.value_or(std::nan("")));
    insert.exec();
  }
}

std::vector<FigureRecord> select_figures(const SQLite::Database& database, std::int64_t result) {
  SQLite::Statement rows(
      database,
      "SELECT dataset, dataset_sha256, threads, cpu, settings, solver, variant, per_second, "
      "per_second_low, per_second_high, guesses FROM figures WHERE result = ? ORDER BY rowid");
  rows.bind(1, result);
  std::vector<FigureRecord> figures;
  while (rows.executeStep())
    figures.push_back(figure_of(rows));
  return figures;
}

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
    const result::RunResult run = result::from_kept_json(
        documents.getColumn(2).getString(), "result " + documents.getColumn(1).getString());
    update.reset();
    update.bind(1, id);
    update.bind(2, run.environment.cpu);
    update.bind(3, static_cast<std::int64_t>(run.results.size()));
    update.exec();
    insert_figures(database, id, figures_of(run));
  }
}

// The application_id of SQLite's header in a history's file: "SuBe".
constexpr int kHistoryApplication = 0x53754265;

// Brings tables of an older `version` (0: there are none) to those of this program. Within a
// transaction of the caller. Throws InputError when a stored document cannot be read, and SQLite's
// exceptions.
void migrate(SQLite::Database& database, int version) {
  if (version < 1) database.exec(kVersion1);
  if (version < 2) {
    database.exec(kVersion2);
    fill_version_2(database);
  }
  database.exec(fmt::format("PRAGMA application_id = {}", kHistoryApplication));
  database.exec(fmt::format("PRAGMA user_version = {}", kHistoryVersion));
}

constexpr std::chrono::seconds kPatience(30);

// How long SQLite waits by itself. It does not where two waiting processes could block each other.
constexpr int kBusyMs = 10'000;

bool is_passing(const SQLite::Exception& error) {
  return error.getErrorCode() == SQLITE_BUSY || error.getErrorCode() == SQLITE_LOCKED ||
         error.getErrorCode() == SQLITE_PROTOCOL;
}

[[noreturn]] void report(const std::string& path, const SQLite::Exception& error) {
  const int code = error.getErrorCode();
  if (code == SQLITE_NOTADB) {
    throw base::InputError(
        fmt::format("{}: expected a history of results, found another file", path));
  }
  if (code == SQLITE_CORRUPT) {
    throw base::InputError(fmt::format("{}: the history is damaged: {}", path, error.what()));
  }
  if (is_passing(error)) {
    throw base::OutputError(
        fmt::format("{}: another process has held it for {} seconds", path, kPatience.count()));
  }
  throw base::OutputError(fmt::format("{}: cannot be used: {}", path, error.what()));
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
    throw base::InputError(fmt::format(
        "{}: expected a history of results, found the database of another program", path));
  }
  if (version > kHistoryVersion) {
    throw base::InputError(fmt::format(
        "{}: expected a history of version {} or older, found version {}; use a newer sudoku-bench",
        path, kHistoryVersion, version));
  }
  return version;
}

void require_file(const std::string& path, History::Open mode) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw base::InputError(fmt::format("{}: expected a history of results, found a folder", path));
  }
  if (mode == History::Open::create || std::filesystem::exists(path, ignored)) return;
  throw base::InputError(
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
  throw base::InputError(fmt::format(
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

// Calls `work`, again for half a minute while another process holds the file, and throws what
// SQLite does as InputError (not a database) or OutputError.
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

// Checks whose file it is before anything in it is touched, and brings it to the newest version.
std::unique_ptr<SQLite::Database> open_history(const std::string& path, History::Open mode) {
  require_file(path, mode);
  std::unique_ptr<SQLite::Database> database;
  with_patience(path, [&] {
    database = mode == History::Open::read ? opened_to_read(path) : opened_to_write(path, mode);
  });
  return database;
}

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

// What the tables hold of a result besides what came with it. Made before the file is locked.
struct Extract {
  std::string sha256;
  std::string started;
  std::string machine;
  std::size_t rows = 0;
  std::vector<FigureRecord> figures;

  explicit Extract(const result::StoredLine& line) : sha256(document_sha256(line.document)) {
    const result::RunResult run =
        result::from_json(line.document, "result " + sha256.substr(0, 12));
    started = utc_of(run.started);
    if (started.empty()) {
      throw base::InputError(
          fmt::format("result {:.12}: /started: expected a time such as "
                      "2026-11-22T01:00:00Z, found \"{}\"",
                      sha256, run.started));
    }
    machine = run.environment.cpu;
    rows = run.results.size();
    figures = figures_of(run);
  }
};

// Adds a result unless its document is there already; returns whether it was new.
bool insert(SQLite::Database& database, const result::StoredLine& line, const Extract& extract) {
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

// Takes parts off the front of a text.
class Parts {
 public:
  explicit Parts(std::string_view text) : text_(text) {}

  bool is_empty() const { return text_.empty(); }

  bool skip(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }

  // A number of exactly so many digits.
  std::optional<int> number(std::size_t digits) {
    if (text_.size() < digits || text_.front() == '-') return std::nullopt;
    int value = 0;
    const char* end = text_.data() + digits;
    const auto [stop, error] = std::from_chars(text_.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    text_.remove_prefix(digits);
    return value;
  }

 private:
  std::string_view text_;
};

std::optional<std::chrono::sys_days> day_of(Parts& parts) {
  const auto year = parts.number(4);
  if (!year || !parts.skip('-')) return std::nullopt;
  const auto month = parts.number(2);
  if (!month || !parts.skip('-')) return std::nullopt;
  const auto day = parts.number(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year{*year},
                                         std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)});
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::optional<std::chrono::seconds> clock_of(Parts& parts, bool with_seconds) {
  const auto hours = parts.number(2);
  if (!hours || *hours > 23 || !parts.skip(':')) return std::nullopt;
  const auto minutes = parts.number(2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const auto time = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  if (!with_seconds) return time;
  if (!parts.skip(':')) return std::nullopt;
  const auto seconds = parts.number(2);
  if (!seconds || *seconds > 60) return std::nullopt;
  return time + std::chrono::seconds(*seconds);
}

// What has to be added to a local time to get UTC.
std::optional<std::chrono::seconds> offset_of(Parts& parts) {
  if (parts.skip('Z')) return std::chrono::seconds(0);
  const bool is_ahead = parts.skip('+');
  if (!is_ahead && !parts.skip('-')) return std::nullopt;
  const auto offset = clock_of(parts, false);
  if (!offset) return std::nullopt;
  return is_ahead ? -*offset : *offset;
}

void require_sound(const result::StoredLine& line, const std::string& place) {
  if (document_sha256(line.document) != line.sha256) {
    throw base::InputError(
        fmt::format("{}: the document is damaged: it is not that of its sha256", place));
  }
  if (utc_of(line.added) != line.added || utc_of(line.commit_time) != line.commit_time) {
    throw base::InputError(place + ": expected times such as 2026-11-22T01:00:00Z");
  }
  result::from_json(line.document, place);  // throws
}

// A line that never ends, or a byte 0, is no JSON, and not to be collected first: it may be a
// device.
constexpr std::size_t kLongestLine = std::size_t{1} << 30;

// Reads a line; false at the end of the file.
bool read_line(std::istream& stream, std::string& line, const std::string& place) {
  line.clear();
  char c = 0;
  while (stream.get(c)) {
    if (c == '\n') return true;
    if (c == '\0' || line.size() == kLongestLine) {
      throw base::InputError(place +
                             ": expected a result of `history export`, found something else");
    }
    line += c;
  }
  return !line.empty();
}

std::vector<result::StoredLine> lines_of(std::istream& stream, const std::string& name) {
  std::vector<result::StoredLine> lines;
  std::string text;
  for (std::size_t number = 1;; ++number) {
    const std::string place = fmt::format("{}:{}", name, number);
    if (!read_line(stream, text, place)) break;
    if (text.empty()) continue;
    lines.push_back(result::from_json_line(text, place));
    require_sound(lines.back(), place);
  }
  if (stream.bad()) throw base::InputError(name + ": cannot be read");
  return lines;
}

}  // namespace

bool SeriesKey::operator<(const SeriesKey& other) const {
  const auto tied = [](const SeriesKey& key) {
    return std::tie(key.dataset_sha256, key.threads, key.cpu, key.settings, key.solver,
                    key.variant);
  };
  return tied(*this) < tied(other);
}

std::vector<FigureRecord> figures_of(const result::RunResult& run) {
  std::vector<FigureRecord> figures;
  for (const result::ResultRecord& row : run.results) {
    if (!is_measured(row)) continue;
    const auto dataset = std::ranges::find(run.datasets, row.dataset, &result::DatasetRecord::name);
    const bool is_lucky = row.outcomes[Outcome::timeout] + row.outcomes[Outcome::crashed] > 0;
    figures.push_back({.key = {.dataset = row.dataset,
                               .dataset_sha256 = dataset->sha256,
                               .threads = row.threads,
                               .cpu = run.environment.cpu,
                               .settings = settings_of(run, row),
                               .solver = row.solver,
                               .variant = variant_of(row)},
                       .per_second = row.puzzles_per_second,
                       .guesses = is_lucky || !std::isfinite(row.guesses.mean)
                                      ? std::nullopt
                                      : std::optional(row.guesses.mean)});
  }
  return figures;
}

std::string document_sha256(const std::string& document) {
  base::Sha256 sha256;
  sha256.add(document);
  return sha256.hex();
}

History::History(std::string path, Open mode)
    : path_(std::move(path)), database_(open_history(path_, mode)) {}

History::~History() = default;

std::vector<bool> History::add(std::span<const result::StoredLine> lines) {
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
    throw base::InputError(
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
  throw base::InputError(fmt::format("{}: there is {} result whose name begins with {}", path_,
                                     found.empty() ? "no" : "more than one", sha256_begin));
}

result::StoredLine History::line(const HistoryEntry& entry) const {
  result::StoredLine line = {.sha256 = entry.sha256,
                             .added = entry.added,
                             .commit_time = entry.commit_time,
                             .revision = entry.revision,
                             .label = entry.label,
                             .document = ""};
  with_patience(path_, [&] {
    SQLite::Statement row(*database_, "SELECT document FROM results WHERE id = ?");
    row.bind(1, entry.id);
    if (!row.executeStep()) {
      throw base::InputError(
          fmt::format("{}: {} was removed in the meantime", path_, entry.sha256));
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

std::string utc_of(std::string_view text) {
  Parts parts(text);
  const auto day = day_of(parts);
  if (!day) return "";
  if (parts.is_empty()) return utc_of(std::chrono::sys_seconds(*day));
  if (!parts.skip('T') && !parts.skip(' ')) return "";
  const auto time = clock_of(parts, true);
  if (!time) return "";
  const auto offset = offset_of(parts);
  if (!offset || !parts.is_empty()) return "";
  return utc_of(*day + *time + *offset);
}

std::string utc_of(std::chrono::sys_seconds moment) {
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(moment - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

std::string utc_now() {
  return utc_of(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
}

std::vector<result::StoredLine> read_lines(const std::string& path) {
  if (path == "-") return lines_of(std::cin, "standard input");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw base::InputError(path + ": cannot be read");
  return lines_of(file, path);
}

}  // namespace sudoku::history
