#include "harness/fetch/part_file.h"

#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/dataset/input_error.h"
#include "harness/results/output_error.h"
#include "harness/results/write_aside.h"

namespace sudoku {

PartFile::PartFile(const std::string& target, std::string address)
    : path_(target + ".part"),
      from_(path_ + ".from"),
      address_(std::move(address)),
      descriptor_(open_in_place(path_)) {
  try {
    lock();
    recall();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

PartFile::~PartFile() {
  ::close(descriptor_);
}

void PartFile::lock() const {
  struct stat mine {};

  struct stat there {};

  const bool locked = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  // Who had the lock before may have finished, and renamed the file, since it was opened here.
  const bool is_there = ::fstat(descriptor_, &mine) == 0 && ::stat(path_.c_str(), &there) == 0 &&
                        mine.st_ino == there.st_ino;
  if (!locked || !is_there) throw InputError(path_ + ": another process is fetching it");
}

void PartFile::recall() {
  std::ifstream from(from_);
  std::string address;
  std::getline(from, address);
  std::getline(from, tag_);
  if (address != address_) return restart("");
  const off_t end = ::lseek(descriptor_, 0, SEEK_END);
  if (end < 0) fail();
  size_ = static_cast<std::uint64_t>(end);
}

void PartFile::restart(const std::string& tag) {
  tag_ = tag;
  size_ = 0;
  if (::ftruncate(descriptor_, 0) != 0 || ::lseek(descriptor_, 0, SEEK_SET) != 0) fail();
  write_aside(from_, address_ + "\n" + tag_ + "\n");
}

void PartFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail();
    if (written <= 0) continue;
    size_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void PartFile::flush() const {
  // Some file systems tell of a full disk only here.
  if (::fsync(descriptor_) != 0) fail();
}

void PartFile::remove() const {
  ::unlink(from_.c_str());
  ::unlink(path_.c_str());
}

void PartFile::fail() const {
  throw OutputError(
      fmt::format("{}: cannot be written: {}", path_, std::generic_category().message(errno)));
}

}  // namespace sudoku
