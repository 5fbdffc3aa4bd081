#include "harness/dataset/whole_file.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "harness/dataset/byte_source.h"
#include "harness/dataset/input_error.h"
#include "harness/dataset/interruption.h"

namespace sudoku {

namespace {

[[noreturn]] void fail(const std::string& path) {
  const std::string reason =
      errno == EISDIR ? "it is a folder" : std::generic_category().message(errno);
  throw InputError(fmt::format("{}: cannot be read: {}", path, reason));
}

}  // namespace

std::string whole_file(const std::string& path) {
  const InputDescriptor file(path);
  if (!file.is_open()) fail(path);
  refuse_endless(file.number(), path);
  std::array<char, std::size_t{64} << 10> part;
  std::string text;
  ssize_t size = file.read(part);
  for (; size > 0; size = file.read(part))
    text.append(part.data(), static_cast<std::size_t>(size));
  if (size < 0) fail(path);
  return text;
}

}  // namespace sudoku
