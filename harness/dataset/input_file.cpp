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
#include "harness/dataset/interruption.h"
#include "harness/dataset/reader.h"

namespace sudoku {

namespace {

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

[[noreturn]] void refuse(const std::string& name, const std::string& what) {
  throw InputError(fmt::format("{}: {}: {}", name, what, std::strerror(errno)));
}

[[noreturn]] void fail_to_copy(const std::string& name) {
  refuse(name,
         fmt::format("cannot be copied to a temporary file in {} (TMPDIR)", temporary_folder()));
}

// Gone from the folder at once, so that nothing is left behind however the program ends.
int make_unnamed_file(const std::string& name) {
  std::string path = temporary_folder() + "/sudoku-bench-XXXXXX";
  const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
  if (descriptor < 0) fail_to_copy(name);
  ::unlink(path.c_str());
  return descriptor;
}

void write_all(int descriptor, std::span<const char> bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail_to_copy(name);
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

std::size_t read_some(const InputDescriptor& from, std::span<char> buffer,
                      const std::string& name) {
  const ssize_t got = from.read(buffer);
  if (got < 0) refuse(name, "cannot be read");
  return static_cast<std::size_t>(got);
}

void copy(const InputDescriptor& from, int to, const std::string& name) {
  std::array<char, std::size_t{64} << 10> buffer{};
  std::size_t size = read_some(from, buffer, name);
  while (size > 0) {
    write_all(to, std::span(buffer).first(size), name);
    size = read_some(from, buffer, name);
  }
}

// The copy's descriptor.
int copy_to_unnamed_file(const InputDescriptor& from, const std::string& name) {
  const int to = make_unnamed_file(name);
  try {
    copy(from, to, name);
  } catch (...) {
    ::close(to);
    throw;
  }
  return to;
}

// Pipes, sockets and terminals can be read only once.
bool reads_once(const std::string& path) {
  struct stat status {};

  if (::stat(path.c_str(), &status) != 0) return false;  // the reader says why
  return !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

}  // namespace

InputFile::InputFile(const std::string& argument) : path_(argument), name_(argument) {
  if (argument == "-") name_ = "<stdin>";
  // Standard input is copied even when it is a file: others may have read its beginning already.
  if (argument == "-" || reads_once(argument)) {
    const InputDescriptor from(argument, true);
    if (!from.is_open()) refuse(name_, "cannot be opened");
    if (argument != "-") refuse_endless(from.number(), name_);
    descriptor_ = copy_to_unnamed_file(from, name_);
    path_ = fmt::format("/proc/self/fd/{}", descriptor_);
    if (::access(path_.c_str(), R_OK) != 0)
      refuse(name_, "its copy cannot be opened by way of /proc");
  }
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
