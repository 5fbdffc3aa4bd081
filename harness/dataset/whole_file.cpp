#include "harness/dataset/whole_file.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/dataset/byte_source.h"
#include "harness/dataset/input_error.h"

namespace sudoku {

namespace {

class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail();
    try {
      refuse_endless(descriptor_, path_);
    } catch (...) {
      ::close(descriptor_);
      throw;
    }
  }

  ~OpenFile() { ::close(descriptor_); }

  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  // False at the end.
  bool append_to(std::string& text) const {
    std::array<char, std::size_t{64} << 10> part;
    ssize_t size = 0;
    do {
      size = ::read(descriptor_, part.data(), part.size());
    } while (size < 0 && errno == EINTR);
    if (size < 0) fail();
    text.append(part.data(), static_cast<std::size_t>(size));
    return size > 0;
  }

 private:
  [[noreturn]] void fail() const {
    const std::string reason =
        errno == EISDIR ? "it is a folder" : std::generic_category().message(errno);
    throw InputError(fmt::format("{}: cannot be read: {}", path_, reason));
  }

  const std::string& path_;
  int descriptor_;
};

}  // namespace

std::string whole_file(const std::string& path) {
  const OpenFile file(path);
  std::string text;
  while (file.append_to(text)) {
  }
  return text;
}

}  // namespace sudoku
