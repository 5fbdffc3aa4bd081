#include "harness/base/interruption.h"

#include <array>
#include <cerrno>
#include <cstdint>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sudoku::base {

namespace {

std::atomic<bool> requested{false};
std::atomic<int> event{-1};

// Signal handlers may only use lock-free atomics.
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

// O_NONBLOCK: opening a named pipe would wait for a writer. The first read waits instead.
int open_to_read(const std::string& path) {
  struct stat status = {};
  const bool is_plain = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (is_plain ? 0 : O_NONBLOCK));
}

}  // namespace

const std::atomic<bool>& interruption() { return requested; }

void interrupt() {
  const int before = errno;
  requested.store(true);
  const std::uint64_t one = 1;
  // Writing to the interruption event fails harmlessly if it was never created or is set already.
  [[maybe_unused]] const ssize_t written = ::write(event.load(), &one, sizeof one);
  errno = before;
}

int interruption_event() {
  static const int made = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  event.store(made);
  return made;
}

void throw_if_interrupted() {
  if (requested.load(std::memory_order_relaxed)) throw Interrupted();
}

InputDescriptor::InputDescriptor(const std::string& path, bool dash_is_stdin)
    : file_(dash_is_stdin && path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                         : open_to_read(path)) {
  struct stat status = {};
  waits_ = is_open() && (::fstat(number(), &status) != 0 || !S_ISREG(status.st_mode));
}

ssize_t InputDescriptor::read(std::span<char> buffer) const {
  while (true) {
    if (waits_) {
      std::array<pollfd, 2> either = {{{.fd = number(), .events = POLLIN, .revents = 0},
                                       {.fd = event.load(), .events = POLLIN, .revents = 0}}};
      ::poll(either.data(), either.size(), -1);
      throw_if_interrupted();
    }
    const ssize_t got = ::read(number(), buffer.data(), buffer.size());
    if (got >= 0 || (errno != EINTR && errno != EAGAIN)) return got;
  }
}

}  // namespace sudoku::base
