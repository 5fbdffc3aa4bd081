#include "harness/parts/journal_file.h"

#include <cerrno>
#include <system_error>

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/results/output_error.h"
#include "harness/results/write_aside.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sudoku {

namespace {

constexpr std::string_view kMagic = "sudoku-bench journal 2\n";
// Behind it stands the version, in which the files of other programs may differ.
constexpr std::string_view kAnyVersion = "sudoku-bench journal ";

// Of the length and of the checksum, least significant byte first.
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
  throw OutputError(
      fmt::format("{}: cannot be written: {}", path, std::generic_category().message(errno)));
}

[[noreturn]] void refuse(const std::string& path, std::string_view found) {
  throw OutputError(
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

JournalWriter::JournalWriter(const std::string& path) : path_(path), file_(open_in_place(path)) {
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
  throw OutputError(fmt::format("{}: another run is writing it", path_));
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

}  // namespace sudoku
