// Helpers of the fuzz targets. Target X is the function fuzz_X in X_fuzz.cpp, beside the code that
// it tests. That code may reject the fuzzer's bytes, but only as its own documentation says.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include <sys/mman.h>
#include <unistd.h>

namespace sudoku {

// Aborts unless `holds`; the fuzzer reports the abort as a fault.
inline void must(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "property violated: %s\n", promise);
  std::abort();
}

// The fuzzer's bytes as a stream of small decisions; zeros after the last byte.
class Decisions {
 public:
  explicit Decisions(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t next() {
    if (bytes_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return first;
  }

  // A number from 0 to `end` - 1; `end` is at most 256.
  std::size_t below(std::size_t end) { return next() % end; }

  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

// A file in memory that has a path.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    const auto size = static_cast<ssize_t>(bytes.size());
    if (descriptor_ >= 0 && ::write(descriptor_, bytes.data(), bytes.size()) == size) return;
    throw std::system_error(errno, std::generic_category(), "a file in memory");
  }

  ~MemoryFile() { ::close(descriptor_); }

  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  // A path under which other processes can open the file too while this process lives.
  std::string path() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(descriptor_);
  }

  std::size_t size() const { return static_cast<std::size_t>(::lseek(descriptor_, 0, SEEK_END)); }

 private:
  int descriptor_;
};

}  // namespace sudoku
