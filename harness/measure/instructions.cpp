#include "harness/measure/instructions.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sudoku {

namespace {

// The C library has no function for it. -1: not here.
int open_counter() {
  perf_event_attr wanted = {};
  wanted.size = sizeof(wanted);
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  wanted.inherit = 1;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  constexpr pid_t kThisThread = 0;
  constexpr int kAnyCpu = -1;
  constexpr int kNoGroup = -1;
  return static_cast<int>(::syscall(SYS_perf_event_open, &wanted, kThisThread, kAnyCpu, kNoGroup,
                                    PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

std::optional<std::uint64_t> whole_count(const CounterReading& reading) {
  if (reading.running_ns == 0 || reading.running_ns < reading.enabled_ns) return std::nullopt;
  return reading.count;
}

InstructionCounter::InstructionCounter() : counter_(open_counter()) {}

std::optional<std::uint64_t> InstructionCounter::count() const {
  CounterReading reading;
  static_assert(sizeof(reading) == 3 * sizeof(std::uint64_t));  // as the system lays it out
  if (::read(counter_.number(), &reading, sizeof(reading)) != sizeof(reading)) return std::nullopt;
  return whole_count(reading);
}

}  // namespace sudoku
