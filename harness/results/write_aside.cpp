#include "harness/results/write_aside.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/results/output_error.h"

namespace sudoku {

namespace {

constexpr mode_t kNewFile = 0666;  // less the umask, as for any program's output

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw OutputError(fmt::format("{}: cannot be written: {}", path, reason));
}

[[noreturn]] void fail_with_errno(const std::string& path) {
  fail(path, std::generic_category().message(errno));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}

  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

// Removed again unless it was renamed.
class Temporary {
 public:
  // The process number keeps two runs with one target apart.
  explicit Temporary(const std::string& target)
      : path_(fmt::format("{}.{}.tmp", target, ::getpid())),
        file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                     kNewFile)) {}

  ~Temporary() {
    if (file_.number() >= 0 && !renamed_) ::unlink(path_.c_str());
  }

  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  int number() const { return file_.number(); }

  bool rename_to(const std::string& target) {
    renamed_ = std::rename(path_.c_str(), target.c_str()) == 0;
    return renamed_;
  }

 private:
  std::string path_;
  Descriptor file_;
  bool renamed_ = false;
};

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Where the bytes go: a link is followed, or the rename would replace the link.
std::string target_of(const std::string& path) {
  std::error_code ignored;
  const auto target = std::filesystem::canonical(path, ignored);
  return ignored ? path : target.string();
}

// A device or a pipe; a rename would put a file in its place.
bool is_special(const std::string& target) {
  struct stat status {};

  return ::stat(target.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

void require_place(const std::string& path, const std::string& target) {
  std::error_code ignored;
  if (path.empty()) throw OutputError("a file to write needs a name, this one is empty");
  if (std::filesystem::is_directory(target, ignored)) fail(path, "it is a folder");
  const auto folder = std::filesystem::path(target).parent_path();
  if (!folder.empty() && !std::filesystem::exists(folder, ignored))
    fail(path, fmt::format("the folder {} does not exist", folder.string()));
  const bool exists = std::filesystem::exists(target, ignored);
  if (exists && ::access(target.c_str(), W_OK) != 0) fail_with_errno(path);
}

void write_directly(const std::string& path, int file, std::string_view content) {
  if (file < 0 || !write_all(file, content)) fail_with_errno(path);
}

void write_renamed(const std::string& path, const std::string& target, std::string_view content) {
  Temporary temporary(target);
  write_directly(path, temporary.number(), content);
  // Some file systems tell of a full disk only here.
  if (::fsync(temporary.number()) != 0) fail_with_errno(path);
  if (!temporary.rename_to(target)) fail_with_errno(path);
}

}  // namespace

void write_aside(const std::string& path, std::string_view content) {
  if (path == "-") return write_directly("standard output", STDOUT_FILENO, content);
  const std::string target = target_of(path);
  require_place(path, target);
  if (!is_special(target)) return write_renamed(path, target, content);
  const Descriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
  write_directly(path, file.number(), content);
}

void ensure_writable(const std::string& path) {
  if (path == "-") {
    const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
    if (flags < 0) fail_with_errno("standard output");
    if ((flags & O_ACCMODE) == O_RDONLY) fail("standard output", "it is open for reading only");
    return;
  }
  const std::string target = target_of(path);
  require_place(path, target);
  if (is_special(target)) return;
  const Temporary probe(target);
  if (probe.number() < 0) fail_with_errno(path);
}

}  // namespace sudoku
