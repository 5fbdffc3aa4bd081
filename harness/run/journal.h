// The journal of a run: a file with the run's fingerprint and every finished block, so that the run
// can be resumed however it ended.
//
// Each line is a checksum and a JSON object, appended while the run goes on. The first line that
// does not match its checksum and everything after it are ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/descriptor.h"
#include "harness/base/time.h"
#include "harness/options/settings.h"
#include "harness/result/document.h"
#include "harness/run/fingerprint.h"

namespace sudoku::run {

// Longest journal line, in bytes, that is written or read, so that a damaged file cannot exhaust
// memory. The line of a block of 3 solvers with latencies takes 20 to 35 kB.
inline constexpr std::size_t kLongestLine = std::size_t{64} << 20U;

// A position in a journal file: the end of its valid lines, or of the lines written so far.
struct JournalEnd {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
};

// Reads the lines of a journal, up to its end or the first that does not match its checksum.
class JournalReader {
 public:
  // Opens the journal file; one that cannot be opened reads as empty.
  explicit JournalReader(const std::string& path);

  // Returns the JSON of the next journal line; none after the last valid one.
  std::optional<std::string> next();

  // Position after the last journal line that next() returned.
  const JournalEnd& end() const { return end_; }

  // Number of bytes of the journal file after end(), which hold no valid line.
  std::uint64_t left_over() const { return size_ - end_.bytes; }

 private:
  std::ifstream file_;
  std::uint64_t size_ = 0;
  JournalEnd end_;
};

// Appends lines to a journal. The system has each line when append() returns: the death of the
// process loses none, a crash of the machine those of the last second.
class JournalWriter {
 public:
  // Opens or creates the file, and locks it for the writer's lifetime. Throws OutputError, and
  // leaves the file as it was, when it is not writable, locked by another process, or not a
  // journal. A file that is empty at the writer's end is removed.
  explicit JournalWriter(const std::string& path);
  ~JournalWriter();

  // Truncates the journal to `end`, where lines are then appended. Throws OutputError.
  void continue_from(const JournalEnd& end);

  // Appends a line to the journal; `json` must not contain a newline. Returns 0, or the errno of
  // the failed write or sync, after which the file is as it was before.
  int append(std::string_view json);

  // Removes the journal file, unless another file has replaced it.
  void remove() const;

 private:
  std::string path_;
  base::Descriptor file_;
  JournalEnd end_;
  SteadyClock::time_point synced_ = SteadyClock::now();
};

// The writer of a journal that begins anew. Throws as JournalWriter does, and UsageError when the
// file holds blocks of an interrupted run.
std::unique_ptr<JournalWriter> new_journal(const std::string& path);

// What a finished block adds to the sums of a dataset, which is its index in the result.
struct DatasetLine {
  std::size_t dataset = 0;
  result::DatasetRows sums = {};
};

std::string to_json(const DatasetLine& line);

// Parses a DatasetLine's JSON. Throws InputError "name: …" for malformed text.
DatasetLine dataset_line(std::string_view json, const std::string& name);

struct JournalOptions {
  std::string path;    // journal file; empty: none is kept
  std::string result;  // result file of the run
  bool resume = false;
  result::ToolRecord tool;
  // Tells the user what happened to the journal, in a sentence.
  std::function<void(const std::string&)> log;
};

// Keeps the finished blocks of a run, so that it can be resumed. The first failure to write a line
// is reported, and the run goes on: a resumed run measures missing blocks again.
class Journal {
 public:
  // Opens the journal file. Throws OutputError when it is not a journal or cannot be written, and
  // UsageError when it is of an interrupted run that is not to be resumed.
  explicit Journal(JournalOptions options);

  // Reads or begins the journal, once all inputs were read, and returns false when the result is
  // already complete. Throws InputError when the journal or the result belongs to another run.
  bool begin(const options::RunSettings& settings, const result::RunResult& run);

  // Returns the sums of the dataset's blocks that earlier runs finished. To be called once.
  result::DatasetRows take(std::size_t dataset);

  // Receives what a finished block adds to the dataset's sums; not called for a broken-off block.
  void finished(std::size_t dataset, const result::DatasetRows& block);

  // The result, if begin() found it already complete.
  const std::optional<result::RunResult>& complete_result() const { return complete_result_; }

  // Writes into the result when the run was first started and how often it was resumed.
  void sign(result::RunResult& result) const;

  // Removes the journal file; to be called once the result is written.
  void remove() const;

 private:
  std::optional<result::RunResult> find_complete(const Fingerprint& fingerprint) const;
  JournalEnd read(const Fingerprint& fingerprint);
  void log_what_was_read(const JournalReader& reader) const;
  void append(std::string json, bool is_needed = false);

  JournalOptions options_;
  bool resumes_ = false;  // whether there are lines to resume from
  std::unique_ptr<JournalWriter> writer_;
  std::string started_;
  std::uint64_t restarts_ = 0;
  std::vector<result::DatasetRows> datasets_;  // as read from the journal; take() moves them out
  // Needed lines that could not be written yet, and must precede those of blocks.
  std::deque<std::string> unwritten_;
  std::optional<result::RunResult> complete_result_;
  bool has_failed_ = false;
};

}  // namespace sudoku::run
