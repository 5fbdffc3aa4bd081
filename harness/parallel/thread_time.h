// How long a thread's work takes on a CPU that other processes use too.
//
// The time on the clock says how long others had the CPU as well. So a stretch of work has a second
// time, its running time: for how long the thread ran, or did not want to because it slept or
// waited for a lock or a device. On a CPU of its own, both are the same.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace sudoku::parallel {

// CPU time that a clock of clock_gettime() has counted; 0 where it cannot tell.
std::chrono::nanoseconds cpu_time_of(clockid_t clock);

// What a thread has used so far, and what has kept it from running.
struct ThreadUse {
  std::chrono::nanoseconds cpu{0};  // time on a CPU
  // How often it stopped running by itself: to sleep, or to wait for a lock or a device.
  std::uint64_t pauses = 0;
  // Time for which it could run, but others had its CPU; unknown where the kernel does not tell.
  std::optional<std::chrono::nanoseconds> ready = std::nullopt;
};

// What the calling thread has used so far.
ThreadUse use_of_this_thread();

// Time in `wall` for which a thread ran or did not want to. If it never paused, it is the CPU time:
// whenever it did not run, others kept it from running. Unknown if it paused and the kernel does
// not tell why it did not run. `wall` holds the readings of `cpu`, but not those of `ready`.
std::optional<std::chrono::nanoseconds> running_time(const ThreadUse& before,
                                                     const ThreadUse& after,
                                                     std::chrono::nanoseconds wall);

// Times the work of the calling thread.
class ThreadWatch {
 public:
  using Clock = std::chrono::steady_clock;

  // Reads off the clock what takes microseconds to read. start() does it if nobody has.
  void prepare();

  // Begins or ends a stretch of work; both times are sums over all stretches.
  void start();
  void stop();

  Clock::time_point started() const { return started_; }

  Clock::time_point stopped() const { return stopped_; }

  // Running time so far, at most the time on the clock. 0 without a stretch.
  const std::optional<std::chrono::nanoseconds>& running() const { return running_; }

 private:
  ThreadUse before_;
  bool is_prepared_ = false;
  Clock::time_point started_{};
  Clock::time_point stopped_{};
  std::optional<std::chrono::nanoseconds> running_{0};
};

}  // namespace sudoku::parallel
