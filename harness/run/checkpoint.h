// The checkpoint of a run: a file that tells what the run is, the plans of its datasets and every
// finished block, so that the run can be resumed, whatever ended it.
//
// Each line is a checksum and a JSON object. The file grows while the run goes on, and its
// beginning can be trusted whatever ended it: from the first line that does not fit its checksum
// on, nothing is used.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/result/document.h"
#include "harness/run/fingerprint.h"
#include "harness/run/plan.h"
#include "harness/run/race.h"
#include "harness/run/settings.h"

namespace sudoku::run {

// Throws OutputError when something is at `path` that no writer has left: another file, the
// checkpoint of another version, a folder.
void require_checkpoint_or_none(const std::string& path);

// Whether the file is one that versions of this program wrote before they wrote JSON.
bool is_earlier_journal(const std::string& path);

// A longer line is not written, and not read, so that damage cannot take all memory. A block of 3
// solvers with latencies is a line of 33 kB.
inline constexpr std::size_t kLongestLine = std::size_t{64} << 20U;

// How far a checkpoint can be trusted, or was written.
struct CheckpointEnd {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
};

// Reads lines from the beginning until the file ends, or does not fit its checksums.
class CheckpointReader {
 public:
  // A file that cannot be opened is like an empty one.
  explicit CheckpointReader(const std::string& path);

  // The JSON of the next whole line; none at the end of what can be trusted. Holds one line in
  // memory.
  std::optional<std::string> next();

  // The place behind the last line that next() returned.
  const CheckpointEnd& end() const { return end_; }

  // Bytes behind end().
  std::uint64_t left_over() const { return size_ - end_.bytes; }

 private:
  std::ifstream file_;
  std::uint64_t size_ = 0;
  CheckpointEnd end_;
};

// Appends lines. The system has each when append() returns, so that none is lost when the process
// ends; when the machine ends, those of the last second are.
class CheckpointWriter {
 public:
  static constexpr auto kSyncInterval = std::chrono::seconds(1);

  // Opens the file, or makes an empty one, and holds a lock on it as long as it lives. Throws
  // OutputError when it cannot be written, another process holds the lock, or the file is no
  // checkpoint, and leaves it as it was.
  explicit CheckpointWriter(const std::string& path);
  ~CheckpointWriter();
  CheckpointWriter(const CheckpointWriter&) = delete;
  CheckpointWriter& operator=(const CheckpointWriter&) = delete;

  // Cuts off what stands behind `end`; lines are appended there. Throws OutputError.
  void continue_from(const CheckpointEnd& end);

  // 0, or why it could not be written or synced (errno). The file is then as it was before. `json`
  // has no end of a line in it.
  int append(std::string_view json);

  // Removes the file, unless another one has taken its place.
  void remove() const;

 private:
  using Clock = std::chrono::steady_clock;

  void take_lock() const;
  bool write_at_end(std::string_view bytes) const;
  bool sync_when_due();

  std::string path_;
  int file_;
  CheckpointEnd end_;
  Clock::time_point synced_ = Clock::now();
};

// What a line tells of a dataset: its plans, or finished blocks; between ranks, both.
struct DatasetLine {
  std::size_t dataset = 0;
  std::vector<Plan> plans = {};  // one per contender; empty: not told
  std::optional<result::DatasetRows> sums = std::nullopt;
};

std::string to_json(const DatasetLine& line);

// Inverse of to_json. Throws InputError "name: …" for other texts, and for plans that cannot be.
DatasetLine dataset_line(std::string_view json, const std::string& name);

struct CheckpointOptions {
  std::string path;    // of the checkpoint; empty: none is kept
  std::string result;  // that it belongs to
  bool resume = false;
  result::ToolRecord tool;
  // Prints a sentence for the user.
  std::function<void(const std::string&)> log;
};

// The checkpoint of a run by one process. A line that cannot be written is reported once and is no
// reason to stop: a resumed run will measure again what the checkpoint lacks.
class FileCheckpoint final : public Checkpoint {
 public:
  // Throws OutputError when something else is in the file's place: before files are read, which may
  // take long.
  explicit FileCheckpoint(CheckpointOptions options);

  // Throws InputError when the checkpoint is of another run, and OutputError when it cannot be
  // written. False when the result is complete already.
  bool begin(const RaceSettings& settings, const result::RunResult& race) override;

  DatasetStart start(std::size_t dataset, const PlanMaker& make_plans) override;
  bool wants(std::size_t dataset, std::uint64_t block) override;
  void finished(std::size_t dataset, const result::DatasetRows& block) override;

  void add_others(std::size_t dataset, result::DatasetRows& sums) override;

  // Adds a block that another process measured; `json` is the line's. Throws InputError when it has
  // been added before.
  void add(const DatasetLine& line, const std::string& json);

  // Those of the dataset that were measured earlier or by other processes, ascending.
  const std::vector<std::uint64_t>& blocks(std::size_t dataset) const {
    return datasets_[dataset].sums.blocks;
  }

  // Whether begin() found nothing left to do.
  bool was_complete() const { return was_complete_; }

  // Writes into the result when the run really began, and how often it was resumed.
  void sign(result::RunResult& result) const;

  // To be called when the result is written.
  void remove() const;

 private:
  // A dataset as the lines tell it.
  struct Dataset {
    std::vector<Plan> plans;
    result::DatasetRows sums;  // moved out in the end
  };

  bool is_complete(const RaceSettings& settings, const Fingerprint& fingerprint) const;
  CheckpointEnd put_aside();
  CheckpointEnd read(const Fingerprint& fingerprint);
  void take(const std::string& json, const std::string& place);
  void fold(const DatasetLine& line, const std::string& place);
  void log_what_was_read(const CheckpointReader& reader) const;
  void require_plans_for(std::size_t contenders) const;
  bool write(const std::string& json);
  bool write_needed();
  void append_needed(std::string json);
  void append(const std::string& json);

  CheckpointOptions options_;
  std::unique_ptr<CheckpointWriter> writer_;
  std::string started_;
  std::uint64_t restarts_ = 0;
  std::vector<Dataset> datasets_;
  // Lines that could not be written yet, and without which those of blocks could not be used: what
  // the run is, and plans.
  std::deque<std::string> needed_;
  bool was_complete_ = false;
  bool has_failed_ = false;
};

}  // namespace sudoku::run
