// A file of records that grows while a run goes on, and whose beginning can be trusted after
// whatever ended the run: each record stands behind its length and a checksum.
#pragma once

#include <chrono>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace sudoku {

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

  // Behind the last record that next() gave.
  const JournalEnd& end() const { return end_; }

  // Bytes behind that.
  std::uint64_t left_over() const { return size_ - end_.bytes; }

 private:
  bool take_magic();
  std::optional<std::string> take(std::uint64_t bytes);

  std::ifstream file_;
  std::uint64_t size_ = 0;
  JournalEnd end_;
};

// Appends records. Each is in the hands of the system when append() returns, so that the end of the
// process costs none; the end of the machine costs those of the last second.
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

  // Records go behind this; what stands there is cut off. Throws OutputError.
  void go_on_from(const JournalEnd& end);

  // 0, or why it could not be written (errno). The journal is then as it was before.
  int append(std::string_view record);

  // Unless another file has taken its place.
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

}  // namespace sudoku
