// The journal of a race: what it is about, the plans of its datasets and every finished block, so
// that a run can be resumed, whatever ended it.
//
// The file consists of records and grows while a run goes on. Each record stands behind its length
// and a checksum, so that the beginning of the file can be trusted after whatever ended the run.
#pragma once

#include <chrono>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/result/document.h"
#include "harness/run/fingerprint.h"
#include "harness/run/race.h"
#include "harness/run/settings.h"

namespace sudoku::run {

// Throws OutputError when something is there that no writer has left: another file, a journal of
// another version, a folder.
void require_journal_or_none(const std::string& path);

// How far a journal goes.
struct JournalEnd {
  std::uint64_t bytes = 0;  // 0: not even the line that says what file this is
  std::uint64_t records = 0;
};

// Reads records from the beginning until the file ends, or does not fit its checksums.
class JournalReader {
 public:
  // A file that cannot be opened is like an empty one.
  explicit JournalReader(const std::string& path);

  // The next whole record; none at the end of what can be trusted. Holds one record in memory.
  std::optional<std::string> next();

  // The place behind the last record that next() gave.
  const JournalEnd& end() const { return end_; }

  // Bytes behind end().
  std::uint64_t left_over() const { return size_ - end_.bytes; }

 private:
  bool take_magic();
  std::optional<std::string> take(std::uint64_t bytes);

  std::ifstream file_;
  std::uint64_t size_ = 0;
  JournalEnd end_;
};

// Appends records. The system has each when append() returns, so that none is lost when the process
// ends; when the machine ends, those of the last second are.
class JournalWriter {
 public:
  static constexpr auto kSyncInterval = std::chrono::seconds(1);

  // Opens the file, or makes an empty one, and holds a lock on it as long as it lives. Throws
  // OutputError when it cannot be written, another process holds the lock, or the file is no
  // journal, and leaves it as it was.
  explicit JournalWriter(const std::string& path);
  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  // Cuts off what stands behind `end`; records are appended there. Throws OutputError.
  void go_on_from(const JournalEnd& end);

  // 0, or why it could not be written (errno). The journal is then as it was before.
  int append(std::string_view record);

  // Removes the file, unless another one has taken its place.
  void remove() const;

 private:
  using Clock = std::chrono::steady_clock;

  void take_lock() const;
  bool write_whole(std::string_view bytes) const;
  bool write_at_end(std::string_view bytes) const;
  bool sync_when_due();

  std::string path_;
  int file_;
  JournalEnd end_;
  Clock::time_point synced_ = Clock::now();
};

struct JournalTerms {
  std::string path;    // of the journal; empty: none is kept
  std::string result;  // that it belongs to
  bool resume = false;
  result::ToolRecord tool;
  // Prints a sentence for the user.
  std::function<void(const std::string&)> say;
};

// The checkpoint of a race that one process runs. A record that cannot be written is reported once
// and is no reason to stop: what was measured is there, and a resume will measure again what the
// journal lacks.
class RaceJournal final : public Checkpoint {
 public:
  // Throws OutputError when something else is in the journal's place: before files are read, which
  // may take long.
  explicit RaceJournal(JournalTerms terms);

  // Throws InputError when the journal is of another race, and OutputError when it cannot be
  // written. False when the result is complete already.
  bool begin(const RaceSettings& settings, const result::RunResult& race) override;

  DatasetStart start(std::size_t dataset, const PlanMaker& make_plans) override;
  bool wants(std::size_t dataset, std::uint64_t block) override;
  void finished(std::size_t dataset, const result::HeatSums& block) override;

  // The plans that are known so far; empty: none yet.
  const std::vector<Plan>& plans(std::size_t dataset) const { return heats_[dataset].plans; }

  // Whether begin() found nothing left to do.
  bool was_complete() const { return was_complete_; }

  // Writes into the result when the race really began, and how often it was resumed.
  void sign(result::RunResult& result) const;

  // To be called when the result is written.
  void remove() const;

 private:
  // A dataset as the journal tells it.
  struct Heat {
    std::vector<Plan> plans;
    result::HeatSums sums;  // moved out when the race asks for it
    std::set<std::uint64_t> blocks;
  };

  bool is_complete(const RaceSettings& settings, const Fingerprint& facts) const;
  JournalEnd put_aside();
  JournalEnd read(const Fingerprint& facts);
  void take(const std::string& record);
  void tell_of(const JournalReader& reader) const;
  void require_plans_for(std::size_t contenders) const;
  void append(std::uint64_t kind, std::size_t dataset, const std::string& body);

  JournalTerms terms_;
  std::unique_ptr<JournalWriter> writer_;
  std::string started_;
  std::uint64_t restarts_ = 0;
  std::vector<Heat> heats_;
  bool was_complete_ = false;
  bool has_failed_ = false;
};

}  // namespace sudoku::run
