#include "harness/cli/fresh_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <system_error>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/cli/interrupt.h"
#include "solvers/external/descriptor.h"

namespace sudoku {

namespace {

// An interrupt between a look at its flag and the start of a wait is noticed this much later.
constexpr int kPatienceMs = 500;

constexpr int kCannotRun = 127;

[[noreturn]] void become_fresh(const std::string& program, std::vector<std::string> words) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  ::signal(SIGTTOU, SIG_IGN);  // its progress is shown on our terminal
  std::vector<char*> pointers;
  std::ranges::transform(words, std::back_inserter(pointers),
                         [](std::string& word) { return word.data(); });
  pointers.push_back(nullptr);
  ::execvp(program.c_str(), pointers.data());
  ::_exit(kCannotRun);
}

[[noreturn]] void fail_to_start() {
  throw std::system_error(errno, std::generic_category(), "cannot start a process");
}

}  // namespace

FreshEnd run_fresh(const std::string& program, const std::vector<std::string>& words) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const pid_t process = ::fork();
  if (process < 0) fail_to_start();
  if (process == 0) become_fresh(program, words);
  // The C library's own pidfd_open() cannot be linked from C++ before its version 2.37.
  const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0U)));
  pollfd ended{.fd = handle.number(), .events = POLLIN, .revents = 0};
  bool told = false;
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (interrupted && !told) ::kill(process, SIGINT);
    told = interrupted;
    ::poll(&ended, 1, kPatienceMs);
  }
  if (WIFSIGNALED(status)) return {.code = 0, .signal = WTERMSIG(status)};
  return {.code = WEXITSTATUS(status)};
}

}  // namespace sudoku
