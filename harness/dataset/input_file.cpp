// InputFile: whatever the command line names, as something that can be opened twice.
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/dataset/byte_source.h"
#include "harness/dataset/input_error.h"
#include "harness/dataset/reader.h"

namespace sudoku {

namespace {

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

[[noreturn]] void fail(const std::string& name) {
  throw InputError(fmt::format("{}: cannot be copied to a temporary file in {}: {}", name,
                               temporary_folder(), std::strerror(errno)));
}

// Gone from the folder at once, so that nothing is left behind however the program ends.
int make_unnamed_file(const std::string& name) {
  std::string path = temporary_folder() + "/sudoku-bench-XXXXXX";
  const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
  if (descriptor < 0) fail(name);
  ::unlink(path.c_str());
  return descriptor;
}

void write_all(int descriptor, std::span<const char> bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail(name);
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

std::size_t read_some(int descriptor, std::span<char> buffer, const std::string& name) {
  ssize_t got = 0;
  do {
    got = ::read(descriptor, buffer.data(), buffer.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw InputError(fmt::format("{}: cannot be read: {}", name, std::strerror(errno)));
  return static_cast<std::size_t>(got);
}

void copy(int from, int to, const std::string& name) {
  std::array<char, std::size_t{64} << 10> buffer{};
  std::size_t size = read_some(from, buffer, name);
  while (size > 0) {
    write_all(to, std::span(buffer).first(size), name);
    size = read_some(from, buffer, name);
  }
}

// The copy's descriptor.
int copy_to_unnamed_file(int from, const std::string& name) {
  const int to = make_unnamed_file(name);
  try {
    copy(from, to, name);
  } catch (...) {
    ::close(to);
    throw;
  }
  return to;
}

int open_or_throw(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) return descriptor;
  throw InputError(fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
}

// Pipes, sockets and terminals can be read only once.
bool reads_once(const std::string& path) {
  struct stat status {};

  if (::stat(path.c_str(), &status) != 0) return false;  // the reader says why
  return !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

}  // namespace

InputFile::InputFile(const std::string& argument) : path_(argument), name_(argument) {
  if (argument == "-") {
    // Copied even when it is a file, for its beginning may have been read by others already.
    name_ = "<stdin>";
    descriptor_ = copy_to_unnamed_file(STDIN_FILENO, name_);
  } else if (reads_once(argument)) {
    const int from = open_or_throw(argument);
    try {
      refuse_endless(from, name_);
      descriptor_ = copy_to_unnamed_file(from, name_);
    } catch (...) {
      ::close(from);
      throw;
    }
    ::close(from);
  }
  if (descriptor_ >= 0) path_ = fmt::format("/proc/self/fd/{}", descriptor_);
  identity_ = identity_of(path_);
}

InputFile::Identity InputFile::identity_of(const std::string& path) {
  struct stat status {};

  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          static_cast<std::uint64_t>(status.st_mtim.tv_sec),
          static_cast<std::uint64_t>(status.st_mtim.tv_nsec)};
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace sudoku
