#include "harness/run/journal.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/json.h"
#include "harness/base/output.h"
#include "harness/result/json.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sudoku::run {

namespace {

using base::Json;
using base::SortedJson;

// Start of the first line of a journal.
constexpr std::string_view kFormat = "sudoku-bench journal 5 ";
constexpr std::string_view kAnyVersion = "sudoku-bench journal ";
// Number of characters before the JSON of a journal line: a checksum's digits and a blank.
constexpr std::size_t kChecksum = 17;

constexpr std::chrono::seconds kSyncInterval{1};

// A journal line without its newline. The checksum covers its number, to detect moved lines.
std::string checked_line(std::string_view json, std::uint64_t number) {
  return fmt::format("{}{:016x} {}", number == 0 ? kFormat : "",
                     XXH3_64bits_withSeed(json.data(), json.size(), number), json);
}

[[noreturn]] void refuse(const std::string& path, std::string_view found) {
  throw base::OutputError(
      "{}: expected the journal of a run, found {}; it was left unchanged: move it "
      "away, or give the result another name",
      path, found);
}

// Throws OutputError if another process has locked the journal; else it is this writer's.
void lock(int file, const std::string& path) {
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) base::fail_to_write(path);
  throw base::OutputError(
      "{}: another process is writing it: wait for its end, or give the result another name", path);
}

// Throws OutputError unless the file is a journal or empty. A writer killed early leaves it
// empty: the first line is one write, undone when only a part of it fits on the disk.
void require_journal(int file, const std::string& path) {
  struct stat status = {};
  if (::fstat(file, &status) != 0) base::fail_to_write(path);
  if (S_ISDIR(status.st_mode)) refuse(path, "a directory");
  if (!S_ISREG(status.st_mode)) refuse(path, "a pipe, a socket or a device");
  std::string begin(kFormat.size(), '\0');
  const ssize_t size = ::pread(file, begin.data(), begin.size(), 0);
  if (size < 0) base::fail_to_write(path);
  begin.resize(static_cast<std::size_t>(size));
  if (begin.empty() || begin == kFormat) return;
  refuse(path, begin.starts_with(kAnyVersion) ? "a journal from another version of this program"
                                              : "a different file");
}

// Start of the JSON of a journal line that records a restart.
constexpr std::string_view kResumed = R"({"resumed")";

// Parses a journal line's JSON with `read`. Throws InputError "name: …" for unexpected text.
template <typename Read>
auto read_json(std::string_view text, const std::string& name, const Read& read) {
  try {
    return read(SortedJson::parse(text));
  } catch (const SortedJson::exception& error) {
    throw base::InputError("{}: {}", name, error.what());
  }
}

void require_same(const Fingerprint& before, const Fingerprint& now, const std::string& path) {
  const std::string differing = differences(before, now, "{} was {} and is {}");
  if (differing.empty()) return;
  throw base::InputError("{}: belongs to another run and cannot be resumed: {}", path, differing);
}

bool holds_blocks(const std::string& path) {
  JournalReader reader(path);
  reader.next();  // the run's fingerprint
  while (const std::optional<std::string> json = reader.next())
    if (!json->starts_with(kResumed)) return true;
  return false;
}

}  // namespace

JournalReader::JournalReader(const std::string& path)
    : file_(path, std::ios::binary | std::ios::ate) {
  if (!file_) return;
  size_ = static_cast<std::uint64_t>(file_.tellg());
  file_.seekg(0);
}

std::optional<std::string> JournalReader::next() {
  std::string line;
  int byte = file_.rdbuf()->sbumpc();
  for (; byte != EOF && byte != '\n' && line.size() < kLongestLine;
       byte = file_.rdbuf()->sbumpc()) {
    line += static_cast<char>(byte);
  }
  if (byte != '\n') return std::nullopt;
  const std::size_t start = kChecksum + (end_.lines == 0 ? kFormat.size() : 0);
  if (line.size() < start) return std::nullopt;
  std::string json = line.substr(start);
  if (line != checked_line(json, end_.lines)) return std::nullopt;
  end_.bytes += line.size() + 1;
  ++end_.lines;
  return json;
}

JournalWriter::JournalWriter(const std::string& path)
    : path_(path), file_(base::open_in_place(path)) {
  lock(file_.number(), path_);
  require_journal(file_.number(), path_);
}

JournalWriter::~JournalWriter() {
  ::fdatasync(file_.number());
  struct stat own = {};
  if (::fstat(file_.number(), &own) == 0 && own.st_size == 0) remove();
}

void JournalWriter::continue_from(const JournalEnd& end) {
  end_ = end;
  if (::ftruncate(file_.number(), static_cast<off_t>(end_.bytes)) != 0) base::fail_to_write(path_);
}

int JournalWriter::append(std::string_view json) {
  const std::string line = checked_line(json, end_.lines) + "\n";
  if (line.size() > kLongestLine) return EFBIG;
  bool is_written = ::lseek(file_.number(), static_cast<off_t>(end_.bytes), SEEK_SET) >= 0 &&
                    base::write_all(file_.number(), line);
  if (is_written && SteadyClock::now() - synced_ >= kSyncInterval) {
    synced_ = SteadyClock::now();
    is_written = ::fdatasync(file_.number()) == 0;
  }
  if (!is_written) {
    const int error = errno;
    // If ftruncate() fails, the file ends in part of a line, which readers ignore.
    return ::ftruncate(file_.number(), static_cast<off_t>(end_.bytes)) == 0 ? error : errno;
  }
  end_.bytes += line.size();
  ++end_.lines;
  return 0;
}

void JournalWriter::remove() const {
  struct stat own = {};
  struct stat there = {};
  const bool is_own = ::fstat(file_.number(), &own) == 0 && ::lstat(path_.c_str(), &there) == 0 &&
                      own.st_dev == there.st_dev && own.st_ino == there.st_ino;
  if (is_own) ::unlink(path_.c_str());
}

std::unique_ptr<JournalWriter> new_journal(const std::string& path) {
  auto writer = std::make_unique<JournalWriter>(path);
  if (holds_blocks(path)) {
    throw base::UsageError(
        "{}: belongs to an interrupted run: give --resume to continue it, or remove the file to "
        "start again",
        path);
  }
  writer->continue_from({});
  return writer;
}

std::string to_json(const DatasetLine& line) {
  return base::json_text(Json{{"dataset", line.dataset}, {"sums", result::json_of(line.sums)}});
}

DatasetLine dataset_line(std::string_view json, const std::string& name) {
  return read_json(json, name, [&name](const SortedJson& object) {
    return DatasetLine{.dataset = object.at("dataset").get<std::size_t>(),
                       .sums = result::dataset_rows_of(object.at("sums"), name)};
  });
}

Journal::Journal(JournalOptions options) : options_(std::move(options)) {
  if (options_.path.empty()) return;
  // An empty file is left by a run that ended before it began its journal.
  std::error_code missing;
  const std::uintmax_t bytes = std::filesystem::file_size(options_.path, missing);
  resumes_ = options_.resume && !missing && bytes > 0;
  writer_ = resumes_ ? std::make_unique<JournalWriter>(options_.path) : new_journal(options_.path);
}

bool Journal::begin(const options::RunSettings& settings, const result::RunResult& run) {
  datasets_.resize(run.datasets.size());
  if (!writer_) return true;
  const Fingerprint fingerprint = fingerprint_of(settings, run, options_.tool);
  if (resumes_) {
    writer_->continue_from(read(fingerprint));
  } else if (options_.resume) {
    complete_result_ = find_complete(fingerprint);
    if (complete_result_) return false;
  }
  if (started_.empty()) {
    started_ = run.started;
    append(base::json_text(Json{{"started", started_}, {"fingerprint", fingerprint}}), true);
  } else {
    append(base::json_text(Json{{"resumed", run.started}}), true);
    ++restarts_;
  }
  return true;
}

// The result in the result file; none if there is no such file. Throws InputError if it is of
// another run, or incomplete.
std::optional<result::RunResult> Journal::find_complete(const Fingerprint& fingerprint) const {
  if (!base::exists(options_.result)) {
    options_.log(fmt::format("{}: no journal found, starting a new run", options_.path));
    return std::nullopt;
  }
  result::RunResult result = result::read_result(options_.result);
  Fingerprint before = fingerprint_of(result);
  before["shard"] =
      result.shards ? fmt::format("{}/{}", fmt::join(result.shards->parts, ","), result.shards->of)
                    : options::kWhole;
  require_same(before, fingerprint, options_.result);
  if (!result.complete) {
    throw base::InputError(
        "{}: is incomplete, and its journal is missing: {}; run without --resume to start again",
        options_.result, options_.path);
  }
  options_.log(fmt::format("{}: is complete, there is nothing to do", options_.result));
  return result;
}

// Reads the lines of the journal file, and returns where they end.
JournalEnd Journal::read(const Fingerprint& fingerprint) {
  JournalReader reader(options_.path);
  if (const std::optional<std::string> first = reader.next()) {
    read_json(*first, options_.path, [&](const SortedJson& header) {
      require_same(header.at("fingerprint").get<Fingerprint>(), fingerprint, options_.path);
      started_ = header.at("started").get<std::string>();
    });
  }
  while (const std::optional<std::string> json = reader.next()) {
    const std::string place = fmt::format("{}:{}", options_.path, reader.end().lines);
    if (json->starts_with(kResumed)) {
      ++restarts_;
    } else {
      const DatasetLine line = dataset_line(*json, place);
      if (line.dataset >= datasets_.size())
        throw base::InputError(place + ": refers to a dataset that does not exist");
      result::merge(datasets_[line.dataset], line.sums);
    }
  }
  log_what_was_read(reader);
  return reader.end();
}

void Journal::log_what_was_read(const JournalReader& reader) const {
  if (reader.left_over() > 0) {
    options_.log(fmt::format("{}: the last {} bytes are damaged or incomplete and were ignored",
                             options_.path, reader.left_over()));
  }
  std::size_t blocks = 0;
  for (const result::DatasetRows& dataset : datasets_)
    blocks += dataset.blocks.size();
  options_.log(fmt::format("{}: {} finished, resuming the run", options_.path,
                           blocks == 1 ? "1 block is" : fmt::format("{} blocks are", blocks)));
}

// Writes all lines that could not be written yet, then this one. One that is not needed is dropped
// when that fails: a resumed run measures its block again.
void Journal::append(std::string json, bool is_needed) {
  if (!writer_) return;
  unwritten_.push_back(std::move(json));
  int error = 0;
  while (error == 0 && !unwritten_.empty()) {
    error = writer_->append(unwritten_.front());
    if (error == 0) unwritten_.pop_front();
  }
  if (error == 0) return;
  if (!is_needed) unwritten_.pop_back();
  if (std::exchange(has_failed_, true)) return;
  options_.log(
      fmt::format("{}: cannot be written: {}; the run continues, but --resume would repeat what is "
                  "missing from it",
                  options_.path, std::generic_category().message(error)));
}

result::DatasetRows Journal::take(std::size_t dataset) { return std::move(datasets_[dataset]); }

void Journal::finished(std::size_t dataset, const result::DatasetRows& block) {
  if (writer_) append(to_json({.dataset = dataset, .sums = block}));
}

void Journal::sign(result::RunResult& result) const {
  if (!started_.empty()) result.started = started_;
  if (restarts_ > 0) result.resumed = restarts_;
}

void Journal::remove() const {
  if (writer_) writer_->remove();
}

}  // namespace sudoku::run
