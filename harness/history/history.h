// Results kept in one SQLite file: safe with several writers, and with a writer that is killed.
// What was added is there; what was not added yet left nothing behind.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/history/database.h"
#include "harness/history/figure.h"
#include "harness/results/stored_line.h"

namespace sudoku {

// What is told of a stored result without reading its document.
struct HistoryEntry {
  std::int64_t id = 0;  // in this file
  std::string sha256;   // of the document: what it is called by, in any file
  std::string added;    // times: ISO 8601, UTC
  std::string started;
  std::string commit_time;  // empty: not known
  std::string revision;
  std::string label;
  std::string machine;
  std::uint64_t rows = 0;

  // Where it stands in a trend: results of old revisions may be measured late.
  const std::string& when() const { return commit_time.empty() ? started : commit_time; }
};

// Throws InputError when the file is none of ours or of a newer version, and OutputError when it
// cannot be written or another process holds it for half a minute.
class History {
 public:
  enum class Open : std::uint8_t {
    read,    // the file may lie where nothing can be written
    write,   // it has to be there
    create,  // it is made when it is not there
  };

  History(std::string path, Open mode);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  // All of them or, with an exception, none. Returns which of them were new: a document is kept
  // once, whatever comes with it.
  std::vector<bool> add(std::span<const StoredLine> lines);

  // By when(), oldest first.
  std::vector<HistoryEntry> entries() const;

  // The one whose sha256 begins with the text, of at least four letters. Throws InputError when
  // there is none or more than one.
  HistoryEntry find(const std::string& sha256_begin) const;

  StoredLine line(const HistoryEntry& entry) const;
  std::vector<FigureRecord> figures(const HistoryEntry& entry) const;

  // All of them, and makes the file smaller.
  void remove(std::span<const HistoryEntry> entries);

 private:
  std::string path_;
  std::unique_ptr<SQLite::Database> database_;
};

// The name of a document.
std::string document_sha256(const std::string& document);

}  // namespace sudoku
