#include "harness/dataset/whole_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/dataset/input_error.h"

namespace sudoku {

namespace {

constexpr std::size_t kLargestText = std::size_t{1} << 30;

class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail();
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

std::string text_file(const std::string& path, const char* what) {
  const OpenFile file(path);
  std::string text;
  std::size_t checked = 0;
  while (file.append_to(text)) {
    const std::size_t zero = text.find('\0', checked);
    if (zero != std::string::npos) {
      const auto lines =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
      const std::size_t line_start = text.rfind('\n', zero) + 1;  // npos + 1 is 0
      throw InputError(fmt::format("{}:{}:{}: expected {}, found a byte 0, which no text has", path,
                                   lines + 1, zero - line_start + 1, what));
    }
    checked = text.size();
    if (checked > kLargestText)
      throw InputError(
          fmt::format("{}: expected {}, found more than {} bytes", path, what, kLargestText));
  }
  return text;
}

}  // namespace sudoku
