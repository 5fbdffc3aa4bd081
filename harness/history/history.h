// Results kept in one SQLite file: safe with several writers, and with a writer that is killed.
// What was added is there; what was not added yet left nothing behind.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/result/document.h"

// SQLite's database is only named here, so that no includer sees SQLite.
// NOLINTNEXTLINE(readability-identifier-naming): the library's name
namespace SQLite {
class Database;
}

namespace sudoku::history {

// What rows of results share that are of one series: speeds and guesses are only compared where all
// of this is the same.
struct SeriesKey {
  std::string dataset;  // its name, for people: the content is what counts
  std::string dataset_sha256;
  std::uint64_t threads = 1;
  std::string cpu;
  std::string settings;  // those that speed or guesses depend on, in words
  std::string solver;
  std::string variant;  // of the solver: its instruction set, its batches

  bool operator<(const SeriesKey& other) const;
};

// What a trend shows of one row of a result.
struct FigureRecord {
  SeriesKey key;
  base::Estimate per_second;
  std::optional<double> guesses;  // mean per puzzle; none where timeouts make them a matter of luck
};

// Facts of a stored result, known without reading its document. Times: ISO 8601, UTC.
struct HistoryEntry {
  std::int64_t id = 0;  // in this file
  std::string sha256;   // of the document
  std::string added;
  std::string started;
  std::string commit_time;  // empty: not known
  std::string revision;
  std::string label;
  std::string machine;
  std::uint64_t rows = 0;

  // What it is called by, in any file: the first letters of its sha256.
  std::string name() const { return sha256.substr(0, 12); }

  // Where it stands in a trend: results of old revisions may be measured late.
  const std::string& when() const { return commit_time.empty() ? started : commit_time; }
};

struct StoredResult {
  HistoryEntry entry;
  std::vector<FigureRecord> figures;
};

struct NewResult {
  HistoryEntry entry;  // without an id
  std::vector<FigureRecord> figures;
  std::string document;  // byte for byte
};

// A result to add now, of the revision that it was measured with. Throws InputError as
// result::from_json does.
NewResult new_result(std::string document, const std::string& name);

// The figures of every row whose speed counts: neither void ones nor those that were interrupted.
std::vector<FigureRecord> figures_of(const result::RunResult& run);

// A history's file, opened. Throws InputError when the file is none of ours or of a newer version,
// and OutputError when it cannot be written or another process holds it for half a minute.
class History {
 public:
  enum class Open : std::uint8_t {
    existing,  // may lie where nothing can be written, as long as nothing is added or removed
    create,    // made when it is not there
  };

  History(std::string path, Open mode);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  // Adds all of them or, with an exception, none. Returns which of them were new: a document is
  // kept once, whatever comes with it.
  std::vector<bool> add(std::span<const NewResult> results);

  // By when(), oldest first.
  std::vector<StoredResult> results() const;

  // Removes all of them, and makes the file smaller.
  void remove(std::span<const StoredResult> results);

 private:
  std::string path_;
  std::unique_ptr<SQLite::Database> database_;
};

// Which tables a history's file has: the user_version of SQLite's header.
inline constexpr int kHistoryVersion = 2;

// A point in time as a text that sorts: ISO 8601, whole seconds, UTC. It is read from such a text,
// from a local time with its offset ("2026-11-22T02:00:00+01:00", as `git show -s --format=%cI`
// prints it), or from a day, which begins at midnight. Empty when the text is none of these.
std::string utc_of(std::string_view text);

std::string utc_of(std::chrono::sys_seconds moment);

}  // namespace sudoku::history
