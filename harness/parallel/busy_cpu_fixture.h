// For tests: a process that works on the CPU of the calling thread.
#pragma once

#include <cerrno>
#include <csignal>
#include <system_error>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/parallel/thread_pool.h"

namespace sudoku::parallel {

// Binds the calling thread to one CPU, on which another process works, too, while this exists.
class BusyCpu {
 public:
  BusyCpu() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(usable_cpus().front(), &one);
    sched_setaffinity(0, sizeof one, &one);
    other_ = ::fork();  // inherits the CPU
    if (other_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (other_ > 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (true)
      sched_getcpu();
  }

  BusyCpu(const BusyCpu&) = delete;
  BusyCpu& operator=(const BusyCpu&) = delete;

  ~BusyCpu() {
    ::kill(other_, SIGKILL);
    ::waitpid(other_, nullptr, 0);
    sched_setaffinity(0, sizeof before_, &before_);
  }

 private:
  cpu_set_t before_;
  pid_t other_;
};

}  // namespace sudoku::parallel
