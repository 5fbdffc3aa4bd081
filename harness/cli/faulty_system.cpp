// Test library, loaded by LD_PRELOAD, that makes system calls fail as SUDOKU_BENCH_FAULT says:
//   error=N:FILE        reading FILE fails after its first N bytes
//   late-error=N:FILE   as `error`, from the second reading of FILE on
//   end=N:FILE          FILE ends after its first N bytes, whatever its size
//   short=N:FILE        a read of FILE returns at most N bytes
//   interrupted=N:FILE  of N reads of FILE, all but one fail with EINTR
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct Fault {
  std::string kind;
  long number = 0;
  std::string file;
};

Fault fault_of(const char* text) {
  if (text == nullptr) return {};
  const std::string_view all = text;
  const std::size_t equals = all.find('=');
  const std::size_t colon = std::min(all.find(':'), all.size());
  return {.kind = std::string(all.substr(0, equals)),
          .number = std::atol(text + equals + 1),
          .file = std::string(all.substr(std::min(colon + 1, all.size())))};
}

const Fault& fault() {
  static const Fault chosen = fault_of(std::getenv("SUDOKU_BENCH_FAULT"));
  return chosen;
}

bool is_the_file(int descriptor) {
  struct stat here {};

  struct stat there {};

  return !fault().file.empty() && ::stat(fault().file.c_str(), &there) == 0 &&
         ::fstat(descriptor, &here) == 0 && here.st_ino == there.st_ino &&
         here.st_dev == there.st_dev;
}

// read() of the kernel: looking up the C library's by dlsym() would allocate.
ssize_t real_read(int descriptor, void* buffer, std::size_t size) {
  return ::syscall(SYS_read, descriptor, buffer, size);
}

ssize_t fail(int reason) {
  errno = reason;
  return -1;
}

ssize_t read_until(long place, int descriptor, void* buffer, std::size_t size) {
  const long left = place - ::lseek(descriptor, 0, SEEK_CUR);
  if (left <= 0) return fault().kind == "end" ? 0 : fail(EIO);
  return real_read(descriptor, buffer, std::min(size, static_cast<std::size_t>(left)));
}

// Counts how often a file has been read from its beginning; called before each read.
int readings(int descriptor) {
  static int count = 0;
  if (::lseek(descriptor, 0, SEEK_CUR) == 0) ++count;
  return count;
}

}  // namespace

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved
extern "C" ssize_t read(int descriptor, void* buffer, std::size_t size) {
  if (!is_the_file(descriptor)) return real_read(descriptor, buffer, size);
  const Fault& now = fault();
  if (now.kind == "error" || now.kind == "end") {
    return read_until(now.number, descriptor, buffer, size);
  }
  if (now.kind == "late-error" && readings(descriptor) > 1) {
    return read_until(now.number, descriptor, buffer, size);
  }
  static int attempts = 0;
  if (now.kind == "interrupted" && now.number > 0 && ++attempts % now.number != 0) {
    return fail(EINTR);
  }
  const bool is_short = now.kind == "short";
  return real_read(descriptor, buffer,
                   is_short ? std::min(size, static_cast<std::size_t>(now.number)) : size);
}
