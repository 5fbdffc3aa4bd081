#include "harness/dataset/whole_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "harness/dataset/byte_source.h"
#include "harness/dataset/input_error.h"
#include "harness/dataset/interruption.h"

namespace sudoku {

namespace {

constexpr std::size_t kLargestText = std::size_t{1} << 30;

[[noreturn]] void fail(const std::string& path) {
  const std::string reason =
      errno == EISDIR ? "it is a folder" : std::generic_category().message(errno);
  throw InputError(fmt::format("{}: cannot be read: {}", path, reason));
}

// Calls `take` with one part of the file after the other.
template <typename Take>
void read_parts(const std::string& path, const Take& take) {
  const InputDescriptor file(path);
  if (!file.is_open()) fail(path);
  refuse_endless(file.number(), path);
  std::array<char, std::size_t{64} << 10> part;
  ssize_t size = file.read(part);
  for (; size > 0; size = file.read(part))
    take(std::string_view(part.data(), static_cast<std::size_t>(size)));
  if (size < 0) fail(path);
}

[[noreturn]] void refuse_binary(const std::string& path, const std::string& text, std::size_t zero,
                                const char* what) {
  const auto lines =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
  const std::size_t line_start = text.rfind('\n', zero) + 1;  // npos + 1 is 0
  throw InputError(fmt::format("{}:{}:{}: expected {}, found a byte 0, which no text has", path,
                               lines + 1, zero - line_start + 1, what));
}

}  // namespace

std::string whole_file(const std::string& path) {
  std::string text;
  read_parts(path, [&text](std::string_view part) { text += part; });
  return text;
}

std::string text_file(const std::string& path, const char* what) {
  std::string text;
  read_parts(path, [&](std::string_view part) {
    const std::size_t zero = part.find('\0');
    const std::size_t before = text.size();
    text += part;
    if (zero != std::string_view::npos) refuse_binary(path, text, before + zero, what);
    if (text.size() > kLargestText) {
      throw InputError(
          fmt::format("{}: expected {}, found more than {} bytes", path, what, kLargestText));
    }
  });
  return text;
}

}  // namespace sudoku
