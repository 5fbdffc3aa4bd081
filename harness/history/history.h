// History of results in one SQLite file. Additions are atomic even if processes compete or crash.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/result/document.h"

namespace sudoku::history {

// What stored measurements must have in common for trends to compare their speeds and guesses.
struct SeriesKey {
  std::string dataset_sha256;
  std::uint64_t threads = 1;
  std::string cpu;
  std::string settings;  // settings that affect speed or guesses, as text
  std::string solver;
  std::string variant;  // instruction set and batch size of the solver

  std::strong_ordering operator<=>(const SeriesKey& other) const = default;
};

// Speed and guesses of one row of a result, as trends show them.
struct FigureRecord {
  std::string dataset;  // name shown to people
  SeriesKey key;
  base::Estimate per_second;
  std::optional<double> guesses;  // mean per puzzle; none when timeouts or crashes make it random
};

// Facts about a stored result, known without reading its document. Times are ISO 8601, UTC.
struct HistoryEntry {
  std::int64_t id = 0;  // row id in the history file
  std::string sha256;   // digest of the result document
  std::string added;
  std::string started;
  std::string commit_time;  // time of the measured commit; empty: not known
  std::string revision;
  std::string label;
  std::string machine;
  std::int64_t rows = 0;

  // Short name of the result, the same in every file: the first characters of its sha256.
  std::string name() const { return sha256.substr(0, 12); }

  // Time that orders results in trends: of the commit if known, since commits may be measured late.
  const std::string& when() const { return commit_time.empty() ? started : commit_time; }
};

struct StoredResult {
  HistoryEntry entry;
  std::vector<FigureRecord> figures;
};

struct NewResult {
  HistoryEntry entry;  // facts about the result; the id is not yet set
  std::vector<FigureRecord> figures;
  std::string document;  // result document, byte for byte
};

// A result document prepared for add_results(). Throws InputError as result::from_json does, and
// for an impossible time of its start.
NewResult new_result(std::string document, const std::string& name);

// Speed and guesses of every row of a run with a valid speed: neither void nor interrupted.
std::vector<FigureRecord> figures_of(const result::RunResult& run);

// The functions on the history in a file throw InputError when it is not a history or has another
// version, and OutputError when it cannot be written or another process locks it for half a minute.

// Adds all results or, on an exception, none. Creates the file when it is missing. Returns for each
// whether its document was new.
std::vector<bool> add_results(const std::string& path, std::span<const NewResult> results);

// All results stored in a file, oldest first, by time of the commit or else of the measurement. The
// file need not be writable.
std::vector<StoredResult> results_in(const std::string& path);

// Removes stored results and shrinks the file.
void remove_results(const std::string& path, std::span<const StoredResult> results);

// Paths of the files that SQLite may keep beside a history, or beside the target of a link to it.
std::vector<std::string> side_files(const std::string& path);

// A time as sortable text: ISO 8601, whole seconds, UTC.
std::string utc_of(std::chrono::sys_seconds moment);

// As above, from such a text, from a local time with its offset ("2026-11-22T02:00:00+01:00", as
// `git show -s --format=%cI` prints it), or from a day, meaning its midnight; "" for other texts.
std::string utc_of(std::string_view text);

}  // namespace sudoku::history
