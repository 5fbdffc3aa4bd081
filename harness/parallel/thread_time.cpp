#include "harness/parallel/thread_time.h"

#include <algorithm>
#include <fstream>

#include <sys/resource.h>

namespace sudoku::parallel {

namespace {

using std::chrono::nanoseconds;

std::uint64_t pauses_of_this_thread() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return static_cast<std::uint64_t>(usage.ru_nvcsw);
}

// Reads schedstat of Linux: nanoseconds on a CPU, and nanoseconds ready to run but not on one.
std::optional<nanoseconds> ready_time_of_this_thread() {
  std::ifstream file("/proc/thread-self/schedstat");
  nanoseconds::rep on_cpu = 0;
  nanoseconds::rep ready = 0;
  if (!(file >> on_cpu >> ready)) return std::nullopt;
  return nanoseconds(ready);
}

}  // namespace

nanoseconds cpu_time_of(clockid_t clock) {
  timespec used{};
  if (clock_gettime(clock, &used) != 0) return {};
  return std::chrono::seconds(used.tv_sec) + nanoseconds(used.tv_nsec);
}

ThreadUse use_of_this_thread() {
  return {.cpu = cpu_time_of(CLOCK_THREAD_CPUTIME_ID),
          .pauses = pauses_of_this_thread(),
          .ready = ready_time_of_this_thread()};
}

std::optional<nanoseconds> running_time(const ThreadUse& before, const ThreadUse& after,
                                        nanoseconds wall) {
  const nanoseconds cpu = std::clamp(after.cpu - before.cpu, nanoseconds(0), wall);
  if (after.pauses == before.pauses) return cpu;
  if (!before.ready || !after.ready) return std::nullopt;
  return std::clamp(wall - (*after.ready - *before.ready), cpu, wall);
}

void ThreadWatch::prepare() {
  before_ = use_of_this_thread();
  is_prepared_ = true;
}

void ThreadWatch::start() {
  if (!is_prepared_) prepare();
  started_ = Clock::now();
  before_.cpu = cpu_time_of(CLOCK_THREAD_CPUTIME_ID);
}

void ThreadWatch::stop() {
  ThreadUse after{.cpu = cpu_time_of(CLOCK_THREAD_CPUTIME_ID)};
  stopped_ = Clock::now();
  after.pauses = pauses_of_this_thread();
  after.ready = ready_time_of_this_thread();
  const auto running = running_time(before_, after, stopped_ - started_);
  running_ = running_ && running ? std::optional(*running_ + *running) : std::nullopt;
  is_prepared_ = false;
}

}  // namespace sudoku::parallel
