#include "harness/cli/fresh_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <system_error>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/cli/command.h"
#include "harness/cli/interrupt.h"
#include "harness/dataset/interruption.h"
#include "solvers/external/descriptor.h"

namespace sudoku {

namespace {

// No signals while it lives.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t all{};
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }

  ~SignalsHeldBack() { let_through(); }

  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

  void let_through() const { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

// Kernels before 5.3 have no descriptor of a process: its end is noticed this much later.
constexpr int kPatienceMs = 500;

[[noreturn]] void become_fresh(const std::string& program, std::vector<std::string> words,
                               pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(kInterrupted);  // it died before the line above
  ::signal(SIGTTOU, SIG_IGN);                        // its progress is shown on our terminal
  std::vector<char*> pointers;
  std::ranges::transform(words, std::back_inserter(pointers),
                         [](std::string& word) { return word.data(); });
  pointers.push_back(nullptr);
  ::execvp(program.c_str(), pointers.data());
  ::dprintf(STDERR_FILENO, "sudoku-bench: cannot run %s: %s\n", program.c_str(),
            std::strerror(errno));
  ::_exit(kBadInput);
}

[[noreturn]] void fail_to_start() {
  throw std::system_error(errno, std::generic_category(), "cannot start a process");
}

// A signal that is sent to it at once must not meet the handler of this process, whose flag it is
// about to lose.
pid_t start_fresh(const std::string& program, const std::vector<std::string>& words) {
  const pid_t parent = ::getpid();
  const SignalsHeldBack held_back;
  const pid_t process = ::fork();
  if (process < 0) fail_to_start();
  if (process == 0) {
    stop_watching();
    held_back.let_through();
    become_fresh(program, words, parent);
  }
  return process;
}

}  // namespace

FreshEnd run_fresh(const std::string& program, const std::vector<std::string>& words) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const pid_t process = start_fresh(program, words);
  // The C library's own pidfd_open() cannot be linked from C++ before its version 2.37.
  const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0U)));
  std::array<pollfd, 2> either = {{{.fd = handle.number(), .events = POLLIN, .revents = 0},
                                   {.fd = interruption_event(), .events = POLLIN, .revents = 0}}};
  bool told = false;
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (interrupted && !told) ::kill(process, SIGINT);
    told = interrupted;
    ::poll(either.data(), told ? 1 : 2, kPatienceMs);
  }
  if (WIFSIGNALED(status)) return {.code = 0, .signal = WTERMSIG(status)};
  return {.code = WEXITSTATUS(status)};
}

}  // namespace sudoku
