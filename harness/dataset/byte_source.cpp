#include "harness/dataset/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/dataset/gzip_source.h"
#include "harness/dataset/input_error.h"
#include "harness/dataset/zstd_source.h"

namespace sudoku {

namespace {

[[noreturn]] void fail(const std::string& name, std::string_view what) {
  throw InputError(fmt::format("{}: {}: {}", name, what, std::strerror(errno)));
}

// Of a regular file, from where it stands: others may have read the beginning of standard input.
std::uint64_t size_or_throw(int descriptor, const std::string& name) {
  struct stat status {};

  if (::fstat(descriptor, &status) != 0) fail(name, "cannot be examined");
  if (S_ISDIR(status.st_mode)) throw InputError(name + ": is a directory");
  if (!S_ISREG(status.st_mode)) return 0;
  const off_t behind = ::lseek(descriptor, 0, SEEK_CUR);
  return static_cast<std::uint64_t>(std::max<off_t>(status.st_size - behind, 0));
}

// A frame of data, or one to be skipped, which pzstd writes first. Source: RFC 8878, 3.1.
bool begins_zstd(std::string_view magic) {
  if (magic.size() < 4) return false;
  const bool is_skippable =
      (static_cast<unsigned char>(magic[0]) & 0xF0U) == 0x50 && magic.ends_with("\x2A\x4D\x18");
  return magic == "\x28\xB5\x2F\xFD" || is_skippable;
}

}  // namespace

void refuse_endless(int descriptor, const std::string& name) {
  struct stat status {};

  if (::fstat(descriptor, &status) != 0) fail(name, "cannot be examined");
  const bool is_device = S_ISCHR(status.st_mode) && ::isatty(descriptor) == 0;
  if (is_device) throw InputError(name + ": is a device, which may never end");
}

StoredFile::StoredFile(const std::string& path, std::string name, bool hashed)
    : name_(std::move(name)), file_(path, true) {
  if (!file_.is_open()) fail(name_, "cannot be opened");
  if (hashed) sha256_.emplace();
  if (path != "-") refuse_endless(file_.number(), name_);
  bytes_total_ = size_or_throw(file_.number(), name_);
  magic_size_ = fill(magic_);
}

std::size_t StoredFile::read(std::span<char> buffer) {
  const std::size_t again = std::min(buffer.size(), magic_size_ - magic_taken_);
  std::memcpy(buffer.data(), magic_.data() + magic_taken_, again);
  magic_taken_ += again;
  return again + fill(buffer.subspan(again));
}

std::size_t StoredFile::fill(std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    const std::size_t got = read_some(buffer.subspan(filled));
    if (got == 0) break;
    filled += got;
  }
  if (filled < buffer.size() && bytes_read_ < bytes_total_) {
    throw InputError(fmt::format("{}: the file shrank while it was read: {} bytes at first, {} now",
                                 name_, bytes_total_, bytes_read_));
  }
  return filled;
}

std::size_t StoredFile::read_some(std::span<char> buffer) {
  throw_if_interrupted();
  const ssize_t got = file_.read(buffer);
  if (got < 0) fail(name_, "cannot be read");

  const auto size = static_cast<std::size_t>(got);
  if (sha256_) sha256_->add(buffer.first(size));
  bytes_read_ += size;
  return size;
}

std::unique_ptr<ByteSource> make_decoder(StoredFile& file) {
  if (file.magic().starts_with("\x1F\x8B")) return std::make_unique<GzipSource>(file);
  if (begins_zstd(file.magic())) return std::make_unique<ZstdSource>(file);
  return nullptr;
}

}  // namespace sudoku
