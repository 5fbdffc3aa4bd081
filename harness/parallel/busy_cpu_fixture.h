// For tests: other processes that use the CPUs.
#pragma once

#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>
#include <vector>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/parallel/thread_pool.h"

namespace sudoku::parallel {

// As many endless loops, each a process of its own, as long as this exists.
class EndlessLoops {
 public:
  explicit EndlessLoops(int count) {
    for (int i = 0; i < count; ++i) {
      const pid_t loop = ::fork();
      if (loop < 0) throw std::system_error(errno, std::generic_category(), "fork");
      if (loop > 0) {
        loops_.push_back(loop);
        continue;
      }
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      while (true)
        sched_getcpu();
    }
  }

  EndlessLoops(const EndlessLoops&) = delete;
  EndlessLoops& operator=(const EndlessLoops&) = delete;

  ~EndlessLoops() {
    for (const pid_t loop : loops_) {
      ::kill(loop, SIGKILL);
      ::waitpid(loop, nullptr, 0);
    }
  }

 private:
  std::vector<pid_t> loops_;
};

// Binds the calling thread to one CPU, on which another process works, too, while this exists.
class BusyCpu {
 public:
  BusyCpu() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(usable_cpus().front(), &one);
    sched_setaffinity(0, sizeof one, &one);
    other_.emplace(1);  // inherits the CPU
  }

  BusyCpu(const BusyCpu&) = delete;
  BusyCpu& operator=(const BusyCpu&) = delete;

  ~BusyCpu() { sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_;
  std::optional<EndlessLoops> other_;
};

}  // namespace sudoku::parallel
