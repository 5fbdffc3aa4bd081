#include "harness/parts/journal_file.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/results/output_error.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sudoku {

namespace {

constexpr std::string_view kMagic = "sudoku-bench journal 2\n";

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

}  // namespace

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
    : path_(path), file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  if (file_ < 0) fail(errno);
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  const int error = errno;
  ::close(file_);
  if (error != EWOULDBLOCK) fail(error);
  throw OutputError(fmt::format("{}: another run is writing it", path));
}

JournalWriter::~JournalWriter() {
  ::fdatasync(file_);
  ::close(file_);
}

void JournalWriter::fail(int error) const {
  throw OutputError(
      fmt::format("{}: cannot be written: {}", path_, std::generic_category().message(error)));
}

void JournalWriter::go_on_from(const JournalEnd& end) {
  end_ = end;
  if (::ftruncate(file_, static_cast<off_t>(end_.bytes)) != 0) fail(errno);
  if (end_.bytes > 0) return;
  if (!write_at_end(kMagic)) fail(errno);
  end_.bytes = kMagic.size();
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
  if (!write_at_end(frame)) {
    const int error = errno;
    // Half a record would be left out by readers, too; so a failure here changes nothing.
    if (::ftruncate(file_, static_cast<off_t>(end_.bytes)) != 0) return error;
    return error;
  }
  end_.bytes += frame.size();
  ++end_.records;
  return sync_when_due() ? 0 : errno;
}

void JournalWriter::remove() const {
  ::unlink(path_.c_str());
}

}  // namespace sudoku
