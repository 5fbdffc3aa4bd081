#include "harness/run/journal.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "harness/result/bytes.h"
#include "harness/result/fields.h"
#include "harness/result/json.h"
#include "harness/run/plan.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sudoku::run {

namespace {

constexpr std::string_view kMagic = "sudoku-bench journal 2\n";
// The beginning of kMagic without the version: a journal of another version begins with it, too.
constexpr std::string_view kAnyVersion = "sudoku-bench journal ";

// Bytes of the length and of the checksum, least significant byte first.
constexpr std::uint64_t kNumberBytes = 8;

std::string bytes_of(std::uint64_t number) {
  std::string bytes;
  for (std::uint64_t i = 0; i < kNumberBytes; ++i)
    bytes += static_cast<char>((number >> (8 * i)) & 0xFFU);
  return bytes;
}

std::uint64_t number_of(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::uint64_t i = 0; i < kNumberBytes; ++i)
    number |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return number;
}

// The record's number is part of it: one that was moved is as bad as one that was changed.
std::uint64_t checksum(std::string_view record, std::uint64_t number) {
  return XXH3_64bits_withSeed(record.data(), record.size(), number);
}

[[noreturn]] void fail_with_errno(const std::string& path) {
  throw base::OutputError(
      fmt::format("{}: cannot be written: {}", path, std::generic_category().message(errno)));
}

[[noreturn]] void refuse(const std::string& path, std::string_view found) {
  throw base::OutputError(
      fmt::format("{}: expected the journal of a run, found {}; it is left as it is: move it away, "
                  "or give the result another name",
                  path, found));
}

// At most so many bytes, fewer where the file is shorter.
std::string first_bytes(int file, std::size_t most, const std::string& path) {
  std::string bytes(most, '\0');
  ssize_t size = 0;
  do {
    size = ::pread(file, bytes.data(), bytes.size(), 0);
  } while (size < 0 && errno == EINTR);
  if (size < 0) fail_with_errno(path);
  bytes.resize(static_cast<std::size_t>(size));
  return bytes;
}

// A writer leaves its first line, or an empty file when it is killed before that: the line is one
// write, taken back when only a part of it finds room. Anything else is not ours.
void require_journal(int file, const std::string& path) {
  struct stat status {};

  if (::fstat(file, &status) != 0) fail_with_errno(path);
  if (S_ISDIR(status.st_mode)) refuse(path, "a folder");
  if (!S_ISREG(status.st_mode)) refuse(path, "a pipe, a socket or a device");
  const std::string begin = first_bytes(file, kMagic.size(), path);
  if (begin.empty() || begin == kMagic) return;
  refuse(path, begin.starts_with(kAnyVersion) ? "one of another version of this program"
                                              : "another file");
}

}  // namespace

void require_journal_or_none(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) {
    if (errno == ENOENT) return;
    if (errno == ELOOP) refuse(path, "a symbolic link");
    fail_with_errno(path);
  }
  try {
    require_journal(file, path);
  } catch (...) {
    ::close(file);
    throw;
  }
  ::close(file);
}

JournalReader::JournalReader(const std::string& path)
    : file_(path, std::ios::binary | std::ios::ate) {
  if (!file_) return;
  size_ = static_cast<std::uint64_t>(file_.tellg());
  file_.seekg(0);
}

std::optional<std::string> JournalReader::take(std::uint64_t bytes) {
  std::string taken(bytes, '\0');
  if (!file_.read(taken.data(), static_cast<std::streamsize>(bytes))) return std::nullopt;
  return taken;
}

bool JournalReader::take_magic() {
  if (size_ < kMagic.size() || take(kMagic.size()) != kMagic) return false;
  end_.bytes = kMagic.size();
  return true;
}

std::optional<std::string> JournalReader::next() {
  if (end_.bytes == 0 && !take_magic()) return std::nullopt;
  if (left_over() < 2 * kNumberBytes) return std::nullopt;
  const std::optional<std::string> head = take(2 * kNumberBytes);
  if (!head) return std::nullopt;
  const std::uint64_t size = number_of(*head);
  // A length is believed only as far as there is a file.
  if (size > left_over() - 2 * kNumberBytes) return std::nullopt;
  std::optional<std::string> record = take(size);
  const std::uint64_t sum = number_of(std::string_view(*head).substr(kNumberBytes));
  if (!record || checksum(*record, end_.records) != sum) return std::nullopt;
  end_.bytes += 2 * kNumberBytes + size;
  ++end_.records;
  return record;
}

JournalWriter::JournalWriter(const std::string& path)
    : path_(path), file_(base::open_in_place(path)) {
  try {
    take_lock();
    require_journal(file_, path_);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

JournalWriter::~JournalWriter() {
  ::fdatasync(file_);
  ::close(file_);
}

void JournalWriter::take_lock() const {
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail_with_errno(path_);
  throw base::OutputError(fmt::format("{}: another run is writing it", path_));
}

void JournalWriter::go_on_from(const JournalEnd& end) {
  end_ = end;
  if (::ftruncate(file_, static_cast<off_t>(end_.bytes)) != 0) fail_with_errno(path_);
  if (end_.bytes > 0) return;
  if (!write_whole(kMagic)) fail_with_errno(path_);
  end_.bytes = kMagic.size();
}

// Leaves nothing of them when it fails, and says why in errno. (Where even that fails, readers
// leave half a record out.)
bool JournalWriter::write_whole(std::string_view bytes) const {
  if (write_at_end(bytes)) return true;
  const int error = errno;
  if (::ftruncate(file_, static_cast<off_t>(end_.bytes)) == 0) errno = error;
  return false;
}

bool JournalWriter::write_at_end(std::string_view bytes) const {
  auto place = static_cast<off_t>(end_.bytes);
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), place);
    if (written < 0 && errno != EINTR) return false;
    if (written <= 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    place += written;
  }
  return true;
}

bool JournalWriter::sync_when_due() {
  if (Clock::now() - synced_ < kSyncInterval) return true;
  synced_ = Clock::now();
  return ::fdatasync(file_) == 0;
}

int JournalWriter::append(std::string_view record) {
  std::string frame = bytes_of(record.size());
  frame += bytes_of(checksum(record, end_.records));
  frame += record;
  if (!write_whole(frame)) return errno;
  end_.bytes += frame.size();
  ++end_.records;
  return sync_when_due() ? 0 : errno;
}

void JournalWriter::remove() const {
  struct stat own {};

  struct stat there {};

  const bool is_own = ::fstat(file_, &own) == 0 && ::lstat(path_.c_str(), &there) == 0 &&
                      own.st_dev == there.st_dev && own.st_ino == there.st_ino;
  if (is_own) ::unlink(path_.c_str());
}

namespace {

constexpr std::uint64_t kRace = 0;   // what it is about; the first record
constexpr std::uint64_t kStart = 1;  // it is begun, or resumed
constexpr std::uint64_t kPlans = 2;  // of a dataset
constexpr std::uint64_t kBlock = 3;  // is finished

struct Entry {
  std::uint64_t kind = 0;
  std::uint64_t dataset = 0;
  std::string body;
};

struct RaceEntry {
  std::string started;
  std::vector<std::string> facts;  // name and value in turn
};

template <typename Archive>
void fields(Archive& in, result::Is<Entry> auto& entry) {
  in.field("kind", entry.kind);
  in.field("dataset", entry.dataset);
  in.field("body", entry.body);
}

template <typename Archive>
void fields(Archive& in, result::Is<RaceEntry> auto& race) {
  in.field("started", race.started);
  in.field("facts", race.facts);
}

void require_same(const Fingerprint& before, const Fingerprint& now, const std::string& path) {
  const std::string differing = changes(before, now);
  if (differing.empty()) return;
  throw base::InputError(
      fmt::format("{}: is of another race and cannot be gone on with: {}", path, differing));
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

bool holds_blocks(const std::string& path) {
  JournalReader reader(path);
  try {
    while (const std::optional<std::string> record = reader.next()) {
      if (result::record_of<Entry>(*record).kind == kBlock) return true;
    }
  } catch (const result::BytesError&) {
    return true;  // whole records, and another program may know what they say
  }
  return false;
}

// NAME, or the first of NAME2, NAME3, … that is no file yet.
std::string free_name(const std::string& name) {
  std::string free = name;
  for (int number = 2; exists(free); ++number)
    free = name + fmt::to_string(number);
  return free;
}

}  // namespace

RaceJournal::RaceJournal(JournalTerms terms) : terms_(std::move(terms)) {
  if (!terms_.path.empty()) require_journal_or_none(terms_.path);
}

bool RaceJournal::begin(const RaceSettings& settings, const result::RunResult& race) {
  heats_.resize(race.datasets.size());
  if (terms_.path.empty()) return true;
  const Fingerprint facts = fingerprint_of(settings, race, terms_.tool);
  const bool goes_on = terms_.resume && exists(terms_.path);
  was_complete_ = terms_.resume && !goes_on && is_complete(settings, facts);
  if (was_complete_) return false;
  writer_ = std::make_unique<JournalWriter>(terms_.path);
  // Which may put another writer in its place.
  const JournalEnd end = goes_on ? read(facts) : put_aside();
  writer_->go_on_from(end);
  if (started_.empty()) {
    started_ = race.started;
    append(kRace, 0, result::bytes_of(RaceEntry{.started = started_, .facts = in_turn(facts)}));
  }
  append(kStart, 0, race.started);
  require_plans_for(settings.contenders.size());
  return true;
}

// Throws InputError when the result is one that cannot be gone on with.
bool RaceJournal::is_complete(const RaceSettings& settings, const Fingerprint& facts) const {
  if (!exists(terms_.result)) {
    terms_.say(fmt::format("{}: there is nothing to go on with, the race begins", terms_.path));
    return false;
  }
  const result::RunResult result = result::read_result(terms_.result);
  require_same(fingerprint_of(result, settings), facts, terms_.result);
  if (!result.complete) {
    throw base::InputError(
        fmt::format("{}: is incomplete, and the journal to go on from is gone: {}; run it without "
                    "--resume to begin again",
                    terms_.result, terms_.path));
  }
  terms_.say(fmt::format("{}: is complete, nothing is left to do", terms_.result));
  return true;
}

// Hours of work are not to be lost for a forgotten option.
JournalEnd RaceJournal::put_aside() {
  if (!holds_blocks(terms_.path)) return {};
  const std::string aside = free_name(terms_.path + ".old");
  terms_.say(
      fmt::format("{}: is of a run that was interrupted, and --resume would have gone on "
                  "with it; it is kept as {}",
                  terms_.path, aside));
  if (std::rename(terms_.path.c_str(), aside.c_str()) != 0) {
    throw base::OutputError(fmt::format("{}: cannot be renamed: {}", terms_.path,
                                        std::generic_category().message(errno)));
  }
  writer_ = std::make_unique<JournalWriter>(terms_.path);
  return {};
}

JournalEnd RaceJournal::read(const Fingerprint& facts) {
  JournalReader reader(terms_.path);
  try {
    const std::optional<std::string> first = reader.next();
    if (first) {
      const auto race = result::record_of<RaceEntry>(result::record_of<Entry>(*first).body);
      require_same(fingerprint_from(race.facts), facts, terms_.path);
      started_ = race.started;
    }
    while (const std::optional<std::string> record = reader.next())
      take(*record);
  } catch (const result::BytesError& error) {
    throw base::InputError(
        fmt::format("{}: record {}: {}", terms_.path, reader.end().records, error.what()));
  }
  tell_of(reader);
  return reader.end();
}

void RaceJournal::tell_of(const JournalReader& reader) const {
  if (reader.left_over() > 0) {
    terms_.say(fmt::format("{}: its last {} bytes are damaged or no whole record, and are left out",
                           terms_.path, reader.left_over()));
  }
  std::size_t blocks = 0;
  for (const Heat& heat : heats_)
    blocks += heat.blocks.size();
  terms_.say(fmt::format("{}: {} finished, the race goes on", terms_.path,
                         blocks == 1 ? "1 block is" : fmt::format("{} blocks are", blocks)));
}

void RaceJournal::take(const std::string& record) {
  const auto entry = result::record_of<Entry>(record);
  if (entry.dataset >= heats_.size()) throw result::BytesError("a dataset that there is not");
  Heat& heat = heats_[entry.dataset];
  switch (entry.kind) {
    case kStart:
      ++restarts_;
      break;
    case kPlans:
      heat.plans = plans_of(entry.body);
      break;
    case kBlock: {
      const result::HeatSums block = result::heat_sums_of(entry.body);
      heat.blocks.insert(block.blocks.begin(), block.blocks.end());
      result::merge(heat.sums, block);
      break;
    }
    default:
      throw result::BytesError("a record of a kind that there is not");
  }
}

void RaceJournal::require_plans_for(std::size_t contenders) const {
  for (const Heat& heat : heats_) {
    if (heat.plans.empty() || heat.plans.size() == contenders) continue;
    throw base::InputError(fmt::format("{}: has plans for {} solvers, and there are {}",
                                       terms_.path, heat.plans.size(), contenders));
  }
}

void RaceJournal::append(std::uint64_t kind, std::size_t dataset, const std::string& body) {
  const int error = writer_->append(
      result::bytes_of(Entry{.kind = kind, .dataset = std::uint64_t{dataset}, .body = body}));
  if (error == 0 || has_failed_) return;
  has_failed_ = true;
  terms_.say(
      fmt::format("{}: cannot be written: {}; the run goes on, but --resume would measure "
                  "again what is not in it",
                  terms_.path, std::generic_category().message(error)));
}

DatasetStart RaceJournal::start(std::size_t dataset, const PlanMaker& make_plans) {
  Heat& heat = heats_[dataset];
  if (heat.plans.empty()) {
    heat.plans = make_plans();
    if (writer_) append(kPlans, dataset, to_bytes(heat.plans));
  }
  return {.plans = heat.plans, .finished = std::exchange(heat.sums, {})};
}

bool RaceJournal::wants(std::size_t dataset, std::uint64_t block) {
  return !heats_[dataset].blocks.contains(block);
}

void RaceJournal::finished(std::size_t dataset, const result::HeatSums& block) {
  if (writer_) append(kBlock, dataset, result::to_bytes(block));
}

void RaceJournal::sign(result::RunResult& result) const {
  if (!started_.empty()) result.started = started_;
  if (restarts_ > 0) result.resumed = restarts_;
}

void RaceJournal::remove() const {
  if (writer_) writer_->remove();
}

}  // namespace sudoku::run
