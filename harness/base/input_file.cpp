#include "harness/base/input_file.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/output.h"

namespace sudoku::base {

namespace {

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

[[noreturn]] void cannot_use(const std::string& name, const std::string& what) {
  throw InputError("{}: {}: {}", name, what, std::strerror(errno));
}

[[noreturn]] void fail_to_copy(const std::string& name) {
  cannot_use(
      name, fmt::format("cannot be copied to a temporary file in {} (TMPDIR)", temporary_folder()));
}

// The copy is unlinked at once, so that nothing remains however the program ends.
Descriptor copy_to_unnamed_file(const std::string& argument, const std::string& name) {
  StoredFile from(argument, name, false);
  std::string path = temporary_folder() + "/sudoku-bench-XXXXXX";
  Descriptor to(::mkostemp(path.data(), O_CLOEXEC));
  if (to.number() < 0) fail_to_copy(name);
  ::unlink(path.c_str());
  std::array<char, std::size_t{64} << 10> buffer{};
  while (const std::size_t size = from.read(buffer))
    if (!write_all(to.number(), {buffer.data(), size})) fail_to_copy(name);
  return to;
}

// Whether the file can be read only once, as pipes, sockets and terminals can.
bool reads_once(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return false;  // opening it reports the error
  return !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

}  // namespace

FileIdentity identity_of(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          static_cast<std::uint64_t>(status.st_mtim.tv_sec),
          static_cast<std::uint64_t>(status.st_mtim.tv_nsec)};
}

WatchedFiles::WatchedFiles(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    files_.emplace_back(path, identity_of(path));
}

const std::string& WatchedFiles::changed() {
  for (const auto& [path, identity] : files_)
    if (changed_.empty() && identity_of(path) != identity) changed_ = path;
  return changed_;
}

InputFile::InputFile(const std::string& argument) : path_(argument), name_(argument) {
  if (argument == "-") name_ = "<stdin>";
  // Standard input is copied even when it is a file, as its beginning may have been read already.
  if (argument == "-" || reads_once(argument)) {
    copy_ = copy_to_unnamed_file(argument, name_);
    path_ = fmt::format("/proc/self/fd/{}", copy_.number());
    if (::access(path_.c_str(), R_OK) != 0)
      cannot_use(name_, "its copy cannot be opened through /proc");
  }
  identity_ = identity_of(path_);
}

}  // namespace sudoku::base
