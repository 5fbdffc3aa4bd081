#include "harness/entrants/surroundings.h"

#include <algorithm>
#include <cfenv>
#include <cstdio>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <fmt/format.h>

#include "solvers/external/quoted.h"

namespace sudoku {

namespace {

// Rounding, and how tiny numbers and exceptions are handled; not the flags that any sum may raise.
std::uint64_t floating_point_mode() {
#if defined(__x86_64__)
  constexpr unsigned kFlags = 0x3f;
  std::uint16_t x87 = 0;
  asm volatile("fnstcw %0" : "=m"(x87));
  return (static_cast<std::uint64_t>(_mm_getcsr() & ~kFlags) << 16U) | x87;
#else
  return static_cast<std::uint64_t>(std::fegetround());
#endif
}

void set_floating_point_mode(std::uint64_t mode) {
#if defined(__x86_64__)
  const auto x87 = static_cast<std::uint16_t>(mode);
  asm volatile("fldcw %0" : : "m"(x87));
  _mm_setcsr(static_cast<unsigned>(mode >> 16U));
#else
  std::fesetround(static_cast<int>(mode));
#endif
}

constexpr std::size_t kMostShown = 60;

// The C library adds a flag of its own when a handler is put back.
bool same_handler(const struct sigaction& a, const struct sigaction& b) {
  constexpr int kRestorer = 0x0400'0000;
  return a.sa_handler == b.sa_handler && ((a.sa_flags ^ b.sa_flags) & ~kRestorer) == 0;
}

}  // namespace

Surroundings::Surroundings() : floating_point_(floating_point_mode()) {
  for (int signal = 1; signal < kSignals; ++signal) {
    sigaction(signal, nullptr, &handlers_[static_cast<std::size_t>(signal)]);
  }
  sigprocmask(SIG_BLOCK, nullptr, &blocked_);
}

std::string Surroundings::look() const {
  std::string found;
  for (const std::string& change :
       {look_at_output(), look_at_signals(), look_at_mask(), look_at_floating_point()}) {
    if (!change.empty()) found += (found.empty() ? "" : "; ") + change;
  }
  return found;
}

std::string Surroundings::look_at_output() {
  std::fflush(nullptr);

  struct stat status {};

  // Chatter on standard error is nobody's harm, as long as it does not pile up.
  if (ftruncate(STDERR_FILENO, 0) != 0) return "closed its standard error";
  if (fstat(STDOUT_FILENO, &status) != 0) return "closed its standard output";
  if (status.st_size == 0) return {};
  std::array<char, 64> start{};
  const ssize_t size = pread(STDOUT_FILENO, start.data(), start.size(), 0);
  if (ftruncate(STDOUT_FILENO, 0) != 0) return "standard output cannot be cut";
  return fmt::format(
      "wrote {} bytes to standard output: '{}'", status.st_size,
      quoted({start.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))}, kMostShown));
}

std::string Surroundings::look_at_signals() const {
  std::string found;
  for (int signal = 1; signal < kSignals; ++signal) {
    const struct sigaction& before = handlers_[static_cast<std::size_t>(signal)];

    struct sigaction now {};

    sigaction(signal, nullptr, &now);
    if (same_handler(now, before)) continue;
    sigaction(signal, &before, nullptr);
    found = fmt::format("changed the handler of signal {} ({})", signal, strsignal(signal));
  }
  return found;
}

std::string Surroundings::look_at_mask() const {
  sigset_t now{};
  sigprocmask(SIG_BLOCK, nullptr, &now);
  if (std::memcmp(&now, &blocked_, sizeof now) == 0) return {};
  sigprocmask(SIG_SETMASK, &blocked_, nullptr);
  return "changed which signals are blocked";
}

std::string Surroundings::look_at_floating_point() const {
  if (floating_point_mode() == floating_point_) return {};
  set_floating_point_mode(floating_point_);
  return "changed the floating-point mode";
}

}  // namespace sudoku
