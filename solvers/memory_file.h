// A file in memory that has a path, for the fuzz targets.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

#include <sys/mman.h>
#include <unistd.h>

namespace sudoku {

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
